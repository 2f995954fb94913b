/** The firm's texts by the last part of their page's address, in the order of the settings' navigation. */
export const SECTION_LABELS = {
  testimonials: 'Testimonials',
  about: 'About',
  'rules-faq': 'Rules FAQ',
  'catalogue-faq': 'Catalogue FAQ',
  privacy: 'Privacy Policy',
  terms: 'Terms of Service',
  refund: 'Refund Policy',
} as const;
export type SectionPath = keyof typeof SECTION_LABELS;

/** Whether the last part of an address names a section. */
export const isSectionPath = (path: string): path is SectionPath => Object.hasOwn(SECTION_LABELS, path);
