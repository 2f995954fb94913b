/** The entries of a list with their place as key: right where the list is only drawn, and where entries may be equal. */
export const numbered = <Entry>(entries: readonly Entry[]): (readonly [key: string, entry: Entry])[] =>
  entries.map((entry, place) => [String(place), entry]);
