import { messages } from '@firmament/contract/messages';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, type RefObject, useRef, useState } from 'react';
import { messageOf, newKey, upload } from '../../../../api/client.ts';
import { Button } from '../../../../ui/Button.tsx';
import { Field } from '../../../../ui/Field.tsx';
import { formatCount } from '../../../../ui/format.ts';
import { TextArea } from '../../../../ui/inputs.tsx';
import { Panel } from '../../../../ui/Panel.tsx';
import { Progress } from '../../../../ui/Progress.tsx';
import { Notice } from '../../../../ui/States.tsx';
import { toast } from '../../../../ui/toast.ts';
import { useUnsaved } from '../../../../unsaved/unsaved.ts';
import { InlineFeedback, useAction } from '../feedback.tsx';
import { type Draft, useDraft } from './draft.ts';
import { ImagePicker } from './ImagePicker.tsx';
import { isImageUrl, splitUrls } from './image-urls.ts';
import { MailPreview } from './MailPreview.tsx';

/** Who gets it, in words. */
const audience = (recipients: number | undefined): string => {
  if (recipients === undefined) return 'all verified users who have not unsubscribed';
  return recipients === 1 ? '1 recipient' : `${formatCount(recipients)} recipients`;
};

/** Message, image URLs and pictures with their preview (`children` stand below it); says how many get it before it asks and sends. */
export function MailForm({ recipients, children }: { recipients: number | undefined; children: ReactNode }) {
  const { draft, edit, files, choose, fields, errors, problem, action, test, share, submit, sendTest } =
    useMailForm(recipients);
  // The texts are kept anyway; pictures are not.
  useUnsaved(files.length > 0);
  return (
    <div className="grid items-start gap-6 xl:grid-cols-2">
      <Panel title="Compose">
        <form onSubmit={submit} noValidate className="flex flex-col gap-5">
          <Field label="Message" hint="A blank line begins a new paragraph." error={errors.message}>
            <TextArea
              ref={fields.message}
              rows={9}
              maxLength={20_000}
              value={draft.message}
              onChange={(event) => edit({ message: event.target.value })}
            />
          </Field>
          <Field
            label="Image URLs"
            hint="One a line, or separated by commas or semicolons."
            error={errors.imageUrls}
          >
            <TextArea
              ref={fields.imageUrls}
              rows={3}
              spellCheck={false}
              value={draft.imageUrls}
              placeholder="https://"
              className="font-mono"
              onChange={(event) => edit({ imageUrls: event.target.value })}
            />
          </Field>
          <ImagePicker files={files} onChange={choose} />
          {problem && (
            <Notice tone="error" role="alert">
              {problem}
            </Notice>
          )}
          {action.busy && files.length > 0 && share < 1 && (
            <Progress label="Uploading images" value={share} max={1} />
          )}
          <div className="flex flex-wrap items-center gap-x-4 gap-y-3 border-t border-line pt-4">
            <Button type="submit" busy={action.busy} busyLabel={messages.sending}>
              Send Mass Email
            </Button>
            <Button variant="secondary" onClick={sendTest} busy={test.busy} busyLabel={messages.sending}>
              Send Test to Me
            </Button>
            {action.feedback?.tone === 'success' ? (
              <InlineFeedback feedback={action.feedback} />
            ) : (
              <p className="text-ink-2">
                To <strong className="font-semibold text-ink">{audience(recipients)}</strong>
              </p>
            )}
          </div>
        </form>
      </Panel>
      <div className="flex min-w-0 flex-col gap-6">
        <MailPreview message={draft.message} urls={splitUrls(draft.imageUrls)} pictures={files} />
        {children}
      </div>
    </div>
  );
}

type Content = { message: string; urls: readonly string[]; files: readonly File[] };

const bodyOf = ({ message, urls, files }: Content): FormData => {
  const body = new FormData();
  if (message.trim() !== '') body.append('message', message);
  for (const url of urls) body.append('imageUrls', url);
  for (const file of files) body.append('images', file);
  return body;
};

/** The same content sent once more after a lost connection is the same action, and sends no second mail. */
function useSameKey() {
  const last = useRef({ content: '', key: '' });
  return ({ message, urls, files }: Content): string => {
    const content = JSON.stringify([
      message,
      urls,
      files.map((file) => [file.name, file.size, file.lastModified]),
    ]);
    if (last.current.content !== content) last.current = { content, key: newKey() };
    return last.current.key;
  };
}

type Errors = Partial<Record<keyof Draft, string>>;

function useMailForm(recipients: number | undefined) {
  const client = useQueryClient();
  const [draft, change, clearDraft] = useDraft();
  const [files, setFiles] = useState<File[]>([]);
  const fields: Record<keyof Draft, RefObject<HTMLTextAreaElement | null>> = {
    message: useRef(null),
    imageUrls: useRef(null),
  };
  const [errors, setErrors] = useState<Errors>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [share, setShare] = useState(0);
  const keyOf = useSameKey();
  const action = useAction({
    run: (content: Content & { key: string }) =>
      upload('POST /admin/send-mass-email', {
        body: bodyOf(content),
        onProgress: setShare,
        idempotencyKey: content.key,
      }),
    success: (answer) => answer.message,
    failure: messages.massMailFailed,
    onDone: () => {
      clearDraft();
      setFiles([]);
      keyOf({ message: '', urls: [], files: [] });
      void client.invalidateQueries({ queryKey: ['GET /admin/mass-email'] });
    },
    onFailed: (error) => setProblem(messageOf(error, messages.massMailFailed)),
  });
  const test = useAction({
    run: (content: Content) => upload('POST /admin/mass-email/test', { body: bodyOf(content) }),
    success: (answer) => answer.message,
    failure: messages.massMailTestFailed,
    onFailed: (error) => setProblem(messageOf(error, messages.massMailTestFailed)),
  });
  const edit = (changes: Partial<Draft>) => {
    setErrors({});
    change(changes);
  };
  const choose = (chosen: File[]) => {
    setErrors({});
    setFiles(chosen);
  };
  const refuse = (name: keyof Draft, text: string): null => {
    setErrors({ [name]: text });
    fields[name].current?.focus();
    toast.error(text);
    return null;
  };
  /** What was written, or null where it cannot be sent. */
  const read = (): Content | null => {
    const content = { message: draft.message, urls: splitUrls(draft.imageUrls), files };
    setProblem(null);
    setErrors({});
    if (content.message.trim() === '' && content.urls.length === 0 && files.length === 0) {
      return refuse('message', messages.massMailContentRequired);
    }
    return content.urls.every(isImageUrl) ? content : refuse('imageUrls', messages.urlInvalid);
  };
  const sendTest = () => {
    const content = read();
    if (content) test.act(content);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (action.busy) return;
    setShare(0);
    const content = read();
    if (!content) return;
    if (window.confirm(`Send this email to ${audience(recipients)}?\n\nIt cannot be taken back.`)) {
      action.act({ ...content, key: keyOf(content) });
    }
  };
  return { draft, edit, files, choose, fields, errors, problem, action, test, share, submit, sendTest };
}
