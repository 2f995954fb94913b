import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { createSecureServer } from 'node:http2';
import { join } from 'node:path';
import { TEST_FOLDER } from '../apps/web/e2e/support/server.ts';

/** A key and a certificate of its own, for this machine's loopback address. */
function makeCertificate() {
  mkdirSync(TEST_FOLDER, { recursive: true });
  const folder = mkdtempSync(join(TEST_FOLDER, 'front-'));
  const [key, cert] = ['key.pem', 'certificate.pem'].map((file) => join(folder, file));
  try {
    execFileSync(
      'openssl',
      [
        ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=127.0.0.1'],
        ...['-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', key, '-out', cert],
      ],
      { stdio: 'ignore' },
    );
    return { key: readFileSync(key), cert: readFileSync(cert) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What belongs to one connection and not to the answer. */
const OF_A_CONNECTION = ['connection', 'keep-alive', 'transfer-encoding'];

const without = (headers, isLeftOut) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !isLeftOut(name)));

/**
 * A proxy with TLS and HTTP/2 before a server at `origin`, as one stands there in operation; it needs `openssl`.
 * @param {string} origin `http://127.0.0.1:port`
 * @returns {Promise<{ url: string, close: () => void }>}
 */
export async function serveFront(origin) {
  const server = createSecureServer({ ...makeCertificate(), allowHTTP1: true }, (asked, answer) => {
    const headers = without(asked.headers, (name) => name.startsWith(':'));
    const passed = request(
      origin + asked.url,
      { method: asked.method, headers: { ...headers, host: new URL(origin).host } },
      (given) => {
        answer.writeHead(
          given.statusCode,
          without(given.headers, (name) => OF_A_CONNECTION.includes(name)),
        );
        given.pipe(answer);
      },
    );
    passed.on('error', () => answer.destroy());
    answer.on('close', () => passed.destroy());
    asked.pipe(passed);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `https://127.0.0.1:${server.address().port}`, close: () => server.close() };
}
