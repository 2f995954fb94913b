/** Names and bounds of the administration's lists; nothing else, so that the web loads them alone. */

/** Queues of the accounts: what waits for a person, then the running and the failed ones. */
export const ACCOUNT_QUEUES = [
  'proof_to_review',
  'needs_credentials',
  'at_target',
  'near_floor',
  'reminder_due',
  'active',
  'failed',
] as const;

/** What the accounts can be sorted by. */
export const ACCOUNT_SORTS = [
  'created',
  'user',
  'tier',
  'balance',
  'equity',
  'status',
  'payment',
  'stage',
  'mt5',
] as const;

/** What sets users apart: in use, address not verified yet, disabled by the firm, closed by themselves. */
export const USER_STATES = ['enabled', 'unverified', 'disabled', 'closed'] as const;

/** What the users can be sorted by. */
export const USER_SORTS = ['created', 'name', 'email'] as const;

/** Rows that can be named one by one, in one call. */
export const MOST_NAMED = 1000;
/** Rows that one bulk change may reach through the filter of a list. */
export const MOST_MATCHING = 10_000;

/** Views of its own that an administrator may keep of one list. */
export const MOST_VIEWS = 20;

/** What the audit log is about: what happened to accounts, and what the administration changed besides. */
export const AUDIT_SOURCES = ['account', 'admin'] as const;
