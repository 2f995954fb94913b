import { randomUUID } from 'node:crypto';

/** What a client asks for. */
export type Deed =
  | 'register'
  | 'verify'
  | 'purchase'
  | 'upload'
  | 'accept'
  | 'reject'
  | 'credentials'
  | 'balance'
  | 'delete';

/** One write as its client sees it. `unknown`: no answer came, so it is done whole or not at all. */
export type Entry = {
  deed: Deed;
  /** After which kill it was first sent. */
  round: number;
  /** E-mail address of who asks. */
  by: string;
  key: string;
  /** The account, or for a registration and its verification the e-mail address. */
  subject: string;
  outcome: 'unknown' | 'acknowledged' | 'refused';
  /** While it waits for its answer. */
  inFlight: boolean;
};

/** What the clients know of their own writes; nothing in it comes from the database. */
export type CallLog = {
  readonly entries: readonly Entry[];
  begin(deed: Deed, by: string, subject: string): Entry;
  /** Begins the next round; what waits for an answer gets none any more. */
  nextRound(): void;
  readonly round: number;
};

export const createCallLog = (): CallLog => {
  const entries: Entry[] = [];
  let round = 0;
  return {
    entries,
    begin(deed, by, subject) {
      const entry: Entry = {
        deed,
        round,
        by,
        subject,
        key: randomUUID(),
        outcome: 'unknown',
        inFlight: true,
      };
      entries.push(entry);
      return entry;
    },
    nextRound() {
      round += 1;
      for (const entry of entries) entry.inFlight = false;
    },
    get round() {
      return round;
    },
  };
};

/** `3 purchase, 1 upload`, the most frequent first. */
export const countDeeds = (entries: readonly Entry[]): string => {
  const counts = new Map<string, number>();
  for (const { deed } of entries) counts.set(deed, (counts.get(deed) ?? 0) + 1);
  const parts = [...counts].sort(([, one], [, other]) => other - one);
  return parts.map(([deed, times]) => `${times} ${deed}`).join(', ') || 'nothing';
};
