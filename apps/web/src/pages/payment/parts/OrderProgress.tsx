import { Link } from 'react-router';
import { paths } from '../../../paths.ts';
import { buttonClass } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/States.tsx';
import { Stepper } from '../../../ui/Stepper.tsx';
import { isPending, paymentStep } from '../../dashboard/parts/accounts.ts';
import type { Order } from './order.ts';

/** How far the order is, and what that means for the trader. */
export function OrderProgress({ account }: { account: Order }) {
  const rejected = account.paymentStatus === 'failed';
  return (
    <div className="no-print mb-6 mt-6 flex flex-col gap-5">
      {(isPending(account) || paymentStep(account) > 0) && (
        <Stepper current={paymentStep(account)} failed={rejected} className="max-w-160" />
      )}
      <div aria-live="polite" className="empty:absolute">
        {rejected && (
          <Notice tone="error" title="Your payment was rejected">
            {[account.rejectionReason, isPending(account) && 'Please check it and send a new proof below.']
              .filter(Boolean)
              .join(' ')}
          </Notice>
        )}
        {account.status === 'active' && (
          <Notice
            tone="success"
            title="Your account is active"
            action={
              <Link
                to={account.login ? paths.dashboardAccount(account.login) : paths.dashboard}
                className={buttonClass({ size: 'small' })}
              >
                View Account Dashboard
              </Link>
            }
          >
            Your credentials are in the dashboard.
          </Notice>
        )}
        {account.status === 'payment_submitted' && (
          <Notice tone="info">
            {account.paymentStatus === 'verified'
              ? 'Payment verified. Your credentials are being prepared and come by email.'
              : 'We are checking your payment proof. Processing time: less than 30 minutes.'}
          </Notice>
        )}
      </div>
      {/* On phones the proof's card stands far below, under every address. */}
      {account.status === 'pending_payment' && (
        <a href="#proof" className="link w-fit font-medium lg:hidden pointer-coarse:py-2.5">
          {rejected ? 'Send a new proof' : 'Already paid? Send your proof'}
        </a>
      )}
    </div>
  );
}
