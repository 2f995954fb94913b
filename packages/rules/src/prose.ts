/** A part of a text: a paragraph, or the lines of a bulleted list. */
export type ProseBlock = string | readonly string[];

/**
 * Takes a plain text apart: blank lines part paragraphs, lines that begin with "- " are a bulleted list. Nothing else means
 * anything, so that no text can become markup.
 */
export function proseBlocks(text: string): ProseBlock[] {
  const blocks: (string | string[])[] = [];
  let open: string | string[] | null = null;
  for (const line of text.split(/\r\n?|\n/)) {
    const item = /^\s*-\s+(.*\S)\s*$/.exec(line)?.[1];
    const words = line.trim();
    if (item !== undefined) {
      if (Array.isArray(open)) open.push(item);
      else {
        open = [item];
        blocks.push(open);
      }
    } else if (words === '') open = null;
    else if (typeof open === 'string') {
      open = `${open}\n${words}`;
      blocks[blocks.length - 1] = open;
    } else {
      open = words;
      blocks.push(open);
    }
  }
  return blocks;
}

/** The text that `proseBlocks` takes apart into these blocks. */
export function proseText(blocks: readonly ProseBlock[]): string {
  return blocks
    .map((block) => (typeof block === 'string' ? block : block.map((line) => `- ${line}`).join('\n')))
    .join('\n\n');
}

/** What a firm's texts may name without repeating it. */
export interface FirmFacts {
  readonly firm: string;
  readonly email: string;
  readonly address: string;
}

/** Puts the firm's facts where a text names them: `{firm}`, `{email}`, `{address}` (its lines joined by commas). */
export function fillFacts(text: string, facts: FirmFacts): string {
  return text.replace(/\{(firm|email|address)\}/g, (_, name: keyof FirmFacts) =>
    facts[name].split(/\s*\n\s*/).join(', '),
  );
}

/** An anchor made of a title: its letters and digits in lower case, joined by hyphens; '' where it has none. */
export function anchorOf(title: string): string {
  return title
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '');
}
