import type { RouteKey } from '@firmament/contract';
import { CONTENT_LIMITS as LIMITS } from '@firmament/contract/content';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../../api/client.ts';
import { paths } from '../../../../paths.ts';
import { SECTION_LABELS, type SectionPath } from './section-list.ts';

/** The texts of a section as its form holds them. */
export type Texts = Record<string, unknown>;
export type EditableContent = { content: Texts; defaults: Texts; isDefault: boolean; version: number };

type FieldKind = 'line' | 'text' | 'prose' | 'date' | 'rating' | 'hair' | 'check' | 'photo';

export type FieldSpec = {
  name: string;
  label: string;
  kind: FieldKind;
  /** Characters. */
  most?: number;
  hint?: string;
  /** The whole width of its entry. */
  wide?: boolean;
};

export type ListSpec = {
  kind: 'list';
  name: string;
  legend: string;
  /** What one of them is called. */
  entry: string;
  most: number;
  fields: readonly FieldSpec[];
  /** A new one. */
  empty: Texts;
};

export type Preview = 'testimonials' | 'about' | 'faq' | 'legal';

export type ContentSection = {
  label: string;
  about: string;
  /** The page that shows it. */
  shownAt: string;
  preview: Preview;
  parts: readonly (FieldSpec | ListSpec)[];
  query: ReturnType<typeof editableQuery>;
  save: (content: Texts, version: number) => Promise<{ saved: EditableContent }>;
};

type Key<Method extends string> = Extract<RouteKey, `${Method} /admin/content/${string}`>;

/** The calls of all sections have one form; which texts they carry is the fields' business, and the server checks it. */
const ask = call as (key: RouteKey, options: object) => Promise<unknown>;

const editableQuery = (key: Key<'GET'>, params: Record<string, string>) =>
  queryOptions({
    queryKey: [key, params, {}] as const,
    queryFn: ({ signal }) => ask(key, { params, signal }) as Promise<EditableContent>,
  });

const calls = (get: Key<'GET'>, put: Key<'PUT'>, params: Record<string, string> = {}) => ({
  query: editableQuery(get, params),
  save: (content: Texts, version: number) =>
    ask(put, { params, body: content, ifMatch: version }) as Promise<{ saved: EditableContent }>,
});

const line = (name: string, label: string): FieldSpec => ({ name, label, kind: 'line', most: LIMITS.title });
const text = (name: string, label: string, hint?: string): FieldSpec => ({
  name,
  label,
  kind: 'text',
  most: LIMITS.text,
  wide: true,
  ...(hint ? { hint } : {}),
});

const FACTS = '{firm}, {email} and {address} stand for what the settings say.';
const PROSE = `A blank line begins a paragraph, "- " at the start of lines makes a list. ${FACTS}`;

const faq = (list: 'rules' | 'catalogue') => ({
  preview: 'faq' as const,
  ...calls('GET /admin/content/faq/{list}', 'PUT /admin/content/faq/{list}', { list }),
  parts: [
    {
      kind: 'list' as const,
      name: 'questions',
      legend: 'Questions',
      entry: 'Question',
      most: LIMITS.questions,
      empty: { id: '', title: '', text: '' },
      fields: [
        { ...line('title', 'Question'), wide: true },
        {
          name: 'text',
          label: 'Answer',
          kind: 'prose' as const,
          most: LIMITS.answer,
          hint: PROSE,
          wide: true,
        },
      ],
    },
  ],
});

const legal = (page: 'privacy' | 'terms' | 'refund') => ({
  preview: 'legal' as const,
  shownAt: paths[page],
  ...calls('GET /admin/content/legal/{page}', 'PUT /admin/content/legal/{page}', { page }),
  parts: [
    {
      name: 'effective',
      label: 'Effective Date',
      kind: 'date' as const,
      hint: 'Stands above the title; change it with the text.',
    },
    text('summary', 'Summary', FACTS),
    {
      kind: 'list' as const,
      name: 'sections',
      legend: 'Sections',
      entry: 'Section',
      most: LIMITS.sections,
      empty: { id: '', title: '', text: '' },
      fields: [
        { ...line('title', 'Title'), wide: true },
        {
          name: 'text',
          label: 'Text',
          kind: 'prose' as const,
          most: LIMITS.section,
          hint: PROSE,
          wide: true,
        },
      ],
    },
  ],
});

