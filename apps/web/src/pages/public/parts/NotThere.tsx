import { messages } from '@firmament/contract/messages';
import { messageOf } from '../../../api/client.ts';
import { ErrorState } from '../../../ui/States.tsx';

export type NotThereProps = { error: Error; onRetry: () => void; retrying: boolean };

/** A text that could not be loaded, in its place. */
export function NotThere({ error, onRetry, retrying }: NotThereProps) {
  return <ErrorState message={messageOf(error, messages.internal)} onRetry={onRetry} retrying={retrying} />;
}
