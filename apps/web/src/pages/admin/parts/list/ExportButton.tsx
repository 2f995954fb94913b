import { messages } from '@firmament/contract/messages';
import { Download } from 'lucide-react';
import { Button } from '../../../../ui/Button.tsx';
import { useAction } from '../feedback.tsx';

type ExportButtonProps = {
  /** Asks for the file. */
  run: () => Promise<void>;
  size?: 'small' | 'medium';
};

/** Downloads rows as a CSV file. */
export function ExportButton({ run, size = 'medium' }: ExportButtonProps) {
  const action = useAction({
    run: (_: undefined) => run(),
    success: () => 'The CSV file was downloaded.',
    failure: messages.exportFailed,
  });
  return (
    <Button
      variant="secondary"
      size={size}
      icon={<Download size={16} aria-hidden="true" />}
      busy={action.busy}
      onClick={() => action.act(undefined)}
    >
      Export CSV
    </Button>
  );
}
