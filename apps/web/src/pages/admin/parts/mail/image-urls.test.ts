import { expect, it } from 'vitest';
import { isImageUrl, splitUrls } from './image-urls.ts';

// spec 5.29
it('splits image URLs on newlines, commas and semicolons', () => {
  expect(
    splitUrls(' https://a.example/1.png\nhttps://a.example/2.png, https://a.example/3.png;;\r\n'),
  ).toEqual(['https://a.example/1.png', 'https://a.example/2.png', 'https://a.example/3.png']);
  expect(splitUrls(' \n ')).toEqual([]);
});

it('takes web addresses for those of images, and nothing else', () => {
  expect(['https://a.example/1.png', 'HTTP://a.example'].every(isImageUrl)).toBe(true);
  const refused = ['ftp://x/y.png', 'https://', '/a.png', `https://a.example/${'x'.repeat(2000)}`];
  expect(refused.some(isImageUrl)).toBe(false);
});
