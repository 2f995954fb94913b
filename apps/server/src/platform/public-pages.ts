import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { escapeHtml } from './mail-layout.ts';
import { fileOf, type StaticFile } from './static-files.ts';

/** The pages that a visitor sees before signing in (specification section 2, "Public routes"). */
export const PUBLIC_PATHS: ReadonlySet<string> = new Set([
  '/',
  '/accounts',
  '/rules',
  '/about',
  '/privacy',
  '/terms',
  '/refund',
]);

type RenderedPage = { html: string; title: string; description: string };
type Render = (path: string, state: unknown) => Promise<RenderedPage | null>;

/** The web application's own bundle for the server; loaded with the first page, not at the start. */
const load = async (bundle: string): Promise<Render> => (await import(pathToFileURL(bundle).href)).render;

const fill = (shell: string, page: RenderedPage, state: string): string => {
  const description = page.description
    ? `<meta name="description" content="${escapeHtml(page.description)}">`
    : '';
  // Data, not a script: it is read as text, and no '<' in it can end the element.
  const data = `<script type="application/json" id="page-state">${state.replaceAll('<', '\\u003c')}</script>`;
  return shell
    .replace(/<title>.*?<\/title>/, () => `<title>${escapeHtml(page.title)}</title>${description}`)
    .replace('<div id="root"></div>', () => `<div id="root">${page.html}</div>${data}`);
};

export type PublicPages = {
  /** The document of a public path, or null when there is nothing to render it with. */
  document(path: string, state: unknown): Promise<StaticFile | null>;
};

/**
 * Renders the public pages, so that their text shows without JavaScript; each is rendered anew only when what it shows
 * has changed. `bundle` is the path of the built renderer, `shell` the built document.
 */
export const createPublicPages = (bundle: string, shell: string): PublicPages => {
  const cache = new Map<string, { state: string; document: StaticFile }>();
  let renderer: Promise<Render> | null = null;
  return {
    document: async (path, state) => {
      if (!existsSync(bundle)) return null;
      const text = JSON.stringify(state);
      const known = cache.get(path);
      if (known?.state === text) return known.document;
      renderer ??= load(bundle);
      const page = await (await renderer)(path, state);
      if (!page) return null;
      const document = fileOf(Buffer.from(fill(shell, page, text)), 'text/html; charset=utf-8', false);
      cache.set(path, { state: text, document });
      return document;
    },
  };
};
