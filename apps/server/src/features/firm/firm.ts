import { type Decoded, type Routes, routes } from '@firmament/contract';
import { DEFAULT_OFFER_START } from '@firmament/rules';
import * as z from 'zod/mini';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/schema.ts';
import { recordAdminEvent } from '../../platform/events.ts';
import type { MailSurroundings } from '../../platform/mails.ts';
import { refuseOutdatedSubject } from '../../platform/outdated.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { remembered } from '../../platform/remembered.ts';
import { weakPairs } from './contrast.ts';
import { lockFirm, type StoredFirm, storedFirm, updateFirm } from './firm.queries.ts';
import { readMailLogo } from './logo.ts';

/** What a firm says of itself; `offerStart` is a UTC instant, `hue` degrees of OKLCH. */
export type FirmSettings = Decoded<Routes['PUT /admin/firm']>['body'];
/** The settings with the version of their row: 1 until they are saved for the first time. */
export type Firm = FirmSettings & { version: number };

const schema = routes['PUT /admin/firm'].body;

/** The settings of a firm that has not saved any yet. */
export const DEFAULT_FIRM: FirmSettings = {
  name: 'Firmament',
  supportEmail: 'support@example.com',
  address: '1 Example Street, Example City',
  socialLinks: [
    { label: 'X', url: 'https://example.com/x' },
    { label: 'Discord', url: 'https://example.com/discord' },
    { label: 'Instagram', url: 'https://example.com/instagram' },
  ],
  hue: 235,
  copyrightYear: 2025,
  offerBadge: 'Offer ends: 5d 0h 25m',
  offerStart: new Date(DEFAULT_OFFER_START),
  timeZone: 'UTC',
};

const defaultsOnWire = (): Record<string, unknown> => z.encode(schema, DEFAULT_FIRM);

/** A row saved by an older release lacks newer fields: they have their defaults. */
const decodeFirm = (row: StoredFirm): Firm => ({
  ...z.decode(schema, { ...z.encode(schema, DEFAULT_FIRM), ...row.settings }),
  version: row.version,
});

/** The settings as they are this moment, for editing. Call it outside a transaction. */
export const loadFirm = async (context: Context): Promise<Firm> => {
  const row = await storedFirm(context.db);
  return row ? decodeFirm(row) : { ...DEFAULT_FIRM, version: 1 };
};

const memory = remembered(loadFirm);

/** The settings of the firm, kept in memory for a second. Call it outside a transaction. */
export const readFirm = memory.read;

/** Reads the settings anew at the next call, after this process saved them. */
export const forgetFirm = memory.forget;

/** What every mail says of the firm. Call it outside a transaction. */
export const mailSurroundings = async (context: Context): Promise<MailSurroundings> => {
  const firm = await readFirm(context);
  return {
    firmName: firm.name,
    supportEmail: firm.supportEmail,
    firmAddress: firm.address,
    publicUrl: context.config.publicUrl,
    logo: await readMailLogo(context),
  };
};

const refuseHue = (hue: number): Refusal<'hue_refused'> | null => {
  const [weakest] = weakPairs(hue).sort((one, other) => one.ratio / one.least - other.ratio / other.least);
  if (!weakest) return null;
  const { front, back, theme, ratio, least } = weakest;
  return refuse('hue_refused', {
    message: `This hue makes text hard to read: ${front} on ${back} in the ${theme} theme has a contrast of ${ratio.toFixed(2)}, ${least} is needed.`,
  });
};

/**
 * Saves the settings. Refuses a hue that makes a pair of colours too weak, naming it, and a version that is not the
 * present one; without a version the later change wins. Both are in the history.
 */
export const changeFirm = async (
  tx: Tx,
  change: { settings: FirmSettings; ifMatch: number | null; actorId: string; now: Date },
): Promise<Firm | Refusal<'hue_refused' | 'changed_meanwhile'>> => {
  const refusal = refuseHue(change.settings.hue);
  if (refusal) return refusal;
  const before = await lockFirm(tx, defaultsOnWire(), change.now);
  if (change.ifMatch !== null && change.ifMatch !== before.version)
    return refuseOutdatedSubject(tx, { kind: 'firm', id: 'firm', updatedAt: before.updated_at });
  const after = z.encode(schema, change.settings);
  const version = before.version + 1;
  await updateFirm(tx, after, version, change.now);
  await recordAdminEvent(tx, {
    at: change.now,
    event: 'firm_changed',
    actorId: change.actorId,
    subjectKind: 'firm',
    subjectId: 'firm',
    before: before.settings,
    after,
  });
  return { ...change.settings, version };
};
