import { messages } from '@firmament/contract/messages';
import { decide, PAYMENT_STATUSES, type PaymentStatus, STATUSES, type Status } from '@firmament/rules';
import { useForm } from 'react-hook-form';
import { call } from '../../../../api/client.ts';
import { Button } from '../../../../ui/Button.tsx';
import { Field } from '../../../../ui/Field.tsx';
import { MoneyInput, Select } from '../../../../ui/inputs.tsx';
import { Panel } from '../../../../ui/Panel.tsx';
import { useUnsavedForm } from '../../../../unsaved/useUnsavedForm.ts';
import { breachQuestion, factsOf, PAYMENT_LABELS, STATUS_LABELS, type TradingAccount } from '../accounts.ts';
import { amountText, readAmount } from '../amounts.ts';
import { InlineFeedback } from '../feedback.tsx';
import { AFRESH, useStartVersion } from '../useStartVersion.ts';
import { useAccountAction } from './useAccountAction.ts';

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
  const { form, action, submit } = useOverride(account);
  const { errors } = form.formState;
  const noCredentials = !canSet(account, 'active');
  return (
    <Panel title="Set by hand">
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
          <Button type="submit" variant="secondary" busy={action.busy}>
            Update Account
          </Button>
          <InlineFeedback feedback={action.feedback} />
        </div>
      </form>
    </Panel>
  );
}

function useOverride(account: TradingAccount) {
  const form = useForm<Values>({
    mode: 'onTouched',
    defaultValues: valuesOf(account),
    values: valuesOf(account),
    resetOptions: { keepDirtyValues: true },
  });
  const version = useStartVersion(account.version, form.formState.isDirty);
  const action = useAccountAction({
    run: (body: { status: Status; paymentStatus: PaymentStatus; balance?: number }) =>
      call('PATCH /admin/accounts/{id}', { params: { id: account._id }, body, ifMatch: version }),
    success: messages.accountUpdated,
    failure: messages.accountUpdateFailed,
    onDone: (changed) => form.reset(valuesOf(changed), AFRESH),
  });
  const submit = form.handleSubmit(({ status, paymentStatus, balance }) => {
    const { amount } = readAmount(balance);
    const fails = status === 'failed' && account.status !== 'failed';
    if (fails && !window.confirm(breachQuestion(account))) return;
    // An untouched balance is left out: with a trading feed, setting it would overwrite the equity too.
    const moved = amount !== undefined && amount !== account.balance;
    action.act({ status, paymentStatus, ...(moved ? { balance: amount } : {}) });
  });
  useUnsavedForm(form, `override ${account._id}`);
  return { form, action, submit };
}
