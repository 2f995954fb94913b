import type { ResponseBody } from '@firmament/contract';
import { messages } from '@firmament/contract/messages';
import { useMutation } from '@tanstack/react-query';
import { BadgeCheck, ShieldAlert } from 'lucide-react';
import { call, messageOf } from '../../../../api/client.ts';
import { Button } from '../../../../ui/Button.tsx';
import { CopyButton } from '../../../../ui/CopyButton.tsx';
import { formatCount } from '../../../../ui/format.ts';

type Verdict = ResponseBody<'POST /admin/audit/verify'>;

/** The button that recomputes the chain, and what came out. */
export function useVerifyLog() {
  const verify = useMutation({ mutationFn: () => call('POST /admin/audit/verify') });
  return {
    button: (
      <Button
        variant="secondary"
        icon={<BadgeCheck size={16} aria-hidden="true" />}
        busy={verify.isPending}
        onClick={() => verify.mutate()}
      >
        {verify.isPending ? 'Verifying...' : 'Verify the Log'}
      </Button>
    ),
    result: (
      <div role="status">
        {verify.isError && (
          <p className="mt-4 text-loss">{messageOf(verify.error, messages.auditVerifyFailed)}</p>
        )}
        {verify.data && <Outcome verdict={verify.data} />}
      </div>
    ),
  };
}

function Outcome({ verdict }: { verdict: Verdict }) {
  const { checked, head, fault } = verdict;
  if (fault) {
    return (
      <p className="mt-4 flex items-start gap-2 rounded-card bg-loss-tint px-4 py-3 text-loss">
        <ShieldAlert size={18} className="mt-0.5 shrink-0" aria-hidden="true" />
        <span>
          <strong className="font-semibold">{fault.message}</strong> {formatCount(checked)} lines before it
          are whole. Somebody changed the database outside of this program: compare it with a backup.
        </span>
      </p>
    );
  }
  const place = head ? `${head.seq}:${head.hash}` : '';
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-1 rounded-card bg-gain-tint px-4 py-3">
      <p className="flex items-center gap-2 text-gain">
        <BadgeCheck size={18} className="shrink-0" aria-hidden="true" />
        {head ? `All ${formatCount(checked)} lines are whole.` : 'The log is empty.'}
      </p>
      {head && (
        <p className="flex min-w-0 items-center gap-2 text-sm text-ink-2">
          Ends with <span className="font-mono">{place.slice(0, place.indexOf(':') + 9)}…</span>
          <CopyButton text={place} label="Copy the end of the log" />
        </p>
      )}
    </div>
  );
}
