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
  /** The document of every other path: without content, but with the state, so that nothing moves when it is there. */
  frame(title: string, state: unknown): StaticFile;
};

/**
 * Renders the public pages, so that their text shows without JavaScript; each is rendered anew only when what it shows
 * has changed. `bundle` is the path of the built renderer, `shell` the built document.
 */
export const createPublicPages = (bundle: string, shell: string): PublicPages => {
  const cache = new Map<string, { state: string; document: StaticFile }>();
  let renderer: Promise<Render> | null = null;
  const keep = (key: string, page: RenderedPage, state: string): StaticFile => {
    const document = fileOf(Buffer.from(fill(shell, page, state)), 'text/html; charset=utf-8', false);
    cache.set(key, { state, document });
    return document;
  };
  const kept = (key: string, state: string): StaticFile | null => {
    const known = cache.get(key);
    return known?.state === state ? known.document : null;
  };
  return {
    document: async (path, state) => {
      if (!existsSync(bundle)) return null;
      const text = JSON.stringify(state);
      const known = kept(path, text);
      if (known) return known;
      renderer ??= load(bundle);
      const page = await (await renderer)(path, state);
      return page ? keep(path, page, text) : null;
    },
    frame: (title, state) => {
      const text = JSON.stringify(state);
      return kept('', text) ?? keep('', { html: '', title, description: '' }, text);
    },
  };
};
