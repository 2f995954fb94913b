import { messages } from '@firmament/contract/messages';
import { UPLOAD_MAXIMUM_BYTES } from '@firmament/rules';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { messageOf, newKey, upload } from '../../../api/client.ts';
import { getQuery } from '../../../api/queries.ts';
import { Button } from '../../../ui/Button.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { Progress } from '../../../ui/Progress.tsx';
import { Notice } from '../../../ui/States.tsx';
import { toast } from '../../../ui/toast.ts';
import { DateTime } from '../../../ui/Values.tsx';
import type { Order } from './AccountDetails.tsx';
import { PaymentReceived } from './PaymentReceived.tsx';
import { Preview } from './Preview.tsx';
import { useDroppedImages } from './useDroppedImages.ts';

const isAccepted = ({ status }: Order): boolean =>
  status === 'pending_payment' || status === 'payment_submitted';

export function UploadProof({ account }: { account: Order }) {
  const proof = useProof(account);
  const over = useDroppedImages(proof.choose);
  const noteId = useId();
  return (
    <Panel title="Upload Payment Proof" titleStyle="card" tone={over ? 'mark' : 'plain'}>
      <SentProof account={account} />
      {isAccepted(account) ? (
        <form
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            proof.send();
          }}
        >
          <p id={noteId} className="text-prose">
            Upload a screenshot of your payment confirmation.
          </p>
          <FileControl file={proof.file} onChoose={proof.choose} describedBy={noteId} disabled={proof.busy} />
          {proof.file && <Preview file={proof.file} />}
          {proof.busy && <Progress label={messages.sending} value={proof.share * 100} />}
          <div aria-live="assertive">{proof.failure && <Notice tone="error">{proof.failure}</Notice>}</div>
          <Button type="submit" wide busy={proof.busy} busyLabel={messages.sending} disabled={!proof.file}>
            Send Screenshot
          </Button>
        </form>
      ) : (
        <p className="text-ink-2">No further proof is needed for this account.</p>
      )}
      <PaymentReceived open={proof.received} onClose={proof.dismiss} />
    </Panel>
  );
}

function FileControl(props: {
  file: File | null;
  onChoose: (file: File | null) => void;
  describedBy: string;
  disabled: boolean;
}) {
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  return (
    <div className="rounded-control border border-dashed border-control p-4 text-center">
      <input
        ref={input}
        id={id}
        type="file"
        accept="image/*"
        className="peer sr-only"
        aria-describedby={props.describedBy}
        disabled={props.disabled}
        onChange={(event) => {
          props.onChoose(event.target.files?.[0] ?? null);
          // The same file can be picked again after a failure.
          event.target.value = '';
        }}
      />
      <label
        htmlFor={id}
        className="press inline-flex min-h-10 cursor-pointer items-center rounded-control border border-control px-4 font-semibold hover:border-ink hover:bg-sunken peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus pointer-coarse:min-h-11"
      >
        Choose File
      </label>
      <p className="mt-2 text-ui [overflow-wrap:anywhere]" aria-live="polite">
        {props.file?.name ?? 'No file chosen'}
      </p>
      <p className="mt-1 text-sm text-ink-2">
        or drop it here, or paste it. JPEG, PNG, WebP or GIF up to 10 MB.
      </p>
    </div>
  );
}

/** The proof that the firm already has. */
function SentProof({ account }: { account: Order }) {
  if (!account.proof) return null;
  return (
    <figure className="mb-5 border-b border-line pb-5">
      <a href={`/server/uploads/${account.proof.file}`} target="_blank" rel="noopener noreferrer">
        <img
          src={`/server/uploads/${account.proof.file}`}
          width={account.proof.width}
          height={account.proof.height}
          alt="The proof you sent"
          className="max-h-48 w-auto rounded-control border border-line"
        />
      </a>
      <figcaption className="mt-2 text-sm text-ink-2">
        Sent <DateTime value={account.proof.uploadedAt} />
        {isAccepted(account) && '. A new one replaces it.'}
      </figcaption>
    </figure>
  );
}

/** What can be said of a file before it is sent; the server looks at the bytes themselves. */
function faultOf(file: File): string | null {
  if (!file.type.startsWith('image/')) return messages.proofNotAnImage;
  return file.size > UPLOAD_MAXIMUM_BYTES ? messages.proofTooLarge : null;
}

function useProof(account: Order) {
  const queries = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const [share, setShare] = useState(0);
  const [received, setReceived] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const key = useRef('');
  const sending = useMutation({
    mutationFn: (chosen: File) => {
      const body = new FormData();
      body.set('screenshot', chosen);
      body.set('accountSize', String(account.accountSize));
      body.set('packageName', account.packageName);
      body.set('username', account.name);
      body.set('email', account.userEmail);
      const params = { id: account._id };
      return upload('POST /accounts/{id}/upload-proof', {
        params,
        body,
        onProgress: setShare,
        idempotencyKey: key.current,
      });
    },
    onSuccess: (answer) => {
      queries.setQueryData(
        getQuery('GET /accounts/{id}', { params: { id: account._id } }).queryKey,
        answer.account,
      );
      void queries.invalidateQueries({ queryKey: ['GET /dashboard/accounts'] });
      setFile(null);
      setReceived(true);
    },
    onError: (error) => {
      const text = messageOf(error, messages.proofFailed);
      setFailure(text);
      toast.error(text);
    },
  });
  return {
    file,
    share,
    received,
    failure,
    busy: sending.isPending,
    dismiss: () => setReceived(false),
    choose: (chosen: File | null) => {
      if (sending.isPending) return;
      const fault = chosen && faultOf(chosen);
      key.current = newKey();
      setFailure(fault);
      setFile(fault ? null : chosen);
    },
    send: () => {
      if (sending.isPending) return;
      if (!file) return void toast.error(messages.proofMissing);
      setFailure(null);
      setShare(0);
      sending.mutate(file);
    },
  };
}
