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
      let files = 0;
      // On one line or more, as the formatter breaks it.
      const named = code.replace(/\blazy: [\s\S]*?import\('\.\/([^']+)'\)/g, (lazy, file) => {
        files += 1;
        return `file: 'src/${file}', ${lazy}`;
      });
      if (files !== code.match(/\blazy: /g)?.length) this.error('The file that a route loads was not found.');
      return { code: named, map: null };
    },
  },
});
