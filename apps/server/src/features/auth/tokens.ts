import { createHash, randomBytes } from 'node:crypto';

/** A secret for a link: 256 bits, and the hash that is stored in its place. */
export const makeLinkToken = (): { token: string; hash: string } => {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: hashLinkToken(token) };
};

export const hashLinkToken = (token: string): string => createHash('sha256').update(token).digest('hex');
