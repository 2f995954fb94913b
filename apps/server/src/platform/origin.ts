import { AsyncLocalStorage } from 'node:async_hooks';

/** From which session and IP address something was asked for. */
export type Origin = { session_id: string | null; ip: string | null };

const NOBODY: Origin = { session_id: null, ip: null };
const origins = new AsyncLocalStorage<Origin>();

/** Runs a call; what it writes into the history tells where it came from. */
export const fromOrigin = <T>(origin: Origin, work: () => T): T => origins.run(origin, work);

/** Where the running call came from; outside of a call nowhere. */
export const originOfCall = (): Origin => origins.getStore() ?? NOBODY;
