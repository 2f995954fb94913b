export type Credentials = { accountNumber: string; password: string; server: string };

const LABELS: readonly { field: keyof Credentials; pattern: RegExp }[] = [
  {
    field: 'accountNumber',
    pattern: /^(?:mt[45]\s*)?(?:log\s*in|account(?:\s*(?:number|no\.?|id))?|number|user(?:name)?)$/i,
  },
  { field: 'password', pattern: /^(?:(?:master|main|trading|mt[45])\s*)?(?:password|pass|pw)$/i },
  { field: 'server', pattern: /^(?:(?:trade|trading|mt[45])\s*)?server(?:\s*name)?$/i },
];

/** "Login: 50012345" → the field and its value; null for a line without a known label. */
function labelledLine(line: string): { field: keyof Credentials; value: string } | null {
  const [, label = '', value = ''] = /^([^:=\t]{2,30}?)\s*[:=\t]\s*(.*)$/.exec(line) ?? [];
  const known = LABELS.find(({ pattern }) => pattern.test(label.trim()));
  return known && value.trim() !== '' ? { field: known.field, value: value.trim() } : null;
}

/**
 * Credentials in a pasted text: lines with labels in any order ("Login: …"), or three lines without: number, password,
 * server. Null where the text is not such a list, and a paste of one value stays an ordinary one.
 */
export function splitCredentials(text: string): Partial<Credentials> | null {
  const lines = text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (lines.length < 2) return null;
  const found: Partial<Credentials> = {};
  for (const line of lines) {
    const labelled = labelledLine(line);
    if (labelled) found[labelled.field] ??= labelled.value;
  }
  if (Object.keys(found).length >= 2) return found;
  const [accountNumber, password, server] = lines;
  if (lines.length !== 3 || !accountNumber || !password || !server) return null;
  return /^\d{1,20}$/.test(accountNumber) ? { accountNumber, password, server } : null;
}
