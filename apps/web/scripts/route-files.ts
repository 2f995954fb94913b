import type { Plugin } from 'vite';

/**
 * Gives every route of the server's bundle, as its `file`, the source file that it loads: what the server names the
 * scripts of a page by. The browser has no use for it, so its bundle goes without.
 */
export const routeFiles = (): Plugin => ({
  name: 'route-files',
  enforce: 'pre',
  transform: {
    filter: { id: /src\/routes\.tsx$/ },
    handler(code) {
      if (this.environment.name !== 'ssr') return null;
      const named = code.replace(
        /\blazy: [^\n]*?import\('\.\/([^']+)'\)/g,
        (lazy, file) => `file: 'src/${file}', ${lazy}`,
      );
      return { code: named, map: null };
    },
  },
});
