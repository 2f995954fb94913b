import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

/** Sends bytes as they are and reads until the server closes the connection. */
const sendBytes = (text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(world.url);
    const socket = connect(Number(port), hostname, () => socket.end(text));
    let answer = '';
    socket.setEncoding('latin1');
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });

describe('a message', () => {
  const body = '{"email":"a@example.com","password":"a password"}';
  const smuggled = 'GET /api/admin/users HTTP/1.1\r\nHost: a\r\n\r\n';
  const message = (headers: string[], rest: string) =>
    ['POST /api/auth/login HTTP/1.1', 'Host: a', 'Content-Type: application/json', ...headers, '', rest].join(
      '\r\n',
    );

  it('with two lengths, or a length and chunks, is refused', async () => {
    const chunked = `0\r\n\r\n${smuggled}`;
    const messages = [
      message([`Content-Length: ${body.length}`, 'Content-Length: 0'], body + smuggled),
      message([`Content-Length: ${body.length}, 0`], body + smuggled),
      message(['Content-Length: 4', 'Transfer-Encoding: chunked'], chunked),
      message(['Transfer-Encoding: chunked', 'Content-Length: 4'], chunked),
      message(['Transfer-Encoding: chunked, identity'], chunked),
      message(['Transfer-Encoding : chunked'], chunked),
      message(['Transfer-Encoding: xchunked'], chunked),
      message([`Content-Length: +${body.length}`], body + smuggled),
      message([`Content-Length: 0x${body.length.toString(16)}`], body + smuggled),
    ];
    for (const one of messages) {
      const answer = await sendBytes(one);
      expect(answer, one).toMatch(/^HTTP\/1\.1 400 /);
      // What was to be smuggled in would have been answered too.
      expect(answer.match(/HTTP\/1\.1 /g), one).toHaveLength(1);
    }
  });
});
