import type { ResponseBody } from '@firmament/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from './client.ts';

export type Firm = ResponseBody<'GET /firm'>;

/** Stands until the answer is there, and where it never comes. */
const FALLBACK: Firm = {
  name: 'Firmament',
  supportEmail: 'support@example.com',
  address: '',
  socialLinks: [],
  hue: 235,
  copyrightYear: 2025,
  offerBadge: '',
  offerStart: '2025-06-01T00:00:00.000Z',
  timeZone: 'UTC',
  logo: null,
  demo: null,
};

export const firmQuery = queryOptions({
  queryKey: ['GET /firm'],
  queryFn: ({ signal }) => call('GET /firm', { signal }),
  staleTime: 300_000,
});

/** What the firm says of itself: name, support e-mail, address, links, offer. Never write these in a component. */
export const useFirm = (): Firm => useQuery(firmQuery).data ?? FALLBACK;
