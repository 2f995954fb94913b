import { type FormEvent, useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/Field.tsx';
import { MoneyInput } from '../../../ui/inputs.tsx';
import { useUnsaved } from '../../../unsaved/unsaved.ts';
import type { TradingAccount } from './accounts.ts';
import { amountText, readAmount } from './amounts.ts';
import type { Action } from './feedback.tsx';
import type { BalanceEdit } from './useCardActions.ts';

type Draft = { text: string; version: number; error?: string | undefined };
type BalanceFormProps = { account: TradingAccount; action: Action<BalanceEdit, TradingAccount> };

/** The balance, edited in place. What is being typed stays while newer figures arrive. */
export function BalanceForm({ account, action }: BalanceFormProps) {
  const [draft, setDraft] = useState<Draft | null>(null);
  const text = draft?.text ?? amountText(account.balance);
  useUnsaved(draft !== null && text !== amountText(account.balance));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const read = readAmount(text);
    const version = draft?.version ?? account.version;
    if (read.error !== undefined) {
      setDraft({ text, version, error: read.error });
      return;
    }
    action.act({ balance: read.amount, version });
    setDraft(null);
  };
  return (
    <form onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-x-3" noValidate>
      <Field label="Balance" error={draft?.error}>
        <MoneyInput
          value={action.busy ? amountText(action.mutation.variables?.balance ?? account.balance) : text}
          onChange={(event) =>
            setDraft({ text: event.target.value, version: draft?.version ?? account.version })
          }
        />
      </Field>
      <Button
        type="submit"
        variant="secondary"
        busy={action.busy}
        className={draft?.error ? 'self-start mt-[1.625rem]' : ''}
      >
        Update Account
      </Button>
    </form>
  );
}
