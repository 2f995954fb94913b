import type { ResponseBody, RouteKey } from '@firmament/contract';
import type { QueryClient } from '@tanstack/react-query';
import { firmQuery } from './api/firm.ts';
import { packagesQuery } from './packages/usePackages.ts';

/** What the server knew when it sent a document: of every page the firm, of a rendered one also packages and texts. */
export type PageState = {
  firm: ResponseBody<'GET /firm'>;
  packages?: ResponseBody<'GET /account-packages'>;
  /** What the calls that the page makes would answer. */
  answers?: readonly { key: RouteKey; params: Record<string, string>; body: unknown }[];
};

/** Puts the state where the pages look for it. */
export function applyPageState(queries: QueryClient, { firm, packages, answers = [] }: PageState): void {
  queries.setQueryData(firmQuery.queryKey, firm);
  if (packages) queries.setQueryData(packagesQuery.queryKey, packages);
  for (const { key, params, body } of answers) queries.setQueryData([key, params, {}], body);
}

/** The state that came with this document; null where the server could not read it. */
export function readPageState(): PageState | null {
  const text = document.querySelector('#page-state')?.textContent;
  return text ? JSON.parse(text) : null;
}
