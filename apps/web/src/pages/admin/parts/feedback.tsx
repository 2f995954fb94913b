import { messages } from '@firmament/contract/messages';
import { FEEDBACK_MILLISECONDS } from '@firmament/rules';
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Check, CircleAlert } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError, messageOf } from '../../../api/client.ts';
import { readToken } from '../../../auth/token.ts';
import { toast } from '../../../ui/toast.ts';
import { isForbidden } from './page.tsx';

export type Feedback = { tone: 'success' | 'error'; text: string };

/** A message beside what was pressed; it clears after 3 seconds (specification section 9). */
function useFeedback(): [Feedback | null, (feedback: Feedback | null) => void] {
  const [feedback, setFeedback] = useState<Feedback | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const say = useCallback((next: Feedback | null) => {
    clearTimeout(timer.current);
    setFeedback(next);
    if (next) timer.current = setTimeout(() => setFeedback(null), FEEDBACK_MILLISECONDS);
  }, []);
  return [feedback, say];
}

/** The message's place keeps its height, so that nothing moves. Toasts announce it; this one is not read twice. */
export function InlineFeedback({ feedback, className }: { feedback: Feedback | null; className?: string }) {
  const Icon = feedback?.tone === 'error' ? CircleAlert : Check;
  return (
    <p
      className={clsx(
        'flex min-h-5 items-start gap-1.5 text-sm',
        feedback?.tone === 'error' ? 'text-loss' : 'text-gain',
        className,
      )}
    >
      {feedback && (
        <>
          <Icon size={14} className="mt-0.5 shrink-0" aria-hidden="true" />
          <span className="min-w-0">{feedback.text}</span>
        </>
      )}
    </p>
  );
}

type ActionOptions<Input, Answer> = {
  run: (input: Input) => Promise<Answer>;
  /** What to say when it worked. */
  success: (answer: Answer, input: Input) => string;
  /** The specified text where the server says nothing. */
  failure: string | ((input: Input) => string);
  /** Before the call leaves. */
  onStart?: (input: Input) => void;
  onDone?: (answer: Answer, input: Input) => void;
  onFailed?: (error: unknown, input: Input) => void;
  /** Shows a failure where it belongs, and says whether it did: then it is not told here too, nor to `onFailed`. */
  meet?: (error: unknown, input: Input) => boolean | Promise<boolean>;
};

export type Action<Input, Answer> = {
  /** Starts; ignored while it runs. */
  act: (input: Input) => void;
  busy: boolean;
  feedback: Feedback | null;
  /** Takes the message in its place away. */
  dismiss: () => void;
  mutation: UseMutationResult<Answer, Error, Input>;
};

/** One button's action: runs once at a time, says the result as a toast and in its place, and learns of a lost role. */
export function useAction<Input, Answer>(options: ActionOptions<Input, Answer>): Action<Input, Answer> {
  const { run, success, failure, onStart, onDone, onFailed, meet } = options;
  const client = useQueryClient();
  const [feedback, say] = useFeedback();
  const tell = async (error: Error, input: Input): Promise<void> => {
    if (await meet?.(error, input)) return;
    const text = messageOf(error, typeof failure === 'string' ? failure : failure(input));
    toast.error(text);
    say({ tone: 'error', text });
    onFailed?.(error, input);
  };
  const mutation = useMutation<Answer, Error, Input>({
    mutationFn: run,
    onMutate: (input) => {
      say(null);
      onStart?.(input);
    },
    onSuccess: (answer, input) => {
      const text = success(answer, input);
      toast.success(text);
      say({ tone: 'success', text });
      onDone?.(answer, input);
    },
    onError: (error, input) => {
      // The page's own calls then answer 403 as well, and the page says so.
      if (isForbidden(error)) void client.invalidateQueries();
      void tell(error, input);
    },
  });
  const act = (input: Input) => {
    if (mutation.isPending) return;
    // The token was taken out of the storage while the page was open.
    if (readToken() === null) toast.error(messages.tokenNotFoundLogin);
    mutation.mutate(input);
  };
  return { act, busy: mutation.isPending, feedback, dismiss: () => say(null), mutation };
}

/** Whether somebody else changed the thing since it was read (If-Match failed). */
export const isConflict = (error: unknown): boolean => error instanceof ApiError && error.status === 412;
