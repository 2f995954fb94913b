import { expect, it } from 'vitest';
import { splitUrls } from './image-urls.ts';

// spec 5.29
it('splits image URLs on newlines, commas and semicolons', () => {
  expect(
    splitUrls(' https://a.example/1.png\nhttps://a.example/2.png, https://a.example/3.png;;\r\n'),
  ).toEqual(['https://a.example/1.png', 'https://a.example/2.png', 'https://a.example/3.png']);
  expect(splitUrls(' \n ')).toEqual([]);
});
