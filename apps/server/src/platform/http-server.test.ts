import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openHold, readBody, UPLOAD_LIMIT } from './body.ts';
import { createHttpServer } from './http-server.ts';
import { Refusal } from './refusal.ts';

let arrived = () => {};
const app = new Hono()
  .post('/unread', (c) => c.text('not yours', 401))
  .post('/form', async (c) => {
    const hold = openHold();
    const body = await readBody(c as never, ['screenshot'], hold);
    hold.release();
    return c.text(body instanceof Refusal ? body.code : 'read', body instanceof Refusal ? 400 : 200);
  })
  .post('/json', async (c) => {
    const reading = readBody(c as never, undefined, openHold());
    arrived();
    await reading;
    return c.text('read');
  });
const server = createHttpServer(app.fetch);
let port = 0;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const address = server.address();
  port = typeof address === 'object' && address ? address.port : 0;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const last = 'POST /unread HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nConnection: close\r\n\r\n';

/** Sends the parts one after the other, each one once the server took the one before and 700 ms passed. */
const sendSlowly = async (parts: readonly (string | Buffer)[]): Promise<string> => {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.on('data', (data) => {
    answer += data.toString('latin1');
  });
  const closed = new Promise<void>((resolve, reject) => {
    socket.once('close', () => resolve());
    socket.once('error', reject);
  });
  const sending = (async () => {
    for (const part of parts) {
      await new Promise<void>((resolve, reject) => {
        socket.write(part, (error) => (error ? reject(error) : resolve()));
      });
      await pause(700);
    }
  })();
  await Promise.all([closed, sending]);
  return answer;
};

describe('a sender who is still sending when the answer comes', () => {
  const large = Buffer.alloc(4 * 1024 * 1024, 'x');

  it('gets the answer to a body that nobody read, and may go on', async () => {
    const head = `POST /unread HTTP/1.1\r\nHost: x\r\nContent-Length: ${large.length * 2}\r\n\r\n`;
    const answer = await sendSlowly([head, large, large, last]);
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 401', 'HTTP/1.1 401']);
  });

  it('gets the answer to a body of unknown length that is too large, and may go on', async () => {
    const head =
      'POST /form HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nContent-Type: multipart/form-data; boundary=x\r\n\r\n';
    const chunk = Buffer.concat([
      Buffer.from(`${large.length.toString(16)}\r\n`),
      large,
      Buffer.from('\r\n'),
    ]);
    const count = Math.ceil((UPLOAD_LIMIT + 1024 * 1024) / large.length);
    const answer = await sendSlowly([head, ...Array<Buffer>(count).fill(chunk), '0\r\n\r\n', last]);
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400', 'HTTP/1.1 401']);
    expect(answer).toContain('proof_too_large');
  });
});

describe('a sender of JSON that never ends', () => {
  it('is cut off after 30 s', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const reading = new Promise<void>((resolve) => {
        arrived = resolve;
      });
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => {});
      const closed = new Promise((resolve) => socket.once('close', () => resolve('closed')));
      socket.write('POST /json HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"email"');
      await reading;
      vi.advanceTimersByTime(29_999);
      expect(await Promise.race([closed, pause(100, 'open')])).toBe('open');
      vi.advanceTimersByTime(1);
      expect(await closed).toBe('closed');
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('a reader who stops reading', () => {
  it('is cut off, and no more is made for it than the way there holds', async () => {
    const piece = Buffer.alloc(64 * 1024, 'x');
    let made = 0;
    let ended = () => {};
    const end = new Promise<void>((resolve) => {
      ended = resolve;
    });
    const endless = new Hono().get('/', () => {
      const pull = (controller: ReadableStreamDefaultController) => {
        made += piece.length;
        controller.enqueue(piece);
      };
      return new Response(new ReadableStream({ pull, cancel: () => ended() }));
    });
    const stalling = createHttpServer(endless.fetch).setTimeout(300);
    await new Promise<void>((resolve) => stalling.listen(0, '127.0.0.1', () => resolve()));
    const address = stalling.address();
    const socket = connect(typeof address === 'object' && address ? address.port : 0, '127.0.0.1');
    socket.on('error', () => {});
    socket.once('data', () => socket.pause());
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await end;
    expect(made).toBeLessThan(32 * 1024 * 1024);
    socket.destroy();
    await new Promise((resolve) => stalling.close(resolve));
  });
});
