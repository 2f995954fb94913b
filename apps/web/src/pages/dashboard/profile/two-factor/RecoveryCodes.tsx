import { Download, Printer } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useFirm } from '../../../../api/firm.ts';
import { Button } from '../../../../ui/Button.tsx';
import { CopyButton } from '../../../../ui/CopyButton.tsx';
import { Checkbox } from '../../../../ui/inputs.tsx';
import { saveFile } from '../../../../ui/save-file.ts';
import { useUnsaved } from '../../../../unsaved/unsaved.ts';

/** Prints one part of the page alone. */
function printPart(): void {
  const { dataset } = document.documentElement;
  dataset.print = 'part';
  addEventListener('afterprint', () => delete dataset.print, { once: true });
  window.print();
}

type RecoveryCodesProps = { codes: readonly string[]; email: string; onDone: () => void };

/** The ten codes, shown this once; leaving before they are kept asks first. */
export function RecoveryCodes({ codes, email, onDone }: RecoveryCodesProps) {
  const { name } = useFirm();
  const [kept, setKept] = useState(false);
  useUnsaved(!kept);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const file = [
    `${name}: recovery codes of ${email}`,
    'Each works once, in place of a code of the app.',
    '',
    ...codes,
    '',
  ];
  return (
    <>
      <div className="print-part">
        <h3 ref={title} tabIndex={-1} className="font-semibold">
          Keep your recovery codes
        </h3>
        <p className="mt-1 text-ink-2">
          Each of them signs you in once without the app. They are shown only now: keep them where you would
          find them without your phone.
        </p>
        <p className="print-only mt-2 font-medium">
          {name} · {email}
        </p>
        <ol
          aria-label="Recovery codes"
          translate="no"
          className="mt-4 grid grid-cols-2 gap-x-6 gap-y-1 rounded-control border border-line bg-sunken px-4 py-3 font-mono text-ui"
        >
          {codes.map((code) => (
            <li key={code} className="py-0.5">
              {code}
            </li>
          ))}
        </ol>
      </div>
      <div className="mt-3 flex flex-wrap gap-2">
        <CopyButton text={codes.join('\n')} label="Copy Codes" showLabel />
        <Button
          variant="secondary"
          size="small"
          icon={<Download size={16} aria-hidden="true" />}
          onClick={() => saveFile('recovery-codes.txt', 'text/plain', file.join('\n'))}
        >
          Download
        </Button>
        <Button
          variant="secondary"
          size="small"
          icon={<Printer size={16} aria-hidden="true" />}
          onClick={printPart}
        >
          Print
        </Button>
      </div>
      <Checkbox
        className="mt-5"
        label="I have kept these codes"
        checked={kept}
        onChange={(event) => setKept(event.target.checked)}
      />
      <Button
        className="mt-3"
        disabledReason={!kept && 'Keep the codes first and tick the box'}
        onClick={onDone}
      >
        Done
      </Button>
    </>
  );
}
