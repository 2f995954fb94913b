/** All IANA zones that this browser knows, UTC first, the saved one among them. */
export const zonesWith = (saved: string | null): string[] => [
  ...new Set(['UTC', ...(saved ? [saved] : []), ...Intl.supportedValuesOf('timeZone')]),
];
