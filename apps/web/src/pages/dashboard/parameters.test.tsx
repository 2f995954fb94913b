import { QueryClientProvider } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router';
import { describe, expect, it } from 'vitest';
import { makeQueryClient } from '../../api/query-client.ts';
import { AuthProvider } from '../../auth/AuthProvider.tsx';
import * as DashboardPage from './DashboardPage.tsx';
import * as PurchasePage from './PurchasePage.tsx';

/** A page as a route of no parameters and without a token; what it says. */
const visit = async (Component: ComponentType) => {
  const handler = createStaticHandler([{ path: '*', Component }]);
  const context = await handler.query(new Request('http://localhost/here'));
  if (context instanceof Response) throw new Error('the handler answered by itself');
  const router = createStaticRouter(handler.dataRoutes, context);
  const html = renderToStaticMarkup(
    <QueryClientProvider client={makeQueryClient()}>
      <AuthProvider isRendered>
        <StaticRouterProvider router={router} context={context} hydrate={false} />
      </AuthProvider>
    </QueryClientProvider>,
  );
  return html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
};

describe('without what its guard or its address should have given', () => {
  // spec 8.30
  it('the purchase says that no package is named', async () => {
    expect(await visit(PurchasePage.Component)).toContain('No package ID provided.');
  });

  // spec 8.42
  it('the accounts ask to log in again', async () => {
    const text = await visit(DashboardPage.Component);
    expect(text).toContain('Authentication token not available. Please log in again.');
    expect(text).toContain('Purchase an Account');
  });
});
