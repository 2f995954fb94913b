import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';

/** How long a sender may go on sending a body that was already answered. */
const LINGER_MILLISECONDS = 10_000;
const STALL_MILLISECONDS = 120_000;

/**
 * What is left of an answered request's body is read and thrown away, so that its sender can read the answer and use the
 * connection again; one who goes on for 10 s is cut off.
 */
const lingerAfter = (request: IncomingMessage, response: ServerResponse): void => {
  response.once('finish', () => {
    if (request.complete || request.destroyed) return;
    const { socket } = request;
    const late = setTimeout(() => socket.destroySoon(), LINGER_MILLISECONDS);
    request.once('close', () => clearTimeout(late));
    request.resume();
  });
};

/**
 * The HTTP server of an application, not yet listening: headers in 10 s, a whole request in 120 s (each looked at every 2 s, where
 * Node.js would every 30), and no connection on which nothing moves for 120 s, as one whose answer nobody reads.
 */
export const createHttpServer = (fetch: Parameters<typeof getRequestListener>[0]): Server => {
  const answer = getRequestListener(fetch, { autoCleanupIncoming: false });
  return createServer(
    {
      headersTimeout: 10_000,
      requestTimeout: 120_000,
      connectionsCheckingInterval: 2_000,
      keepAliveTimeout: 5_000,
    },
    (request, response) => {
      lingerAfter(request, response);
      return answer(request, response);
    },
  ).setTimeout(STALL_MILLISECONDS);
};
