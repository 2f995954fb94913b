import type { ProseBlock } from '@firmament/rules';
import * as z from 'zod/mini';
import { CONTENT_LIMITS, HAIR, TAKEN_ANCHORS } from './content-shown.ts';
import { success } from './fields.ts';
import { atMostCharacters, atMostEntries, messages } from './messages.ts';
import { defineRoute } from './route.ts';

const { title: TITLE, text: TEXT, answer: ANSWER, section: SECTION } = CONTENT_LIMITS;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused here
const CONTROL = /[\u0000-\u001f\u007f]/;

/** Plain text of one line. */
const plain = (most: number) =>
  z.string({ error: messages.contentTextRequired }).check(
    z.trim(),
    z.minLength(1, { error: messages.contentTextRequired, abort: true }),
    z.maxLength(most, { error: atMostCharacters(most) }),
    z.refine((text) => !CONTROL.test(text), { error: messages.contentTextInvalid }),
  );

/** Plain text with paragraphs and lists, see `proseBlocks` of the rules. */
const prose = (most: number) =>
  z.string({ error: messages.contentTextRequired }).check(
    z.overwrite((text) => text.replace(/\r\n?/g, '\n')),
    z.trim(),
    z.minLength(1, { error: messages.contentTextRequired, abort: true }),
    z.maxLength(most, { error: atMostCharacters(most) }),
    z.refine((text) => !CONTROL.test(text.replace(/[\n\t]/g, '')), { error: messages.contentTextInvalid }),
  );

const list = <Item extends z.ZodMiniType>(item: Item, most: number) =>
  z.array(item).check(z.maxLength(most, { error: atMostEntries(most) }));

/** The anchor of an entry in its page's address; it stays when the title changes. */
const anchor = z.string().check(
  z.maxLength(80),
  z.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, { error: messages.contentAnchorInvalid }),
  z.refine((id) => !TAKEN_ANCHORS.includes(id), { error: messages.contentAnchorInvalid }),
);

const anchoredOnce = z.refine<readonly { id: string }[]>(
  (entries) => new Set(entries.map(({ id }) => id)).size === entries.length,
  { error: messages.contentAnchorTwice },
);

/** What traders say, on the home page. */
const testimonialsContent = z.object({
  testimonials: list(
    z.object({
      name: plain(TITLE),
      role: plain(TITLE),
      text: plain(TEXT),
      /** Out of 5. */
      rating: z.int().check(z.gte(1), z.lte(5)),
    }),
    CONTENT_LIMITS.testimonials,
  ),
});

const entry = z.object({ title: plain(TITLE), text: plain(TEXT) });

/** What the firm tells of itself on /about. */
const aboutContent = z.object({
  intro: plain(TEXT),
  /** Stands beside the story. */
  founded: plain(TEXT),
  story: list(z.object({ date: plain(TITLE), title: plain(TITLE), text: plain(TEXT) }), CONTENT_LIMITS.story),
  values: list(entry, CONTENT_LIMITS.values),
  teamTitle: plain(TITLE),
  team: list(
    z.object({
      name: plain(TITLE),
      role: plain(TITLE),
      bio: plain(TEXT),
      /** The name of an uploaded picture, shown below /brand/people; without one the portrait is drawn. */
      photo: z.optional(z.string().check(z.regex(/^[0-9a-f]{32}$/))),
      /** The features of the drawn portrait. */
      portrait: z.object({ hair: z.enum(HAIR), glasses: z.boolean(), beard: z.boolean() }),
    }),
    CONTENT_LIMITS.team,
  ),
  reasons: list(entry, CONTENT_LIMITS.reasons),
});

/** Questions and answers, of the rules or of the catalogue. */
const faqContent = z.object({
  questions: list(
    z.object({ id: anchor, title: plain(TITLE), text: prose(ANSWER) }),
    CONTENT_LIMITS.questions,
  ).check(anchoredOnce),
});

/** One of the legal pages. */
const legalContent = z.object({
  /** The day on which the text takes effect, as "2025-01-01". */
  effective: z.iso.date({ error: messages.contentDateInvalid }),
  summary: plain(TEXT),
  sections: list(
    z.object({ id: anchor, title: plain(TITLE), text: prose(SECTION) }),
    CONTENT_LIMITS.sections,
  ).check(z.minLength(1, { error: messages.contentSectionRequired }), anchoredOnce),
});

