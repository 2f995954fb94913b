import type { BasisPoints, Cents, ChallengeType, PaymentStatus, Stage, Status } from '@firmament/rules';
import type { ColumnType, Generated, Kysely, Selectable, Transaction } from 'kysely';
import type { Json, JsonOrNull, Moment, MomentOrNull } from './columns.ts';
import type { MailingsTable, MailsTable } from './mail-tables.ts';

/** Criteria of one phase; shares in basis points of the initial balance. */
export type PhaseCriteria = {
  profitTarget: BasisPoints;
  maxDailyLoss: BasisPoints;
  maxTotalLoss: BasisPoints;
  minTradingDays: number;
  profitSplit: BasisPoints;
};
/** Phase 2 is null for a 1-Step Challenge. */
export type Phases = { phase1: PhaseCriteria; phase2: PhaseCriteria | null };
export type AddressSnapshot = { id: string; name: string; network: string; address: string };
/** What payers were shown before a change that waits. */
export type PreviousAddress = Omit<AddressSnapshot, 'id'>;

type UsersTable = {
  id: string;
  email: string;
  /** The address as compared: trimmed, NFC, lower case. */
  email_key: string;
  name: string;
  password_hash: string;
  role: 'user' | 'admin';
  email_verified_at: MomentOrNull;
  disabled_at: MomentOrNull;
  closed_at: MomentOrNull;
  unsubscribed_at: MomentOrNull;
  /** In which times are shown; null: as the device has it. */
  time_zone: ColumnType<string | null, string | null | undefined, string | null>;
  code_tries: Generated<number>;
  /** Since when two-factor sign-in is on; null: it is off. */
  two_factor_at: MomentOrNull;
  /** Sealed; there without `two_factor_at` while the set-up is under way. */
  totp_secret: ColumnType<string | null, string | null | undefined, string | null>;
  /** The newest 30-second step whose code was used. */
  totp_step: ColumnType<number | null, number | null | undefined, number | null>;
  version: Generated<number>;
  created_at: Moment;
  updated_at: Moment;
};

type SessionsTable = {
  id: string;
  user_id: string;
  token_hash: string;
  ip: string;
  user_agent: string;
  created_at: Moment;
  last_seen_at: Moment;
  expires_at: Moment;
  ended_at: MomentOrNull;
  /** When the session last gave a second factor. */
  stepped_up_at: MomentOrNull;
};

type RecoveryCodesTable = {
  id: string;
  user_id: string;
  code_hash: string;
  created_at: Moment;
  used_at: MomentOrNull;
};

/** Sign-ins that wait after too many wrong passwords: `level` doubles the wait. */
type LoginPausesTable = { subject: string; level: number; until: Moment };

type EmailCodesTable = {
  id: string;
  user_id: string;
  purpose: 'verify_email' | 'change_email';
  email: string;
  code_hash: string;
  tries: Generated<number>;
  created_at: Moment;
  expires_at: Moment;
  used_at: MomentOrNull;
};

type PasswordResetsTable = {
  id: string;
  user_id: string;
  token_hash: string;
  created_at: Moment;
  expires_at: Moment;
  used_at: MomentOrNull;
};

/** Asked for, not looked at yet; the address as it was typed, whether it has an owner or not. */
type ResetRequestsTable = { id: string; email: string; created_at: Moment };

type SetupLinksTable = { token_hash: string; created_at: Moment; used_at: MomentOrNull };
type RateLimitsTable = { key: string; window_start: Moment; count: number };

type PackagesTable = {
  id: string;
  challenge_type: ChallengeType;
  size_cents: Cents;
  original_price_cents: Cents;
  discounted_price_cents: Cents;
  phases: Json<Phases>;
  most_popular: Generated<boolean>;
  time_limit_days: number | null;
  /** An IANA zone; null: the firm's. */
  time_zone: string | null;
  version: Generated<number>;
  created_at: Moment;
  updated_at: Moment;
  withdrawn_at: MomentOrNull;
};

