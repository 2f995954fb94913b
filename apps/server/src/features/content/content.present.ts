import type { Decoded, Routes } from '@firmament/contract';
import { type FirmFacts, fillFacts, type ProseBlock, proseBlocks } from '@firmament/rules';
import type { AboutContent, FaqContent, LegalContent } from './defaults/written.ts';

type Shown<Key extends keyof Routes> = Decoded<Routes[Key]>['response'];

/** The firm's facts are filled in after the text was taken apart, so that they are never taken for a list. */
const present = (text: string, facts: FirmFacts): ProseBlock[] =>
  proseBlocks(text).map((block) =>
    typeof block === 'string' ? fillFacts(block, facts) : block.map((line) => fillFacts(line, facts)),
  );

const filled = <Entry extends Record<string, unknown>>(entry: Entry, facts: FirmFacts): Entry => ({
  ...entry,
  ...Object.fromEntries(
    Object.entries(entry).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, fillFacts(value, facts)]] : [],
    ),
  ),
});

/** The about page as visitors read it. */
export const presentAbout = (about: AboutContent, facts: FirmFacts): Shown<'GET /firm/about'> => ({
  ...filled(about, facts),
  story: about.story.map((entry) => filled(entry, facts)),
  values: about.values.map((entry) => filled(entry, facts)),
  team: about.team.map((member) => filled(member, facts)),
  reasons: about.reasons.map((entry) => filled(entry, facts)),
});

/** Questions and answers as visitors read them. */
export const presentFaq = ({ questions }: FaqContent, facts: FirmFacts): Shown<'GET /firm/faq/{list}'> => ({
  questions: questions.map(({ id, title, text }) => ({
    id,
    title: fillFacts(title, facts),
    answer: present(text, facts),
  })),
});

/** A legal page as visitors read it. */
export const presentLegal = (page: LegalContent, facts: FirmFacts): Shown<'GET /firm/legal/{page}'> => ({
  effective: page.effective,
  summary: fillFacts(page.summary, facts),
  sections: page.sections.map(({ id, title, text }) => ({
    id,
    title: fillFacts(title, facts),
    body: present(text, facts),
  })),
});
