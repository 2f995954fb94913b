import type { HttpBindings } from '@hono/node-server';
import type { Hono } from 'hono';
import * as z from 'zod/mini';
import type { Context } from '../context.ts';
import { countLimit, LIMITS } from './limits.ts';
import { addressKey, requestFacts } from './request.ts';

/** Where browsers report what the content security policy stopped. */
export const POLICY_REPORTS_PATH = '/policy-reports';
const MOST_BYTES = 32 * 1024;
const MOST_REPORTS = 20;

const text = z.catch(z.optional(z.string()), undefined);
/** The two shapes in which browsers report: the Reporting API's list, and the older single object. */
const reportsShape = z.array(
  z.object({
    body: z.object({ effectiveDirective: text, blockedURL: text, documentURL: text, sample: text }),
  }),
);
const olderShape = z.object({
  'csp-report': z.object({
    'effective-directive': text,
    'violated-directive': text,
    'blocked-uri': text,
    'document-uri': text,
    'script-sample': text,
  }),
});

export type PolicyReport = { directive: string; blocked: string; page: string; sample: string };

/** An address without its query and fragment, which may hold what is nobody's business. */
const withoutQuery = (address: string | undefined): string =>
  (address ?? '')
    .split(/[?#]/)[0]
    ?.replace(/\/(reset-password|setup|unsubscribe)\/.*/, '/$1/…')
    .slice(0, 200) ?? '';

const short = (value: string | undefined): string => (value ?? '').slice(0, 100);

/** Reads a report of either shape; an empty list for anything else. */
export const readPolicyReports = (json: string): PolicyReport[] => {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return [];
  }
  const list = reportsShape.safeParse(value);
  if (list.success)
    return list.data.slice(0, MOST_REPORTS).map(({ body }) => ({
      directive: short(body.effectiveDirective),
      blocked: withoutQuery(body.blockedURL),
      page: withoutQuery(body.documentURL),
      sample: short(body.sample),
    }));
  const older = olderShape.safeParse(value);
  if (!older.success) return [];
  const report = older.data['csp-report'];
  return [
    {
      directive: short(report['effective-directive'] ?? report['violated-directive']),
      blocked: withoutQuery(report['blocked-uri']),
      page: withoutQuery(report['document-uri']),
      sample: short(report['script-sample']),
    },
  ];
};

/** Takes the reports of browsers, at most 32 KiB each and 60 an hour an address, and writes them to the log. */
export const servePolicyReports = (app: Hono<{ Bindings: HttpBindings }>, context: Context): void => {
  app.post(POLICY_REPORTS_PATH, async (c) => {
    const { ip } = requestFacts(c, context.config.trustProxy);
    const limited = await countLimit(
      context.db,
      LIMITS.policyReports,
      addressKey(ip),
      context.clock.now(),
      context.config.rateScale,
    ).catch(() => true);
    const length = Number(c.req.header('content-length') ?? Number.NaN);
    if (limited || !(length <= MOST_BYTES)) return c.body(null, 204);
    for (const report of readPolicyReports(await c.req.text()))
      context.log.warn(
        { report },
        'a browser stopped something that the content security policy does not allow',
      );
    return c.body(null, 204);
  });
};
