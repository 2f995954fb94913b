export type Credentials = { accountNumber: string; password: string; server: string };
type FieldName = keyof Credentials;
type Found = Partial<Credentials>;

const FIELDS: readonly FieldName[] = ['accountNumber', 'password', 'server'];
const LABELS: readonly { field: FieldName; pattern: RegExp }[] = [
  {
    field: 'accountNumber',
    pattern:
      /^(?:(?:mt[45]|trading)\s*)?(?:log\s*in(?:\s*(?:id|number|no\.?|#))?|account(?:\s*(?:number|no\.?|id|#))?|number|user(?:\s*(?:name|id))?)$/i,
  },
  {
    field: 'password',
    pattern: /^(?:(?:master|main|trading|trader|login|mt[45])\s*)?(?:password|pass(?:code)?|pwd?)$/i,
  },
  { field: 'server', pattern: /^(?:(?:trade|trading|broker|mt[45])\s*)?server(?:\s*(?:name|address))?$/i },
];
const SEPARATED = /^(.{2,30}?)\s*(?:[:=\t…]|\.{2,}|->|→|\s[-–—]\s)\s*(.*)$/;

const fieldOf = (label: string): FieldName | undefined =>
  LABELS.find(({ pattern }) => pattern.test(label.trim()))?.field;

/** A line as a label and its value: "Login: 50012345", "Server - X", "Password … x", "Login 50012345"; undefined without a label. */
function labelled(line: string): { field: FieldName; value: string } | undefined {
  const [, label = '', value = ''] = SEPARATED.exec(line) ?? [];
  const field = fieldOf(label);
  if (field) return { field, value: value.trim() };
  // No sign between them: the longest beginning that is a label.
  const words = line.split(/\s+/);
  for (let count = Math.min(3, words.length); count > 0; count -= 1) {
    const known = fieldOf(words.slice(0, count).join(' '));
    if (known) return { field: known, value: words.slice(count).join(' ') };
  }
  return undefined;
}

const isNumber = (line: string): boolean => /^\d{1,20}$/.test(line);

/** How much a line looks like the name of a server, and not like a password. */
const serverLikeness = (line: string): number =>
  (/mt[45]|demo|live|real|server|trade/i.test(line) ? 2 : 0) +
  (/^[\w.]+(?:-[\w.]+)+$|^[\w-]+(?:\.[\w-]+)+(?::\d+)?$/.test(line) ? 1 : 0) -
  (/[^\w\s.:-]/.test(line) ? 2 : 0);

/** Lines without labels: the number is the one of digits, the server the one that looks like one, else the last. */
function guess(lines: readonly string[]): Found | null {
  const numbers = lines.filter(isNumber);
  const [one, other] = lines.filter((line) => !isNumber(line));
  const [accountNumber] = numbers;
  if (lines.length !== 3 || numbers.length !== 1 || !accountNumber || !one || !other) return null;
  const isTurned = serverLikeness(one) > serverLikeness(other);
  return isTurned
    ? { accountNumber, password: other, server: one }
    : { accountNumber, password: one, server: other };
}

/** The values of lines with labels, also where a value stands on the line after its label, and the lines that are left. */
function readLabels(lines: readonly string[]): { found: Found; left: string[] } {
  const found: Found = {};
  const left: string[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    const read = labelled(line);
    if (!read) {
      left.push(line);
      continue;
    }
    let { value } = read;
    if (value === '') {
      index += 1;
      value = lines[index] ?? '';
    }
    if (value !== '') found[read.field] ??= value;
  }
  return { found, left };
}

/**
 * Credentials in a pasted text: lines with labels in any order ("Login: …", "Server - …"), or number, password and server in
 * three lines without labels. Null where the text is not such a list, and a paste of one value stays an ordinary one.
 */
export function splitCredentials(text: string): Found | null {
  const lines = text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (lines.length < 2) return null;
  const { found, left } = readLabels(lines);
  const missing = FIELDS.filter((field) => found[field] === undefined);
  if (missing.length === 3) return guess(lines);
  const [field] = missing;
  const [line] = left;
  // One line without a label is the one that is missing, if it can be that.
  if (
    missing.length === 1 &&
    field &&
    left.length === 1 &&
    line &&
    isNumber(line) === (field === 'accountNumber')
  )
    return { ...found, [field]: line };
  return missing.length <= 1 ? found : null;
}
