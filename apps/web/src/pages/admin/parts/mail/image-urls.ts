/** The URLs of the image URLs box, split on newlines, commas or semicolons (specification section 5). */
export const splitUrls = (text: string): string[] =>
  text
    .split(/[\n,;]/)
    .map((url) => url.trim())
    .filter((url) => url !== '');

/** Whether the server takes a URL for that of an image. */
export const isImageUrl = (url: string): boolean =>
  /^https?:\/\//i.test(url) && url.length <= 2000 && URL.canParse(url);
