import { type FormEvent, useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/Field.tsx';
import { MoneyInput } from '../../../ui/inputs.tsx';
import { useUnsaved } from '../../../unsaved/unsaved.ts';
import type { TradingAccount } from './accounts.ts';
import { amountText, readAmount } from './amounts.ts';
import type { AccountEdit } from './useAccountEdit.ts';

type Draft = { text: string; version: number; error?: string | undefined; isSent?: boolean };
type BalanceFormProps = { account: TradingAccount; edit: AccountEdit<number> };

/** The balance, edited in place. What is being typed stays while newer figures arrive. */
export function BalanceForm({ account, edit }: BalanceFormProps) {
  const [draft, setDraft] = useState<Draft | null>(null);
  // Stored, or overtaken: the account's own figure stands again. After a failed call what was typed stays.
  if (draft?.isSent && !edit.busy && account.version > draft.version) setDraft(null);
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
    edit.act(read.amount, version);
    setDraft({ text, version, isSent: true });
  };
  return (
    <form onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-x-3" noValidate>
      <Field label="Balance" error={draft?.error}>
        <MoneyInput
          value={text}
          onChange={(event) =>
            setDraft({ text: event.target.value, version: draft?.version ?? account.version })
          }
        />
      </Field>
      <Button
        type="submit"
        variant="secondary"
        busy={edit.busy}
        className={draft?.error ? 'self-start mt-[1.625rem]' : ''}
      >
        Update Account
      </Button>
    </form>
  );
}
