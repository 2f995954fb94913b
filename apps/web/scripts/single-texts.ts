import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const source = fileURLToPath(new URL('../../../packages/contract/src/messages.ts', import.meta.url));
const texts = '\0messages-texts.ts';

/**
 * Turns the object of all texts into single constants, so that a chunk carries only the texts it shows: bundlers drop
 * unused exports, but not unused properties.
 */
export function singleTexts(): Plugin {
  let constants = '';
  return {
    name: 'single-texts',
    enforce: 'pre',
    apply: 'build',
    resolveId: (id) => (id === texts ? texts : null),
    load: (id) => (id === texts ? constants : null),
    transform(code, id) {
      if (id !== source) return null;
      const [whole = '', properties = ''] =
        /export const messages = \{\n(.*?)\n\} as const;/s.exec(code) ?? [];
      const lines = properties.replace(/^ *\/\/.*$/gm, '');
      constants = lines.replace(/^ {2}(\w+):\s*(.*?),$/gms, 'export const $1 = $2;');
      const names = [...properties.matchAll(/^ {2}(\w+):/gm)].length;
      if (names === 0 || constants.match(/^export const /gm)?.length !== names)
        this.error('The texts cannot be taken apart: each must be a property of `messages` on its own line.');
      return { code: code.replace(whole, `export * as messages from ${JSON.stringify(texts)};`), map: null };
    },
  };
}
