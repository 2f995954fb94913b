import { type RouteKey, routes } from '@firmament/contract';
import * as z from 'zod/mini';
import type { Context } from '../../context.ts';
import { shown } from './content.routes.ts';

/** What one call would answer, sent along with a page. */
export type KnownAnswer = { key: RouteKey; params: Record<string, string>; body: unknown };

const answer = (key: RouteKey, params: Record<string, string>, body: unknown): KnownAnswer => ({
  key,
  params,
  body: z.encode(routes[key].response, body as never),
});

const legal = (page: 'privacy' | 'terms' | 'refund') => async (context: Context) =>
  answer('GET /firm/legal/{page}', { page }, await shown.legal(context, page));

const PAGES: Record<string, (context: Context) => Promise<KnownAnswer>> = {
  '/': async (context) => answer('GET /firm/testimonials', {}, await shown.testimonials(context)),
  '/rules': async (context) =>
    answer('GET /firm/faq/{list}', { list: 'rules' }, await shown.faq(context, 'rules')),
  '/about': async (context) => answer('GET /firm/about', {}, await shown.about(context)),
  '/privacy': legal('privacy'),
  '/terms': legal('terms'),
  '/refund': legal('refund'),
};

/** The texts that a public page shows, as the calls answer them. Call it outside a transaction. */
export const contentOfPage = async (context: Context, path: string): Promise<KnownAnswer[]> => {
  const read = PAGES[path];
  return read ? [await read(context)] : [];
};
