import { messages } from '@firmament/contract/messages';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';
import { accountsChanged } from './account-cache.ts';
import { useAction } from './feedback.tsx';

/** Reminds the traders whose orders are unpaid. */
export function useReminders() {
  const client = useQueryClient();
  return useAction({
    run: (_: undefined) => call('POST /admin/send-payment-reminder-email'),
    success: (answer) => answer.message,
    failure: messages.remindersFailed,
    onDone: () => accountsChanged(client),
  });
}
