import { messages } from '@firmament/contract/messages';
import { UPLOAD_MAXIMUM_BYTES } from '@firmament/rules';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { messageOf, newKey, upload } from '../../../api/client.ts';
import { orderQuery } from '../../../api/page-queries.ts';
import { toast } from '../../../ui/toast.ts';
import type { Order } from './order.ts';
import { smallerImage } from './smaller-image.ts';

/** The chosen picture as it will be sent, and what it weighed when it was chosen. */
export type ChosenProof = { file: File; originalBytes: number };

/** What can be said of a file before it is read; the server looks at the bytes themselves. */
function faultOf({ name, type }: File): string | null {
  if (/^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name)) return messages.proofHeic;
  return type.startsWith('image/') ? null : messages.proofNotAnImage;
}

/** The proof that is being chosen, made smaller and sent; a retry after a failure is the same action. */
export function useProof(account: Order) {
  const queries = useQueryClient();
  const [chosen, setChosen] = useState<ChosenProof | null>(null);
  const [preparing, setPreparing] = useState(false);
  const [share, setShare] = useState(0);
  const [received, setReceived] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const key = useRef('');
  /** Counts the choices: an older picture that is ready late is dropped. */
  const choice = useRef(0);
  const sending = useMutation({
    mutationFn: (file: File) => {
      const body = new FormData();
      body.set('screenshot', file);
      body.set('accountSize', String(account.accountSize));
      body.set('packageName', account.packageName);
      body.set('username', account.name);
      body.set('email', account.userEmail);
      return upload('POST /accounts/{id}/upload-proof', {
        params: { id: account._id },
        body,
        onProgress: setShare,
        idempotencyKey: key.current,
      });
    },
    onSuccess: (answer) => {
      queries.setQueryData(orderQuery(account._id).queryKey, answer.account);
      void queries.invalidateQueries({ queryKey: ['GET /dashboard/accounts'] });
      setChosen(null);
      setReceived(true);
    },
    onError: (error) => {
      const text = messageOf(error, messages.proofFailed);
      setFailure(text);
      toast.error(text);
    },
  });
  const choose = async (file: File | null) => {
    if (sending.isPending) return;
    choice.current += 1;
    const mine = choice.current;
    key.current = newKey();
    const fault = file && faultOf(file);
    setFailure(fault);
    setChosen(null);
    setPreparing(file !== null && !fault);
    if (!file || fault) return;
    const ready = await smallerImage(file);
    if (mine !== choice.current) return;
    setPreparing(false);
    if (ready.size > UPLOAD_MAXIMUM_BYTES) setFailure(messages.proofTooLarge);
    else setChosen({ file: ready, originalBytes: file.size });
  };
  return {
    chosen,
    preparing,
    share,
    received,
    failure,
    busy: sending.isPending,
    dismiss: () => setReceived(false),
    choose: (file: File | null) => void choose(file),
    send: () => {
      if (sending.isPending || preparing) return;
      if (!chosen) return void toast.error(messages.proofMissing);
      setFailure(null);
      setShare(0);
      sending.mutate(chosen.file);
    },
  };
}
