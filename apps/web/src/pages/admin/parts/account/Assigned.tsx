import type { TradingAccount } from '../accounts.ts';

/** Which credentials an account has by now, above the form that would replace them. */
export function Assigned({ account }: { account: TradingAccount }) {
  if (account.accountNumber === null) return null;
  return (
    <p className="mb-4 text-ink-2">
      Assigned: <span className="font-mono text-ink">{account.accountNumber}</span> on{' '}
      <span className="text-ink">{account.server}</span>. Other credentials replace these.
    </p>
  );
}
