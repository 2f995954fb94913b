import type { ResponseBody, RouteKey } from '@firmament/contract';
import type { CallOptions, Rest } from './client.ts';
import { getQuery, usePageQuery } from './queries.ts';

type ContentKey = Extract<RouteKey, `GET /firm/${string}`>;

/** A part of the firm's texts: known from the start on the page that shows it first, asked for on the way to another. */
export const useContent = <Key extends ContentKey>(
  key: Key,
  ...rest: Rest<Key, Pick<CallOptions<Key>, 'params' | 'query'>>
) => usePageQuery({ ...getQuery(key, ...rest), staleTime: 300_000 });

export type Testimonial = ResponseBody<'GET /firm/testimonials'>['testimonials'][number];
export type About = ResponseBody<'GET /firm/about'>;
export type Question = ResponseBody<'GET /firm/faq/{list}'>['questions'][number];
export type LegalText = ResponseBody<'GET /firm/legal/{page}'>;
