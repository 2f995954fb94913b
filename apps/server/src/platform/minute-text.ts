const WRITER = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
  timeZoneName: 'short',
});

/** "2 Mar 2026, 10:00 UTC" */
export const minuteText = (at: Date): string => WRITER.format(at);
