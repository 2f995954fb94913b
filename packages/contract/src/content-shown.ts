import { type FirmFacts, fillFacts, type ProseBlock, proseBlocks } from '@firmament/rules';

/** How much each part of the firm's content may hold. */
export const CONTENT_LIMITS = {
  testimonials: 12,
  story: 20,
  values: 6,
  team: 16,
  reasons: 12,
  questions: 40,
  sections: 40,
  /** Characters: a name or a title, a short text, an answer, a section of a legal page. */
  title: 120,
  text: 600,
  answer: 3000,
  section: 12_000,
} as const;

/** The hair of a drawn portrait. */
export const HAIR = ['cropped', 'bob', 'bun', 'curls'] as const;

/** Ids that a page itself uses: no anchor of an entry. */
export const TAKEN_ANCHORS: readonly string[] = ['main', 'root', 'page-state'];

type Entry = { id: string; title: string; text: string };
type Texts = Record<string, unknown>;

/** The firm's facts are filled in after the text was taken apart, so that they are never taken for a list. */
const blocksOf = (text: string, facts: FirmFacts): ProseBlock[] =>
  proseBlocks(text).map((block) =>
    typeof block === 'string' ? fillFacts(block, facts) : block.map((line) => fillFacts(line, facts)),
  );

const filled = <Part extends Texts>(part: Part, facts: FirmFacts): Part => ({
  ...part,
  ...Object.fromEntries(
    Object.entries(part).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, fillFacts(value, facts)]] : [],
    ),
  ),
});

/** The about page as visitors read it. */
export const shownAbout = <About extends Record<'story' | 'values' | 'team' | 'reasons', Texts[]>>(
  about: About,
  facts: FirmFacts,
): About => ({
  ...filled(about, facts),
  story: about.story.map((entry) => filled(entry, facts)),
  values: about.values.map((entry) => filled(entry, facts)),
  team: about.team.map((member) => filled(member, facts)),
  reasons: about.reasons.map((entry) => filled(entry, facts)),
});

/** Questions and answers as visitors read them. */
export const shownFaq = ({ questions }: { questions: readonly Entry[] }, facts: FirmFacts) => ({
  questions: questions.map(({ id, title, text }) => ({
    id,
    title: fillFacts(title, facts),
    answer: blocksOf(text, facts),
  })),
});

/** A legal page as visitors read it. */
export const shownLegal = (
  page: { effective: string; summary: string; sections: readonly Entry[] },
  facts: FirmFacts,
) => ({
  effective: page.effective,
  summary: fillFacts(page.summary, facts),
  sections: page.sections.map(({ id, title, text }) => ({
    id,
    title: fillFacts(title, facts),
    body: blocksOf(text, facts),
  })),
});
