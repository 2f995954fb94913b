import { messages } from '@firmament/contract/messages';
import { ImageUp } from 'lucide-react';
import { useId } from 'react';
import { paths } from '../../../paths.ts';
import { ExplainedButton } from '../../../ui/ExplainedButton.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { Progress } from '../../../ui/Progress.tsx';
import { Notice } from '../../../ui/States.tsx';
import { DateTime } from '../../../ui/Values.tsx';
import { isPending } from '../../dashboard/parts/accounts.ts';
import type { Order } from './order.ts';
import { PaymentReceived } from './PaymentReceived.tsx';
import { Preview } from './Preview.tsx';
import { useDroppedImages } from './useDroppedImages.ts';
import { useProof } from './useProof.ts';

export function UploadProof({ account }: { account: Order }) {
  const proof = useProof(account);
  const over = useDroppedImages(proof.choose);
  const noteId = useId();
  return (
    <Panel
      title="Upload Payment Proof"
      titleStyle="card"
      tone={over ? 'mark' : 'plain'}
      className="no-print"
      id="proof"
    >
      <SentProof account={account} />
      {isPending(account) ? (
        <form
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            proof.send();
          }}
        >
          {account.proof && <h3 className="font-semibold">Replace the screenshot</h3>}
          <p id={noteId} className="text-prose">
            Upload a screenshot of your payment confirmation.
          </p>
          <FileControl
            name={proof.chosen?.file.name ?? null}
            preparing={proof.preparing}
            over={over}
            onChoose={proof.choose}
            describedBy={noteId}
            disabled={proof.busy}
          />
          {proof.chosen && <Preview chosen={proof.chosen} />}
          {proof.busy && <Progress label={messages.sending} value={proof.share * 100} />}
          <div aria-live="assertive" className="empty:absolute">
            {proof.failure && <Notice tone="error">{proof.failure}</Notice>}
          </div>
          <ExplainedButton
            type="submit"
            wide
            busy={proof.busy}
            busyLabel={messages.sending}
            disabled={proof.preparing}
            disabledReason={!proof.chosen && !proof.preparing && 'Choose a screenshot first.'}
          >
            Send Screenshot
          </ExplainedButton>
        </form>
      ) : (
        <p className="text-ink-2">No further proof is needed for this account.</p>
      )}
      <PaymentReceived open={proof.received} onClose={proof.dismiss} />
    </Panel>
  );
}

type FileControlProps = {
  name: string | null;
  preparing: boolean;
  /** A file hovers over the page. */
  over: boolean;
  onChoose: (file: File | null) => void;
  describedBy: string;
  disabled: boolean;
};

function FileControl({ name, preparing, over, onChoose, describedBy, disabled }: FileControlProps) {
  const id = useId();
  return (
    <div
      className={`rounded-control border border-dashed p-4 text-center transition-colors ${
        over ? 'border-ink bg-info-tint' : 'border-control'
      }`}
    >
      <input
        id={id}
        type="file"
        accept="image/*"
        className="peer sr-only"
        aria-describedby={describedBy}
        disabled={disabled}
        onChange={(event) => {
          onChoose(event.target.files?.[0] ?? null);
          // The same file can be picked again after a failure.
          event.target.value = '';
        }}
      />
      <label
        htmlFor={id}
        className="press inline-flex min-h-10 cursor-pointer items-center gap-2 rounded-control border border-control px-4 font-semibold hover:border-ink hover:bg-sunken peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus pointer-coarse:min-h-11"
      >
        <ImageUp size={16} aria-hidden="true" />
        Choose File
      </label>
      <p className="mt-2 text-ui [overflow-wrap:anywhere]" aria-live="polite">
        {preparing ? 'Reading the picture...' : <bdi>{name ?? 'No file chosen'}</bdi>}
      </p>
      <p className="mt-1 text-sm text-ink-2">
        {over ? 'Drop it here.' : 'or drop it here, or paste it. JPEG, PNG, WebP or GIF up to 10 MB.'}
      </p>
    </div>
  );
}

/** The proof that the firm already has. */
function SentProof({ account }: { account: Order }) {
  if (!account.proof) return null;
  return (
    <figure className="mb-5 border-b border-line pb-5">
      <a href={paths.upload(account.proof.file)} target="_blank" rel="noopener noreferrer" className="block">
        <img
          src={paths.upload(account.proof.file)}
          width={account.proof.width}
          height={account.proof.height}
          alt="The proof you sent"
          className="h-48 w-full rounded-control border border-line bg-sunken object-contain p-1"
        />
      </a>
      <figcaption className="mt-2 text-sm text-ink-2">
        Sent <DateTime value={account.proof.uploadedAt} />
        {isPending(account) && '. A new one replaces it.'}
      </figcaption>
    </figure>
  );
}
