import { isDeepStrictEqual } from 'node:util';
import { routes } from '@firmament/contract';
import * as z from 'zod/mini';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/schema.ts';
import { recordAdminEvent } from '../../platform/events.ts';
import { refuseOutdatedSubject } from '../../platform/outdated.ts';
import type { Refusal } from '../../platform/refusal.ts';
import { remembered } from '../../platform/remembered.ts';
import { lockContent, type StoredContent, storedContent, updateContent } from './content.queries.ts';
import { about } from './defaults/about.ts';
import { catalogueFaq, rulesFaq } from './defaults/faq.ts';
import { privacyPolicy } from './defaults/privacy.ts';
import { refundPolicy } from './defaults/refund.ts';
import { termsOfService } from './defaults/terms.ts';
import { testimonials } from './defaults/testimonials.ts';
import type { AboutContent, FaqContent, LegalContent, TestimonialsContent } from './defaults/written.ts';

/** The parts of the firm's content, each a document with a version of its own. */
export type Contents = {
  testimonials: TestimonialsContent;
  about: AboutContent;
  rules: FaqContent;
  catalogue: FaqContent;
  privacy: LegalContent;
  terms: LegalContent;
  refund: LegalContent;
};
export type Section = keyof Contents;

/** The texts of a firm that has not written its own. */
export const DEFAULT_CONTENT: Contents = {
  testimonials,
  about,
  rules: rulesFaq,
  catalogue: catalogueFaq,
  privacy: privacyPolicy,
  terms: termsOfService,
  refund: refundPolicy,
};

const faq = routes['PUT /admin/content/faq/{list}'].body;
const legal = routes['PUT /admin/content/legal/{page}'].body;
const SCHEMAS: { [S in Section]: z.ZodMiniType<Contents[S]> } = {
  testimonials: routes['PUT /admin/content/testimonials'].body,
  about: routes['PUT /admin/content/about'].body,
  rules: faq,
  catalogue: faq,
  privacy: legal,
  terms: legal,
  refund: legal,
};

/** A row saved by an older release lacks newer fields: they have their defaults. */
const decode = <S extends Section>(section: S, row: StoredContent | undefined): Contents[S] =>
  row?.content
    ? z.parse(SCHEMAS[section], { ...DEFAULT_CONTENT[section], ...row.content })
    : DEFAULT_CONTENT[section];

const memory = remembered((context) => storedContent(context.db));

/** Reads the texts anew at the next call, after this process saved one. */
export const forgetContent = memory.forget;

/** A part of the content, kept in memory for a second. Call it outside a transaction. */
export const readContent = async <S extends Section>(context: Context, section: S): Promise<Contents[S]> =>
  decode(section, (await memory.read(context)).get(section));

export type Editable<S extends Section> = {
  content: Contents[S];
  defaults: Contents[S];
  /** Whether the firm has no text of its own. */
  isDefault: boolean;
  version: number;
};

const editable = <S extends Section>(section: S, row: StoredContent | undefined): Editable<S> => ({
  content: decode(section, row),
  defaults: DEFAULT_CONTENT[section],
  isDefault: !row?.content,
  version: row?.version ?? 1,
});

/** A part of the content as it is this moment, for editing. Call it outside a transaction. */
export const loadContent = async <S extends Section>(context: Context, section: S): Promise<Editable<S>> =>
  editable(section, (await storedContent(context.db)).get(section));

/**
 * Saves a part of the content. A text equal to the default is not kept: the firm then follows the defaults of later
 * releases. Refuses a version that is not the present one; without a version the later change wins. Both are in the
 * history.
 */
export const changeContent = async <S extends Section>(
  tx: Tx,
  change: { section: S; content: Contents[S]; ifMatch: number | null; actorId: string; now: Date },
): Promise<Editable<S> | Refusal<'changed_meanwhile'>> => {
  const { section, content, now } = change;
  const before = await lockContent(tx, section, now);
  if (change.ifMatch !== null && change.ifMatch !== before.version)
    return refuseOutdatedSubject(tx, { kind: 'firm', id: section, updatedAt: before.updated_at });
  const after = {
    content: isDeepStrictEqual(content, DEFAULT_CONTENT[section]) ? null : content,
    version: before.version + 1,
  };
  await updateContent(tx, section, after, now);
  await recordAdminEvent(tx, {
    at: now,
    event: after.content ? 'content_changed' : 'content_reset',
    actorId: change.actorId,
    subjectKind: 'firm',
    subjectId: section,
    before: decode(section, before),
    after: content,
  });
  return editable(section, after);
};