type AccountsTable = {
  id: string;
  user_id: string;
  package_id: string;
  challenge_type: ChallengeType;
  account_size_cents: Cents;
  original_price_cents: Cents;
  price_cents: Cents;
  phases: Json<Phases>;
  time_limit_days: number | null;
  time_zone: string;
  status: Status;
  payment_status: PaymentStatus;
  stage: Stage;
  initial_balance_cents: Cents;
  balance_cents: Cents;
  equity_cents: Cents;
  balance_start_date: MomentOrNull;
  activated_at: MomentOrNull;
  account_number: ColumnType<string | null, string | null | undefined, string | null>;
  server: ColumnType<string | null, string | null | undefined, string | null>;
  /** Encrypted; see secrets/credentials. */
  mt5_password: ColumnType<string | null, string | null | undefined, string | null>;
  breach_notified: Generated<boolean>;
  failed_at: MomentOrNull;
  failure_reason: ColumnType<string | null, string | null | undefined, string | null>;
  rejection_reason: ColumnType<string | null, string | null | undefined, string | null>;
  reminded_at: MomentOrNull;
  version: Generated<number>;
  created_at: Moment;
  updated_at: Moment;
  deleted_at: MomentOrNull;
};

type AccountPhasesTable = {
  id: string;
  account_id: string;
  stage: Stage;
  started_at: Moment;
  start_balance_cents: Cents;
  ended_at: MomentOrNull;
  end_balance_cents: ColumnType<Cents | null, Cents | null | undefined, Cents | null>;
  outcome: ColumnType<string | null, string | null | undefined, string | null>;
};

type PaymentAddressesTable = {
  id: string;
  name: string;
  network: string;
  address: string;
  version: Generated<number>;
  created_at: Moment;
  updated_at: Moment;
  withdrawn_at: MomentOrNull;
  /** What payers see until `effective_at`; null: nothing. */
  previous: ColumnType<PreviousAddress | null, string | null | undefined, string | null>;
  effective_at: Moment;
  changed_by: ColumnType<string | null, string | null | undefined, string | null>;
  /** Over all columns; see payment-addresses/signatures. */
  mac: Generated<string>;
};

type PaymentsTable = {
  id: string;
  account_id: string;
  amount_cents: Cents;
  addresses: Json<AddressSnapshot[]>;
  /** Over the order's id and its addresses; see payment-addresses/signatures. */
  addresses_mac: Generated<string>;
  state: 'awaiting' | 'submitted' | 'verified' | 'rejected';
  reason: ColumnType<string | null, string | null | undefined, string | null>;
  created_at: Moment;
  /** When its trader first opened the payment page. */
  opened_at: MomentOrNull;
  submitted_at: MomentOrNull;
  judged_at: MomentOrNull;
  judged_by: ColumnType<string | null, string | null | undefined, string | null>;
};

type ProofsTable = {
  /** 128 bits in hexadecimal; the name of the file. */
  id: string;
  account_id: string;
  payment_id: string | null;
  user_id: string;
  sha256: string;
  bytes: number;
  width: number;
  height: number;
  created_at: Moment;
};

type AccountEventsTable = {
  id: Generated<number>;
  account_id: string;
  at: Moment;
  event: string;
  /** 'trader', 'admin', 'override' or 'system'. */
  by: string;
  actor_id: string | null;
  before: JsonOrNull;
  after: JsonOrNull;
  note: string | null;
  /** The account's version after the change; null for what is no change of it. */
  version: ColumnType<number | null, number | null | undefined, number | null>;
  /** The columns that an undo puts back; null where there is none. */
  undo: JsonOrNull;
  /** From which session and address it was asked for; null for what the program did by itself. */
  session_id: ColumnType<string | null, string | null | undefined, never>;
  ip: ColumnType<string | null, string | null | undefined, never>;
};

type AdminEventsTable = {
  id: Generated<number>;
  at: Moment;
  event: string;
  actor_id: string | null;
  subject_kind: 'user' | 'package' | 'payment_address' | 'firm' | 'mailing' | 'list' | 'mail';
  subject_id: string;
  before: JsonOrNull;
  after: JsonOrNull;
  /** From which session and address it was asked for; null for what the program did by itself. */
  session_id: ColumnType<string | null, string | null | undefined, never>;
  ip: ColumnType<string | null, string | null | undefined, never>;
};