const entryFields = [line('title', 'Title'), text('text', 'Text')];

/** What of the firm's texts can be edited, by the last part of the page's address. */
export const CONTENT_SECTIONS: Record<SectionPath, ContentSection> = {
  testimonials: {
    label: SECTION_LABELS.testimonials,
    about: 'What traders say, on the home page. Without any, the home page has no such section.',
    shownAt: paths.home,
    preview: 'testimonials',
    ...calls('GET /admin/content/testimonials', 'PUT /admin/content/testimonials'),
    parts: [
      {
        kind: 'list',
        name: 'testimonials',
        legend: 'Testimonials',
        entry: 'Testimonial',
        most: LIMITS.testimonials,
        empty: { name: '', role: '', text: '', rating: 5 },
        fields: [
          line('name', 'Name'),
          line('role', 'Role'),
          text('text', 'Text'),
          { name: 'rating', label: 'Rating', kind: 'rating' },
        ],
      },
    ],
  },
  about: {
    label: SECTION_LABELS.about,
    about: 'Story, values, team and reasons on the about page. A part without entries is left out.',
    shownAt: paths.about,
    preview: 'about',
    ...calls('GET /admin/content/about', 'PUT /admin/content/about'),
    parts: [
      text('intro', 'Introduction', FACTS),
      text('founded', 'Beside the Story'),
      {
        kind: 'list',
        name: 'story',
        legend: 'Our story',
        entry: 'Story entry',
        most: LIMITS.story,
        empty: { date: '', title: '', text: '' },
        fields: [line('date', 'Date'), line('title', 'Title'), text('text', 'Text')],
      },
      {
        kind: 'list',
        name: 'values',
        legend: 'Values',
        entry: 'Value',
        most: LIMITS.values,
        empty: { title: '', text: '' },
        fields: entryFields,
      },
      line('teamTitle', 'Title of the Team'),
      {
        kind: 'list',
        name: 'team',
        legend: 'Team',
        entry: 'Member',
        most: LIMITS.team,
        empty: {
          name: '',
          role: '',
          bio: '',
          photo: '',
          portrait: { hair: 'cropped', glasses: false, beard: false },
        },
        fields: [
          line('name', 'Name'),
          line('role', 'Role'),
          text('bio', 'About'),
          { name: 'photo', label: 'Photograph', kind: 'photo', wide: true },
          { name: 'portrait.hair', label: 'Drawn Portrait', kind: 'hair' },
          { name: 'portrait.glasses', label: 'Glasses', kind: 'check' },
          { name: 'portrait.beard', label: 'Beard', kind: 'check' },
        ],
      },
      {
        kind: 'list',
        name: 'reasons',
        legend: 'Reasons to choose the firm',
        entry: 'Reason',
        most: LIMITS.reasons,
        empty: { title: '', text: '' },
        fields: entryFields,
      },
    ],
  },
  'rules-faq': {
    label: SECTION_LABELS['rules-faq'],
    about: 'Questions at the end of the rules.',
    shownAt: paths.rules,
    ...faq('rules'),
  },
  'catalogue-faq': {
    label: SECTION_LABELS['catalogue-faq'],
    about: 'Questions below the packages, for traders who are about to buy.',
    shownAt: paths.catalogue,
    ...faq('catalogue'),
  },
  privacy: {
    label: SECTION_LABELS.privacy,
    about: 'Placeholder text until the firm sets its own. Have it checked by somebody who knows the law.',
    ...legal('privacy'),
  },
  terms: {
    label: SECTION_LABELS.terms,
    about: 'Placeholder text until the firm sets its own. Have it checked by somebody who knows the law.',
    ...legal('terms'),
  },
  refund: {
    label: SECTION_LABELS.refund,
    about: 'Placeholder text until the firm sets its own. Have it checked by somebody who knows the law.',
    ...legal('refund'),
  },
};
