/** Works on all items, so many side by side and no more; resolves with the results in the order of the items. */
export const inGroups = async <Item, Result>(
  size: number,
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> => {
  const results: Result[] = [];
  for (let start = 0; start < items.length; start += size) {
    const group = items.slice(start, start + size);
    results.push(...(await Promise.all(group.map((item, at) => work(item, start + at)))));
  }
  return results;
};
