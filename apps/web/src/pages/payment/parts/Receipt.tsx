import { Printer } from 'lucide-react';
import { useFirm } from '../../../api/firm.ts';
import { Button } from '../../../ui/Button.tsx';
import { DefinitionList, Panel } from '../../../ui/Panel.tsx';
import { DateTime, Money } from '../../../ui/Values.tsx';
import { type Order, packageNameOf, sizeOf } from './order.ts';

const paymentWords = ({ paymentStatus }: Order): string =>
  paymentStatus === 'verified'
    ? 'Verified'
    : paymentStatus === 'failed'
      ? 'Rejected'
      : 'Proof sent, being checked';

/** What was ordered, for how much, and how far the payment is; on paper it stands alone. */
export function Receipt({ account }: { account: Order }) {
  const { name, address, supportEmail } = useFirm();
  return (
    <Panel
      title="Receipt"
      titleStyle="card"
      actions={
        <Button
          size="small"
          variant="secondary"
          className="no-print"
          icon={<Printer size={16} aria-hidden="true" />}
          onClick={() => print()}
        >
          Print Receipt
        </Button>
      }
    >
      <DefinitionList
        stacked
        items={[
          {
            term: 'Order',
            value: <span className="font-mono text-sm [overflow-wrap:anywhere]">{account._id}</span>,
          },
          { term: 'Ordered', value: <DateTime value={account.createdAt} /> },
          {
            term: 'Ordered by',
            value: (
              <>
                <bdi className="block [overflow-wrap:anywhere]">{account.name}</bdi>
                <bdi className="block text-sm text-ink-2 [overflow-wrap:anywhere]">{account.userEmail}</bdi>
              </>
            ),
          },
          { term: 'For', value: `${packageNameOf(account)}, ${sizeOf(account)}` },
          { term: 'Amount', value: <Money amount={account.price} cents="auto" /> },
          ...(account.proof
            ? [{ term: 'Proof sent at', value: <DateTime value={account.proof.uploadedAt} /> }]
            : []),
          { term: 'Payment', value: paymentWords(account) },
        ]}
      />
      <p className="mt-3 hidden border-t border-line pt-3 print:block">
        {[name, address, supportEmail].filter(Boolean).join(' · ')}
      </p>
    </Panel>
  );
}
