import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router';
import { describe, expect, it } from 'vitest';
import { makeQueryClient } from '../api/query-client.ts';
import { ErrorPage } from './ErrorPage.tsx';

/** What the page shows for what a route threw. */
const shownFor = async (thrown: unknown): Promise<string> => {
  const handler = createStaticHandler([
    {
      path: '/',
      errorElement: <ErrorPage />,
      loader: () => {
        throw thrown;
      },
      element: null,
    },
  ]);
  const context = await handler.query(new Request('http://localhost/'));
  if (context instanceof Response) throw new Error('the handler answered by itself');
  const router = createStaticRouter(handler.dataRoutes, context);
  return renderToStaticMarkup(
    <QueryClientProvider client={makeQueryClient()}>
      <StaticRouterProvider router={router} context={context} hydrate={false} />
    </QueryClientProvider>,
  )
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');
};

describe('the page of an unexpected routing error', () => {
  // spec 2.70, 2.71
  it.each([
    ['418 Teapot', new Response(null, { status: 418, statusText: 'Teapot' })],
    ['The chart is upside down.', new Error('The chart is upside down.')],
    ['no more than a text', 'no more than a text'],
  ])('shows the status and text, or the message: %s', async (text, thrown) => {
    expect(await shownFor(thrown)).toContain(`Unexpected Application Error! ${text} `);
  });
});
