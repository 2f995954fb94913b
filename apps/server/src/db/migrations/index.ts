import type { Migration } from 'kysely';
import { start } from './001-start.ts';
import { packageTimeZone } from './002-package-time-zone.ts';
import { lists } from './003-lists.ts';
import { signedAddresses } from './004-signed-addresses.ts';
import { twoFactor } from './005-two-factor.ts';
import { accountUndo } from './006-account-undo.ts';
import { firmContent } from './007-firm-content.ts';
import { firmLogos } from './008-firm-logos.ts';
import { firmPictures } from './009-firm-pictures.ts';
import { auditChain } from './010-audit-chain.ts';
import { mailsBegun } from './011-mails-begun.ts';
import { auditOwner } from './013-audit-owner.ts';
import { resetRequests } from './014-reset-requests.ts';
import { mailsHandled } from './016-mails-handled.ts';
import { ownTimeZone } from './017-own-time-zone.ts';

/** The migration after which addresses must be signed. */
export const SIGNED_ADDRESSES = '004-signed-addresses';

/** All migrations by name, in order. */
export const migrations: Record<string, Migration> = {
  '001-start': start,
  '002-package-time-zone': packageTimeZone,
  '003-lists': lists,
  [SIGNED_ADDRESSES]: signedAddresses,
  '005-two-factor': twoFactor,
  '006-account-undo': accountUndo,
  '007-firm-content': firmContent,
  '008-firm-logos': firmLogos,
  '009-firm-pictures': firmPictures,
  '010-audit-chain': auditChain,
  '011-mails-begun': mailsBegun,
  '013-audit-owner': auditOwner,
  '014-reset-requests': resetRequests,
  '016-mails-handled': mailsHandled,
  '017-own-time-zone': ownTimeZone,
};
