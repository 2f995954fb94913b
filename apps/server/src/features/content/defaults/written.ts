import type { Decoded, Routes } from '@firmament/contract';
import { type ProseBlock, proseText } from '@firmament/rules';

type Body<Key extends keyof Routes> = Decoded<Routes[Key]>['body'];

export type TestimonialsContent = Body<'PUT /admin/content/testimonials'>;
export type AboutContent = Body<'PUT /admin/content/about'>;
export type FaqContent = Body<'PUT /admin/content/faq/{list}'>;
export type Question = FaqContent['questions'][number];
export type LegalContent = Body<'PUT /admin/content/legal/{page}'>;

/** Placeholder for the effective date of every legal page. */
export const PLACEHOLDER_DATE = '2025-01-01';

/** A text of paragraphs and lists, as an administrator would write it. */
export const written = (...blocks: ProseBlock[]): string => proseText(blocks);
