import { createHash } from 'node:crypto';

/** An address as compared: trimmed, NFC, lower case. */
export const emailKey = (email: string): string => email.trim().normalize('NFC').toLowerCase();

/** An address as the subject of a limit: the counters do not say whose they are. */
export const emailHash = (email: string): string =>
  createHash('sha256').update(emailKey(email)).digest('hex');
