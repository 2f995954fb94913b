/** The URLs of the image URLs box, split on newlines, commas or semicolons (specification section 5). */
export const splitUrls = (text: string): string[] =>
  text
    .split(/[\n,;]/)
    .map((url) => url.trim())
    .filter((url) => url !== '');
