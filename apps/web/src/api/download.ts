import type { RequestBody, RouteKey } from '@firmament/contract';
import { errorOf, headersOf, refused, unreachable, urlOf, withStepUp } from './client.ts';

type FileKey = Extract<RouteKey, `POST ${string}/export`>;

const nameIn = (disposition: string | null): string =>
  /filename="([^"]+)"/.exec(disposition ?? '')?.[1] ?? '';

/** Asks for a file and hands it to the browser's downloads; rejects with ApiError, also when the file breaks off. */
export const download = <Key extends FileKey>(key: Key, body: RequestBody<Key>): Promise<void> =>
  withStepUp(() => fetchFile(key, body));

async function fetchFile<Key extends FileKey>(key: Key, body: RequestBody<Key>): Promise<void> {
  let response: Response;
  let file: Blob | string;
  try {
    response = await fetch(urlOf(key), {
      method: 'POST',
      headers: headersOf('POST', { body }),
      body: JSON.stringify(body),
    });
    file = response.ok ? await response.blob() : await response.text();
  } catch {
    throw unreachable();
  }
  if (typeof file === 'string') {
    throw refused(key, errorOf(response.status, file, response.headers.get('retry-after')));
  }
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = nameIn(response.headers.get('content-disposition'));
  link.click();
  // The browser reads the file after the press; its address may go once that has begun.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
