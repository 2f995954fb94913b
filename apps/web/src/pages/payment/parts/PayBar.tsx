import { messages } from '@firmament/contract/messages';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { Money } from '../../../ui/Values.tsx';
import type { Address } from './order.ts';

/** On phones, at the foot of the window: the amount, and what is to be copied of it and of the address paid to. */
export function PayBar({ price, address }: { price: number; address: Address | null }) {
  return (
    <section
      aria-label="Amount to pay"
      className="no-print sticky bottom-0 z-20 -mx-4 mt-5 flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line bg-raised px-4 pt-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))] md:hidden"
    >
      <p className="me-auto min-w-0">
        <span className="block text-xs text-ink-2">{address ? address.network : 'Amount to pay'}</span>
        <Money amount={price} cents="auto" className="text-card font-semibold" />
      </p>
      <CopyButton text={String(price)} label="Copy amount" message="Amount copied!" showLabel>
        Amount
      </CopyButton>
      {address && (
        <CopyButton
          text={address.address}
          label={`Copy ${address.network} address`}
          message={messages.addressCopied}
          showLabel
        >
          Address
        </CopyButton>
      )}
    </section>
  );
}
