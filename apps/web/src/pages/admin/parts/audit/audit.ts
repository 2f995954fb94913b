import type { ResponseBody } from '@firmament/contract';
import { paths } from '../../../../paths.ts';
import { type ChangeLine, changesOf, NOTHING, titleOf, words } from '../account/history.ts';

export type AuditLine = ResponseBody<'GET /admin/audit'>['lines'][number];

/** A fact as one line of text: lists and objects as their parts. */
function writeFact(value: unknown): string {
  if (value === null || value === undefined || value === '') return NOTHING;
  if (Array.isArray(value)) return value.map(writeFact).join(', ') || NOTHING;
  if (typeof value === 'object')
    return (
      Object.entries(value)
        .map(([name, part]) => `${name}: ${writeFact(part)}`)
        .join(', ') || NOTHING
    );
  return String(value);
}

/** 'discountedPrice' → 'Discounted price'. */
const labelOf = (name: string): string =>
  words(name.replace(/([a-z])([A-Z])/g, (_, end, start) => `${end}_${start.toLowerCase()}`));

/** What differs between the facts before and after, in the order in which they were written down. */
function differences({ before, after }: Pick<AuditLine, 'before' | 'after'>): ChangeLine[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...names].flatMap((field) => {
    const [old, now] = [writeFact(before?.[field]), writeFact(after?.[field])];
    return old === now ? [] : [{ field, label: labelOf(field), before: old, after: now }];
  });
}

/** What a line of the log changed. */
export const auditChanges = (line: Pick<AuditLine, 'source' | 'event' | 'before' | 'after'>): ChangeLine[] =>
  line.source === 'account' ? changesOf(line) : differences(line);

/** What happened, in a few words. */
export const auditTitle = (line: Pick<AuditLine, 'source' | 'event' | 'after'>): string =>
  line.source === 'account' ? titleOf(line) : words(line.event);

/** What a line is about: its name, and where it is. */
export function auditSubject({ subject }: Pick<AuditLine, 'subject'>): { name: string; to: string | null } {
  const { kind, _id, label } = subject;
  switch (kind) {
    case 'account':
      return { name: label ?? 'Account', to: paths.adminAccount(_id) };
    case 'user':
      return { name: label ?? 'User', to: paths.adminUser(_id) };
    case 'package':
      return { name: label ?? 'Package', to: paths.adminPackages };
    case 'payment_address':
      return { name: label ?? 'Payment address', to: paths.paymentAddresses };
    case 'mailing':
      return { name: 'Mass email', to: paths.sendMail };
    case 'mail':
      return { name: 'Email', to: paths.sendMail };
    case 'firm':
      return { name: 'Firm settings', to: paths.adminSettings };
    default:
      return { name: `${words(kind)} “${_id}”`, to: null };
  }
}
