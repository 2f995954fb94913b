import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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
/** What a page asks first, and of whom it is. */
type Asks = { of: string; urls: string[] };
/** The web application's own bundle for the server. */
type Bundle = {
  render(path: string, state: unknown): Promise<RenderedPage | null>;
  renderFrame(state: unknown): string;
  filesAt(path: string): string[];
  asksOf(path: string): Asks | null;
};
type Manifest = Record<string, { file: string; imports?: string[] }>;

const ENTRY = 'index.html';

/** The built files of some source files and of all that these import without waiting, first needed first. */
const builtFiles = (manifest: Manifest, names: readonly string[]): Set<string> => {
  const found = new Set<string>();
  const seen = new Set<string>();
  const add = (name: string): void => {
    const part = manifest[name];
    if (!part || seen.has(name)) return;
    seen.add(name);
    found.add(part.file);
    part.imports?.forEach(add);
  };
  names.forEach(add);
  return found;
};

const readManifest = (folder: string): Manifest => {
  const path = join(folder, '.vite', 'manifest.json');
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
};

/** As the build writes it. */
const ENTRY_SCRIPT = /<script type="module" crossorigin src="([^"]+)"><\/script>/;
const preloadsOf = (paths: readonly string[]): string =>
  paths.map((path) => `<link rel="modulepreload" crossorigin href="${path}">`).join('');

type Document = RenderedPage & {
  state: string;
  /** Whether the HTML is the page itself, which the browser's own rendering takes over. */
  isPage: boolean;
  /** The files of its scripts besides those of the entry. */
  scripts: readonly string[];
  /** What is asked before any of them is there. */
  asks?: Asks | null;
};

const fill = (shell: string, { title, html, state, scripts, asks, ...page }: Document): string => {
  const description = page.description
    ? `<meta name="description" content="${escapeHtml(page.description)}">`
    : '';
  // Data, not a script: it is read as text, and no '<' in it can end the element.
  const data = `<script type="application/json" id="page-state">${state.replaceAll('<', '\\u003c')}</script>`;
  const paths = scripts.map((file) => `/${file}`);
  const ahead = asks
    ? `<script async fetchpriority="high" src="/ahead.js" data-of="${asks.of}" data-asks="${escapeHtml(asks.urls.join(' '))}"></script>`
    : '';
  return (
    shell
      // What the document shows needs none of its scripts: a page asks for them once it was shown, a frame after its styles.
      .replace(ENTRY_SCRIPT, (_, entry) =>
        page.isPage
          ? `<script async src="/start.js" data-scripts="${[entry, ...paths].join(' ')}"></script>`
          : `<script type="module" fetchpriority="low" crossorigin src="${entry}"></script>${preloadsOf(paths)}`,
      )
      .replace(/<title>.*?<\/title>/, () => `<title>${escapeHtml(title)}</title>${description}${ahead}`)
      .replace(
        '<div id="root"></div>',
        () => `<div id="root"${page.isPage ? ' data-page' : ''}>${html}</div>${data}`,
      )
  );
};

export type PublicPages = {
  /** The document of a public path, or null when there is nothing to render it with. */
  document(path: string, state: unknown): Promise<StaticFile | null>;
  /** The document of every other path: a frame without content, but with the state, so that nothing moves when it comes. */
  frame(path: string, title: string, state: unknown): Promise<StaticFile>;
};

/**
 * Renders the public pages, so that their text shows without JavaScript; each is rendered anew only when what it shows
 * has changed. A frame names the scripts that its page will load, so that the browser asks for all at once.
 * `folder` is where the built web application lies, `bundle` the path of the built renderer, loaded with the first page,
 * `shell` the built document.
 */
export const createPublicPages = (folder: string, bundle: string, shell: string): PublicPages => {
  const cache = new Map<string, { state: string; file: StaticFile }>();
  const manifest = readManifest(folder);
  const entry = builtFiles(manifest, [ENTRY]);
  let loaded: Promise<Bundle> | null = null;
  const load = async (): Promise<Bundle | null> => {
    if (!loaded && !existsSync(bundle)) return null;
    loaded ??= import(pathToFileURL(bundle).href);
    return loaded;
  };
  const scriptsOf = (files: readonly string[]): string[] =>
    [...builtFiles(manifest, files)].filter((file) => !entry.has(file));
  const keep = (key: string, document: Document): StaticFile => {
    const file = fileOf(Buffer.from(fill(shell, document)), 'text/html; charset=utf-8', false);
    cache.set(key, { state: document.state, file });
    return file;
  };
  const kept = (key: string, state: string): StaticFile | null => {
    const known = cache.get(key);
    return known?.state === state ? known.file : null;
  };
  return {
    document: async (path, state) => {
      const web = await load();
      if (!web) return null;
      const text = JSON.stringify(state);
      const known = kept(path, text);
      if (known) return known;
      const page = await web.render(path, state);
      if (!page) return null;
      return keep(path, { ...page, state: text, isPage: true, scripts: scriptsOf(web.filesAt(path)) });
    },
    frame: async (path, title, state) => {
      const web = await load();
      const files = web?.filesAt(path) ?? [];
      const asks = web?.asksOf(path) ?? null;
      // Many paths, of accounts for one, show the same page.
      const key = [...files, ...(asks?.urls ?? [])].join(' ');
      const text = JSON.stringify(state);
      const known = kept(key, text);
      if (known) return known;
      const html = web?.renderFrame(state) ?? '';
      return keep(key, {
        html,
        title,
        description: '',
        state: text,
        isPage: false,
        scripts: scriptsOf(files),
        asks,
      });
    },
  };
};