/** The order of all history: each hash covers the line and the hash before it. */
type AuditChainTable = { seq: number; source: 'account' | 'admin'; event_id: number; hash: Buffer };

/** One row: the last place of the chain. */
type AuditHeadTable = { id: Generated<boolean>; seq: number; hash: Buffer };

type FirmSettingsTable = {
  id: number;
  settings: Json<Record<string, unknown>>;
  version: Generated<number>;
  updated_at: Moment;
};

/** `file_id` is the WebP for pages, `mail_file_id` the PNG for mails; ids are made of the bytes. */
type FirmLogosTable = {
  scheme: 'light' | 'dark';
  file_id: string;
  width: number;
  height: number;
  mail_file_id: string;
  mail_width: number;
  mail_height: number;
  updated_at: Moment;
};

/** Pictures that the firm's texts may name; ids are made of the bytes. */
type FirmPicturesTable = { id: string; created_at: Moment };

type FirmContentTable = {
  section: string;
  /** Null: the firm follows the defaults. */
  content: JsonOrNull;
  version: Generated<number>;
  updated_at: Moment;
};

type IdempotencyKeysTable = {
  user_id: string;
  route: string;
  key: string;
  fingerprint: string;
  status: number;
  response: Json<Record<string, unknown>>;
  created_at: Moment;
};

type BulkChangesTable = {
  id: string;
  /** Who asked for it. */
  user_id: string;
  route: string;
  /** The Idempotency-Key of the call: a repeated call goes on with the same bulk change. */
  key: string;
  fingerprint: string;
  created_at: Moment;
};

type BulkItemsTable = {
  bulk_id: string;
  /** Place in the list that was changed, from 1. */
  position: number;
  subject_id: string;
  /** Null: still to be done. */
  outcome: 'changed' | 'unchanged' | 'failed' | null;
  code: ColumnType<string | null, string | null | undefined, string | null>;
  reason: ColumnType<string | null, string | null | undefined, string | null>;
};

type SavedViewsTable = {
  id: string;
  user_id: string;
  list: 'accounts' | 'users';
  name: string;
  filters: Json<Record<string, string>>;
  created_at: Moment;
};

type FactsTable = { key: string; value: ColumnType<unknown, string, string> };

export type Schema = {
  users: UsersTable;
  sessions: SessionsTable;
  recovery_codes: RecoveryCodesTable;
  login_pauses: LoginPausesTable;
  email_codes: EmailCodesTable;
  password_resets: PasswordResetsTable;
  reset_requests: ResetRequestsTable;
  setup_links: SetupLinksTable;
  rate_limits: RateLimitsTable;
  packages: PackagesTable;
  accounts: AccountsTable;
  account_phases: AccountPhasesTable;
  payment_addresses: PaymentAddressesTable;
  payments: PaymentsTable;
  proofs: ProofsTable;
  account_events: AccountEventsTable;
  admin_events: AdminEventsTable;
  audit_chain: AuditChainTable;
  audit_head: AuditHeadTable;
  mailings: MailingsTable;
  mails: MailsTable;
  firm_settings: FirmSettingsTable;
  firm_content: FirmContentTable;
  firm_logos: FirmLogosTable;
  firm_pictures: FirmPicturesTable;
  idempotency_keys: IdempotencyKeysTable;
  bulk_changes: BulkChangesTable;
  bulk_items: BulkItemsTable;
  saved_views: SavedViewsTable;
  facts: FactsTable;
};

/** For reads. */
export type Db = Kysely<Schema>;
/** For writes: a transaction already open. */
export type Tx = Transaction<Schema>;

export type UserRow = Selectable<UsersTable>;
export type SessionRow = Selectable<SessionsTable>;
export type PackageRow = Selectable<PackagesTable>;
export type AccountRow = Selectable<AccountsTable>;
export type PaymentAddressRow = Selectable<PaymentAddressesTable>;
export type PaymentRow = Selectable<PaymentsTable>;
export type FirmLogoRow = Selectable<FirmLogosTable>;
export type ProofRow = Selectable<ProofsTable>;
export type MailRow = Selectable<MailsTable>;
