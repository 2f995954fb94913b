import { messages } from '@firmament/contract/messages';
import { useEffect, useState } from 'react';
import { forgetSessionEnd, hasSessionEnded } from '../../../guards/origin.ts';
import { Notice } from '../../../ui/States.tsx';

/** Why one is asked to sign in, where a session ended by itself; it is said on this visit of the page alone. */
export function SessionEnded() {
  const [ended] = useState(hasSessionEnded);
  useEffect(() => forgetSessionEnd, []);
  return (
    ended && (
      <Notice tone="warn" role="status">
        {messages.signInAgain}
      </Notice>
    )
  );
}
