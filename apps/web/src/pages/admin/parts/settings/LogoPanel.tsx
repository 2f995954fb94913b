import { messages } from '@firmament/contract/messages';
import { UPLOAD_MAXIMUM_BYTES } from '@firmament/rules';
import { useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, useId } from 'react';
import { call, upload } from '../../../../api/client.ts';
import { type Firm, firmQuery, useFirm } from '../../../../api/firm.ts';
import { Button, buttonClass } from '../../../../ui/Button.tsx';
import { LogoFor } from '../../../../ui/Logo.tsx';
import { Panel } from '../../../../ui/Panel.tsx';
import { toast } from '../../../../ui/toast.ts';
import { InlineFeedback, useAction } from '../feedback.tsx';

const TYPES = ['image/png', 'image/jpeg', 'image/webp'];
const SCHEMES = [
  { scheme: 'light', title: 'On light pages' },
  { scheme: 'dark', title: 'On dark pages' },
] as const;
type Scheme = (typeof SCHEMES)[number]['scheme'];

/** The firm's logo for both themes: what is chosen holds at once. */
export function LogoPanel() {
  const firm = useFirm();
  return (
    <Panel title="Logo">
      <p className="text-sm text-ink-2">
        A PNG, JPEG or WebP image of at most 10 MiB, shown 32 pixels high in place of the name; beside a
        narrow one the name stays. It holds at once, in emails too.
      </p>
      <div className="mt-4 grid gap-4 sm:grid-cols-2">
        {SCHEMES.map((given) => (
          <SchemeLogo key={given.scheme} firm={firm} {...given} />
        ))}
      </div>
    </Panel>
  );
}

type SchemeLogoProps = { firm: Firm; scheme: Scheme; title: string };

function SchemeLogo({ firm, scheme, title }: SchemeLogoProps) {
  const client = useQueryClient();
  const id = useId();
  const own = firm.logo?.[scheme] ?? null;
  const onDone = ({ logo }: Pick<Firm, 'logo'>) => client.setQueryData(firmQuery.queryKey, { ...firm, logo });
  const setting = useAction({
    run: (file: File) => {
      const body = new FormData();
      body.set('scheme', scheme);
      body.set('logo', file);
      return upload('POST /admin/firm/logo', { body });
    },
    success: () => messages.logoSaved,
    failure: messages.logoChangeFailed,
    onDone,
  });
  const removal = useAction({
    run: () => call('DELETE /admin/firm/logo/{scheme}', { params: { scheme } }),
    success: () => messages.logoRemoved,
    failure: messages.logoChangeFailed,
    onDone,
  });
  const onPick = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? [];
    // The same file can be picked again.
    event.target.value = '';
    if (!file) return;
    if (!TYPES.includes(file.type)) toast.error(messages.logoNotAnImage);
    else if (file.size > UPLOAD_MAXIMUM_BYTES) toast.error(messages.proofTooLarge);
    else setting.act(file);
  };
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <p className="font-medium">{title}</p>
      <div
        className={`flex h-16 items-center gap-2.5 overflow-clip rounded-control border border-line bg-bg px-4 text-ink ${
          scheme === 'light' ? 'scheme-light' : 'scheme-dark'
        }`}
      >
        <span className="serif flex min-w-0 items-center gap-2.5 text-[1.375rem]/8 font-medium tracking-tight">
          {firm.logo ? <LogoFor logo={firm.logo} name={firm.name} scheme={scheme} /> : firm.name}
        </span>
      </div>
      <div className="flex flex-wrap gap-2">
        <label
          htmlFor={id}
          className={buttonClass(
            { variant: 'secondary', size: 'small' },
            'relative cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-focus',
          )}
        >
          {own ? 'Replace' : 'Choose Image'}
          <span className="sr-only"> {title.toLowerCase()}</span>
          <input
            id={id}
            type="file"
            accept={TYPES.join()}
            onChange={onPick}
            className="absolute inset-0 w-full cursor-pointer opacity-0"
          />
        </label>
        {own && (
          <Button variant="quiet" size="small" busy={removal.busy} onClick={() => removal.act(undefined)}>
            Remove<span className="sr-only"> {title.toLowerCase()}</span>
          </Button>
        )}
      </div>
      <InlineFeedback feedback={setting.feedback ?? removal.feedback} />
    </div>
  );
}
