import type { Context } from '../context.ts';

const seen = new WeakSet<Context>();

/** Notes that a proxy stands before the server though none is trusted, and warns of it in the log once. */
export const noteForwarded = (context: Context, forwarded: string | undefined): void => {
  if (forwarded === undefined || context.config.trustProxy > 0 || seen.has(context)) return;
  seen.add(context);
  context.log.warn(
    'X-Forwarded-For was seen, but TRUST_PROXY is 0: all visitors behind the proxy share one address and its limits',
  );
};

/** Whether X-Forwarded-For was seen since the start though no proxy is trusted. */
export const isForwardedUntrusted = (context: Context): boolean => seen.has(context);
