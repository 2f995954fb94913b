import { needsName } from '@firmament/rules';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useEffect, useState } from 'react';
import { call } from '../../../../api/client.ts';
import { useFirm } from '../../../../api/firm.ts';
import { useAuth } from '../../../../auth/AuthProvider.tsx';
import { Panel } from '../../../../ui/Panel.tsx';
import { Tabs } from '../../../../ui/Tabs.tsx';

type MailPreviewProps = { message: string; urls: readonly string[]; pictures: readonly File[] };

const VIEWS = [
  { id: 'light', label: 'Light' },
  { id: 'dark', label: 'Dark' },
  { id: 'text', label: 'Text only' },
] as const;
type View = (typeof VIEWS)[number]['id'];

/** The mail as the sender would receive it: in a light and in a dark mail program, and as the text part. */
export function MailPreview({ message, urls, pictures }: MailPreviewProps) {
  const [view, setView] = useState<View>('light');
  const { name } = useFirm();
  return (
    <Panel title="Preview">
      <p className="pb-2 text-sm text-ink-2">
        Subject: <span className="font-semibold text-ink">A message from {name}</span>
      </p>
      <Tabs label="Preview" tabs={VIEWS} value={view} onChange={setView}>
        {view === 'text' ? (
          <TextPart message={message} urls={urls} />
        ) : (
          <HtmlPart scheme={view} message={message} urls={urls} pictures={pictures} />
        )}
      </Tabs>
    </Panel>
  );
}

const frame = 'mt-4 overflow-clip rounded-control border border-line';

/** The HTML part, drawn as the mail lays it out; pictures of other sites are named, not fetched. */
function HtmlPart({ scheme, message, urls, pictures }: MailPreviewProps & { scheme: 'light' | 'dark' }) {
  const { name, address, supportEmail, logo } = useFirm();
  const sign = logo?.light ?? logo?.dark;
  const { user } = useAuth();
  return (
    <div className={clsx(frame, scheme === 'light' ? 'mail-light' : 'mail-dark', 'mail-page px-3 py-6')}>
      <div className="mail-card mx-auto max-w-140 rounded-card border">
        <p className="mail-name px-7 pt-6">
          {sign && (
            <span
              className={clsx(
                logo?.light ? 'mail-light' : 'mail-dark',
                'mail-card inline-block rounded-control px-1.5 py-1 align-middle',
              )}
            >
              <img
                src={sign.url}
                alt={needsName(sign) ? '' : name}
                width={sign.width}
                height={sign.height}
                className="h-8 w-auto"
              />
            </span>
          )}
          {(!sign || needsName(sign)) && <span className={clsx(sign && 'ms-3')}>{name}</span>}
        </p>
        <div className="flex flex-col gap-4 px-7 pb-2 pt-5 text-prose">
          <p>Hello {user?.name},</p>
          {message.trim() === '' ? (
            <p className="mail-muted">Your message appears here.</p>
          ) : (
            <p className="whitespace-pre-line wrap-anywhere">{message.trim()}</p>
          )}
          {[...new Set(urls)].map((url) => (
            <p
              key={url}
              className="mail-muted rounded-control border border-dashed px-4 py-6 text-center text-sm"
            >
              Picture from {hostOf(url)}
            </p>
          ))}
          {pictures.map((file) => (
            <Picture key={`${file.name} ${file.size} ${file.lastModified}`} file={file} />
          ))}
        </div>
        <p className="mail-muted mail-foot mt-2 border-t px-7 pb-6 pt-4">
          {[name, address, supportEmail, `You receive this email because you are registered at ${name}.`]
            .filter(Boolean)
            .map((line) => (
              <span key={line} className="block">
                {line}
              </span>
            ))}
          <span className="underline">Unsubscribe</span>
        </p>
      </div>
    </div>
  );
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url);

function Picture({ file }: { file: File }) {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url && <img src={url} alt={file.name} className="h-auto max-w-full" />;
}

const PAUSE_MILLISECONDS = 400;

/** The text part, written by the server itself. */
function TextPart({ message, urls }: { message: string; urls: readonly string[] }) {
  const wanted = JSON.stringify({ message, imageUrls: urls });
  const [asked, setAsked] = useState(wanted);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(wanted), PAUSE_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [wanted]);
  const query = useQuery({
    queryKey: ['POST /admin/mass-email/preview', asked],
    queryFn: ({ signal }) => call('POST /admin/mass-email/preview', { body: JSON.parse(asked), signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <pre
      aria-busy={query.isFetching}
      className={clsx(frame, 'min-h-40 whitespace-pre-wrap bg-surface p-4 font-mono text-sm wrap-anywhere')}
    >
      {query.isError ? 'The preview cannot be shown now.' : query.data?.text}
    </pre>
  );
}
