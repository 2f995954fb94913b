import type { Context } from './context.ts';
import type { MailRow } from './db/schema.ts';
import { accountRenderers, readPassword, renderCredentials } from './features/accounts/index.ts';
import {
  answerResetRequests,
  codeHandedOver,
  emailChangeCodeMail,
  passwordResetMail,
  verificationCodeMail,
} from './features/auth/index.ts';
import { addressAlarm, addressChanged, paymentReceived } from './features/checkout/index.ts';
import { mailSurroundings } from './features/firm/index.ts';
import { isMailUnwanted, mailingRenderers, pictureCid } from './features/mailings/index.ts';
import { securityNoticeMail } from './features/two-factor/index.ts';
import type { MailHooks } from './platform/mail-worker.ts';
import type { MailPayloads, RenderedMail, Renderers } from './platform/mails.ts';

const renderers: Renderers = {
  verification_code: verificationCodeMail,
  email_change_code: emailChangeCodeMail,
  password_reset: passwordResetMail,
  security_notice: securityNoticeMail,
  payment_received: paymentReceived,
  address_changed: addressChanged,
  address_alarm: addressAlarm,
  ...accountRenderers,
  ...mailingRenderers,
};

/** The pictures of a mass mail; a picture is read once and kept for the other mails of its mailing. */
const createPictures = (context: Context) => {
  const kept = new Map<string, Uint8Array>();
  const read = async (id: string): Promise<Uint8Array | null> => {
    const known = kept.get(id);
    if (known) return known;
    const bytes = await context.files.read(id);
    if (bytes === null) return null;
    if (kept.size >= 10) kept.clear();
    kept.set(id, bytes);
    return bytes;
  };
  return async ({ images }: MailPayloads['mass_mail']) => {
    const attachments: NonNullable<RenderedMail['attachments']> = [];
    for (const [index, { id, contentType }] of images.entries()) {
      const content = await read(id);
      const filename = `picture-${index + 1}.${contentType === 'image/png' ? 'png' : 'jpg'}`;
      // A mail without its picture would look broken; this one is tried again and then counts as failed.
      if (!content) throw new Error(`picture ${id} is not in FILES_URL`);
      attachments.push({ filename, content, contentType, cid: pictureCid(index) });
    }
    return attachments;
  };
};

/** The credentials mail with its password, where the account still has the login and server that the mail names; else null. */
const withPassword = async (context: Context, row: MailRow): Promise<RenderedMail | null> => {
  if (row.account_id === null) return null;
  const account = await context.db
    .selectFrom('accounts')
    .select(['id', 'account_number', 'server', 'mt5_password'])
    .where('id', '=', row.account_id)
    .executeTakeFirst();
  const payload = row.payload as MailPayloads['credentials_ready'];
  if (account?.account_number !== payload.login || account.server !== payload.server) return null;
  return renderCredentials(payload, await mailSurroundings(context), readPassword(context, account));
};

/** All that the mail worker needs to know of the features. */
export const mailHooks = (context: Context): MailHooks => {
  const picturesOf = createPictures(context);
  return {
    renderers,
    prepare: () => answerResetRequests(context),
    surroundings: () => mailSurroundings(context),
    complete: async (row, mail) => {
      if (await isMailUnwanted(context.db, row.id)) return null;
      if (row.template === 'credentials_ready' && context.config.mailIncludesMt5Password) {
        return (await withPassword(context, row)) ?? mail;
      }
      if (row.template !== 'mass_mail') return mail;
      const pictures = await picturesOf(row.payload as MailPayloads['mass_mail']);
      return { ...mail, attachments: [...(mail.attachments ?? []), ...pictures] };
    },
    handedOver: async (row) => {
      const codeId = row.payload.codeId;
      if (typeof codeId === 'string') await codeHandedOver(context, codeId);
    },
  };
};
