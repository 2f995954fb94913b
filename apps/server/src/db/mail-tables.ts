import type { ColumnType, Generated } from 'kysely';
import type { Json, Moment, MomentOrNull } from './columns.ts';

export type MailingsTable = {
  id: string;
  message: string;
  image_urls: Json<string[]>;
  images: Json<{ id: string; contentType: string }[]>;
  created_by: string | null;
  created_at: Moment;
};

export type MailsTable = {
  id: string;
  /** One row per event, template and recipient. */
  event_key: string;
  template: string;
  recipient_id: string | null;
  recipient_email: string;
  payload: Json<Record<string, unknown>>;
  account_id: ColumnType<string | null, string | null | undefined, string | null>;
  mailing_id: ColumnType<string | null, string | null | undefined, string | null>;
  state: 'queued' | 'sending' | 'sent' | 'failed' | 'cancelled' | 'unknown';
  attempts: Generated<number>;
  send_after: Moment;
  leased_until: MomentOrNull;
  /** Since when it is being handed over and may have arrived; null: it was only claimed. */
  begun_at: MomentOrNull;
  last_error: ColumnType<string | null, string | null | undefined, string | null>;
  created_at: Moment;
  sent_at: MomentOrNull;
  /** Rises each time that an administrator sends it again or dismisses it. */
  version: Generated<number>;
  /** When an administrator decided that nothing more is to be done about it, and who. */
  dismissed_at: MomentOrNull;
  dismissed_by: ColumnType<string | null, string | null | undefined, string | null>;
};
