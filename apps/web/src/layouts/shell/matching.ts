const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** Whether every word typed begins a word of the texts; nothing typed matches everything. */
export function matches(typed: string, ...texts: (string | undefined)[]): boolean {
  const words = texts.flatMap((text) => wordsOf(text ?? ''));
  return wordsOf(typed).every((part) => words.some((word) => word.startsWith(part)));
}
