import { createRequire } from 'node:module';
import type { BrowserContext, Page } from 'playwright-core';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

type Finding = { id: string; nodes: { target: unknown[] }[] };
type Axe = { run: (context: Document, options: object) => Promise<{ violations: Finding[] }> };

/** Puts axe into every page that the context opens from now on. */
export const withAxe = (context: BrowserContext): Promise<unknown> => context.addInitScript({ path: AXE });

/** What axe finds wrong in the page as it stands, one line each. */
export const violationsOf = (page: Page): Promise<string[]> =>
  page.evaluate(
    async ([tags]) => {
      const { axe } = globalThis as unknown as { axe: Axe };
      const { violations } = await axe.run(document, { runOnly: { type: 'tag', values: tags } });
      return violations.map(
        ({ id, nodes }) => `${id} ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
      );
    },
    [TAGS],
  );
