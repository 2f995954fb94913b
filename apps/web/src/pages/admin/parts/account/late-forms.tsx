import type { ComponentType } from 'react';
import { late } from '../../../../ui/late.tsx';
import { Panel } from '../../../../ui/Panel.tsx';
import { Skeleton } from '../../../../ui/Spinner.tsx';
import type { TradingAccount } from '../accounts.ts';
import { Assigned } from './Assigned.tsx';

type FormProps = { account: TradingAccount };

const forms = () => import('./forms.ts');

/** Account number, password and server of an account, as soon as the form's code is there. */
export const CredentialsForm: ComponentType<FormProps> = late(async () => (await forms()).CredentialsForm, {
  Place: ({ account }) => (
    <Panel title="Assign MT5 credentials" className="no-print">
      <Assigned account={account} />
      <Skeleton className="h-[338px] sm:h-39" />
    </Panel>
  ),
});

/** Status, payment status and balance by hand, as soon as the form's code is there. */
export const OverrideForm: ComponentType<FormProps> = late(async () => (await forms()).OverrideForm, {
  Place: ({ account }) => (
    <Panel title="Set by hand" className="no-print">
      {/* One line more says that there are no credentials yet. */}
      <Skeleton className={account.accountNumber === null ? 'h-[310px] sm:h-36.5' : 'h-[286px] sm:h-30.5'} />
    </Panel>
  ),
});
