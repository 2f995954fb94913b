import { History } from 'lucide-react';
import { IconButton } from '../../ui/Button.tsx';
import { useMessages } from '../../ui/toast-log.ts';
import { openLayer } from './layers.ts';

/** Opens the list of the last messages. `whenAny` draws it only once there is one. */
export function MessagesButton({ whenAny = false, className }: { whenAny?: boolean; className?: string }) {
  const messages = useMessages();
  if (whenAny && messages.length === 0) return null;
  return (
    <IconButton
      label="Recent messages"
      icon={<History size={18} aria-hidden="true" />}
      onClick={() => openLayer('messages')}
      className={className}
    />
  );
}
