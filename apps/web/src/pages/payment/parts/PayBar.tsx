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
      <p className="flex min-w-0 flex-wrap items-baseline gap-x-2">
        <span className="text-xs text-ink-2">{address ? address.network : 'Amount to pay'}</span>
        <Money amount={price} cents="auto" className="text-card font-semibold" />
      </p>
      {/* Together they go to a line of their own where all does not fit one. */}
      <div className="ms-auto flex gap-2">
        <CopyButton text={String(price)} label="Copy amount" message="Amount copied!" showLabel />
        {address && (
          <CopyButton
            text={address.address}
            label={`Copy address (${address.network})`}
            message={messages.addressCopied}
            showLabel
          >
            Copy address
          </CopyButton>
        )}
      </div>
    </section>
  );
}
