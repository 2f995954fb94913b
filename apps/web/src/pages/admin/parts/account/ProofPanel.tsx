import { clsx } from 'clsx';
import { ExternalLink, ZoomIn, ZoomOut } from 'lucide-react';
import { useState } from 'react';
import { paths } from '../../../../paths.ts';
import { buttonClass, IconButton } from '../../../../ui/Button.tsx';
import { Panel } from '../../../../ui/Panel.tsx';
import { Notice } from '../../../../ui/States.tsx';
import { DateTime, Money } from '../../../../ui/Values.tsx';
import { PaymentBadge } from '../AccountBadges.tsx';
import type { TradingAccount } from '../accounts.ts';
import { NextInQueue } from './NextInQueue.tsx';
import { PaymentVerdict } from './PaymentVerdict.tsx';
import { useSteadyFile } from './useSteadyFile.ts';

type Proof = TradingAccount['proofs'][number];
/** `readAt`: when the account was read, in milliseconds; the links of its proofs are good for a while from then. */
type ProofPanelProps = { account: TradingAccount; readAt: number; onStale: () => void };

/** The payment: what was asked, what was sent, and the verdict. */
export function ProofPanel({ account, readAt, onStale }: ProofPanelProps) {
  const [newest, ...older] = account.proofs;
  return (
    <Panel
      title="Payment"
      actions={<NextInQueue account={account} />}
      footer={<PaymentVerdict account={account} />}
    >
      <div className="mb-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <p className="text-sm text-ink-2">Amount asked</p>
          <p className="text-figure-2">
            <Money amount={account.package.discountedPrice} />
          </p>
        </div>
        <PaymentBadge status={account.paymentStatus} named />
      </div>
      {account.rejectionReason && (
        <Notice tone="error" className="mb-4" title="The last proof was rejected">
          {account.rejectionReason}
        </Notice>
      )}
      {account.proofSeenElsewhere && (
        <Notice tone="warn" className="mb-4">
          The same picture was uploaded for another account.
        </Notice>
      )}
      {newest ? (
        <ProofPicture key={newest._id} proof={newest} readAt={readAt} onStale={onStale} />
      ) : (
        <p className="rounded-control border border-dashed border-control px-4 py-8 text-center text-ink-2">
          No payment screenshot yet.
        </p>
      )}
      {older.length > 0 && <OlderProofs proofs={older} />}
    </Panel>
  );
}

function ProofPicture({ proof, readAt, onStale }: { proof: Proof; readAt: number; onStale: () => void }) {
  const file = useSteadyFile(proof, readAt);
  const [zoomed, setZoomed] = useState(false);
  const [broken, setBroken] = useState<string | null>(null);
  const href = paths.upload(file);
  return (
    <figure>
      <div
        className={clsx(
          'relative rounded-control border border-line bg-sunken',
          zoomed ? 'max-h-[40rem] overflow-auto' : 'overflow-hidden',
        )}
      >
        <img
          src={href}
          width={proof.width}
          height={proof.height}
          alt="Payment screenshot sent by the trader"
          className={clsx('mx-auto', zoomed ? 'max-w-none' : 'h-auto max-h-[28rem] w-auto max-w-full')}
          onError={() => {
            // A link that ran out: the account's next answer brings a fresh one.
            if (broken === file) return;
            setBroken(file);
            onStale();
          }}
        />
      </div>
      <figcaption className="mt-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-sm text-ink-2">
        <span>
          Uploaded <DateTime value={proof.uploadedAt} /> · {proof.width} × {proof.height}
        </span>
        <span className="flex items-center gap-1">
          <IconButton
            label={zoomed ? 'Fit to the page' : 'Zoom to full size'}
            aria-pressed={zoomed}
            size="small"
            icon={zoomed ? <ZoomOut size={17} /> : <ZoomIn size={17} />}
            onClick={() => setZoomed(!zoomed)}
          />
          <a
            href={href}
            target="_blank"
            rel="noopener noreferrer"
            className={buttonClass({ variant: 'secondary', size: 'small' })}
          >
            View Payment Screenshot <ExternalLink size={14} aria-hidden="true" />
          </a>
        </span>
      </figcaption>
    </figure>
  );
}

function OlderProofs({ proofs }: { proofs: readonly Proof[] }) {
  return (
    <div className="mt-4 border-t border-line pt-3">
      <h3 className="text-sm font-medium">Older screenshots</h3>
      <ul className="mt-1.5 flex flex-wrap gap-x-5 gap-y-1 text-sm">
        {proofs.map((proof) => (
          <li key={proof._id}>
            <a href={paths.upload(proof.file)} target="_blank" rel="noopener noreferrer" className="link">
              <DateTime value={proof.uploadedAt} />
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