/** Paragraphs, and lists of lines; the firm's facts are filled in. */
const blocks = z.array(z.custom<ProseBlock>());
const readFaq = z.object({
  questions: z.array(z.object({ id: z.string(), title: z.string(), answer: blocks })),
});
const readLegal = z.object({
  effective: z.string(),
  summary: z.string(),
  sections: z.array(z.object({ id: z.string(), title: z.string(), body: blocks })),
});

const faqParams = z.object({ list: z.enum(['rules', 'catalogue']) });
const legalParams = z.object({ page: z.enum(['privacy', 'terms', 'refund']) });

/** What an administrator edits: the texts as they are, and those that a reset brings back. */
const editable = <Content extends z.ZodMiniType>(content: Content) =>
  z.object({ content, defaults: content, isDefault: z.boolean(), version: z.int() });

const saved = <Content extends z.ZodMiniType>(content: Content) => success({ saved: editable(content) });

export const contentRoutes = {
  'GET /firm/testimonials': defineRoute({
    auth: 'public',
    summary: 'What traders say of the firm',
    status: 200,
    response: testimonialsContent,
    errors: [],
  }),
  'GET /firm/about': defineRoute({
    auth: 'public',
    summary: 'Story, values, team and reasons of the firm',
    status: 200,
    response: aboutContent,
    errors: [],
  }),
  'GET /firm/faq/{list}': defineRoute({
    auth: 'public',
    summary: 'Questions and answers; a part of an answer is a paragraph or a list of lines',
    status: 200,
    params: faqParams,
    response: readFaq,
    errors: [],
  }),
  'GET /firm/legal/{page}': defineRoute({
    auth: 'public',
    summary: 'A legal page; a part of a section is a paragraph or a list of lines',
    status: 200,
    params: legalParams,
    response: readLegal,
    errors: [],
  }),
  'GET /admin/content/testimonials': defineRoute({
    auth: 'admin',
    summary: 'The testimonials, for editing',
    status: 200,
    response: editable(testimonialsContent),
    errors: [],
  }),
  'PUT /admin/content/testimonials': defineRoute({
    auth: 'admin',
    summary: 'Change the testimonials',
    status: 200,
    body: testimonialsContent,
    response: saved(testimonialsContent),
    errors: ['changed_meanwhile'],
  }),
  'GET /admin/content/about': defineRoute({
    auth: 'admin',
    summary: 'The texts of the about page, for editing',
    status: 200,
    response: editable(aboutContent),
    errors: [],
  }),
  'PUT /admin/content/about': defineRoute({
    auth: 'admin',
    summary: 'Change the texts of the about page',
    status: 200,
    body: aboutContent,
    response: saved(aboutContent),
    errors: ['changed_meanwhile', 'picture_missing'],
  }),
  'POST /admin/content/pictures': defineRoute({
    auth: 'admin',
    summary: 'Keep a portrait: an image in `picture`; unused ones are kept for a day',
    status: 200,
    body: z.optional(z.unknown()),
    files: ['picture'],
    response: success({ picture: z.string() }),
    errors: [
      'picture_missing',
      'proof_not_an_image',
      'proof_heic',
      'proof_too_large',
      'proof_too_many_pixels',
      'proof_broken',
    ],
  }),
  'GET /admin/content/faq/{list}': defineRoute({
    auth: 'admin',
    summary: 'Questions and answers, for editing',
    status: 200,
    params: faqParams,
    response: editable(faqContent),
    errors: [],
  }),
  'PUT /admin/content/faq/{list}': defineRoute({
    auth: 'admin',
    summary: 'Change questions and answers',
    status: 200,
    params: faqParams,
    body: faqContent,
    response: saved(faqContent),
    errors: ['changed_meanwhile'],
  }),
  'GET /admin/content/legal/{page}': defineRoute({
    auth: 'admin',
    summary: 'A legal page, for editing',
    status: 200,
    params: legalParams,
    response: editable(legalContent),
    errors: [],
  }),
  'PUT /admin/content/legal/{page}': defineRoute({
    auth: 'admin',
    summary: 'Change a legal page',
    status: 200,
    params: legalParams,
    body: legalContent,
    response: saved(legalContent),
    errors: ['changed_meanwhile'],
  }),
};
