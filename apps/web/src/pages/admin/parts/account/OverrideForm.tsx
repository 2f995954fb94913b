import { messages } from '@firmament/contract/messages';
import { decide, PAYMENT_STATUSES, type PaymentStatus, STATUSES, type Status } from '@firmament/rules';
import { call } from '../../../../api/client.ts';
import { Button } from '../../../../ui/Button.tsx';
import { Field } from '../../../../ui/Field.tsx';
import { MoneyInput, Select } from '../../../../ui/inputs.tsx';
import { Panel } from '../../../../ui/Panel.tsx';
import { breachQuestion, factsOf, PAYMENT_LABELS, STATUS_LABELS, type TradingAccount } from '../accounts.ts';
import { amountText, readAmount } from '../amounts.ts';
import { useVersionedForm } from '../conflict/useVersionedForm.ts';
import { EditOutcome } from '../EditOutcome.tsx';
import { wantedOfBalance } from '../wanted.ts';
import { useAccountAction } from './useAccountAction.ts';

type Body = { status: Status; paymentStatus: PaymentStatus; balance?: number };
type Values = { status: Status; paymentStatus: PaymentStatus; balance: string };

const valuesOf = (account: TradingAccount): Values => ({
  status: account.status,
  paymentStatus: account.paymentStatus,
  balance: amountText(account.balance),
});

/** Whether the tables let an administrator set this status by hand. */
const canSet = (account: TradingAccount, status: Status): boolean =>
  status === account.status || decide(factsOf(account), { kind: 'overridden', status }).outcome !== 'refused';

/** Status, payment status and balance by hand: an override, and recorded as one. */
export function OverrideForm({ account }: { account: TradingAccount }) {
  const { form, edit, submit } = useOverride(account);
  const { errors } = form.formState;
  const noCredentials = !canSet(account, 'active');
  return (
    <Panel title="Set by hand" className="no-print">
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <div className="grid gap-4 sm:grid-cols-3">
          <Field label="Status" hint={noCredentials ? 'Active needs MT5 credentials.' : undefined}>
            <Select {...form.register('status')}>
              {STATUSES.map((status) => (
                <option key={status} value={status} disabled={!canSet(account, status)}>
                  {STATUS_LABELS[status]}
                </option>
              ))}
            </Select>
          </Field>
          <Field label="Payment Status">
            <Select {...form.register('paymentStatus')}>
              {PAYMENT_STATUSES.map((status) => (
                <option key={status} value={status}>
                  {PAYMENT_LABELS[status]}
                </option>
              ))}
            </Select>
          </Field>
          <Field label="Balance" error={errors.balance?.message}>
            <MoneyInput {...form.register('balance', { validate: (text) => readAmount(text).error })} />
          </Field>
        </div>
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" variant="secondary" busy={edit.busy}>
            Update Account
          </Button>
          <EditOutcome edit={edit} />
        </div>
      </form>
    </Panel>
  );
}

function useOverride(account: TradingAccount) {
  const { form, base, startFrom } = useVersionedForm({
    stored: account,
    valuesOf,
    name: `override ${account._id}`,
  });
  const edit = useAccountAction({
    account,
    run: (body: Body, ifMatch) =>
      call('PATCH /admin/accounts/{id}', { params: { id: account._id }, body, ifMatch }),
    success: messages.accountUpdated,
    failure: messages.accountUpdateFailed,
    wanted: ({ balance, ...body }) => ({
      ...body,
      ...(balance === undefined ? {} : wantedOfBalance(balance)),
    }),
    optimistic: true,
    onDone: startFrom,
    // What was typed stays, for another try.
    onFailed: ({ status, paymentStatus, balance }) => {
      form.setValue('status', status, { shouldDirty: true });
      form.setValue('paymentStatus', paymentStatus, { shouldDirty: true });
      if (balance !== undefined) form.setValue('balance', amountText(balance), { shouldDirty: true });
    },
  });
  const submit = form.handleSubmit(({ status, paymentStatus, balance }) => {
    const { amount } = readAmount(balance);
    const fails = status === 'failed' && account.status !== 'failed';
    if (fails && !window.confirm(breachQuestion(account))) return;
    // An untouched balance is left out: with a trading feed, setting it would overwrite the equity too.
    const moved = amount !== undefined && amount !== base.balance;
    edit.act({ status, paymentStatus, ...(moved ? { balance: amount } : {}) }, base.version);
  });
  return { form, edit, submit };
}
