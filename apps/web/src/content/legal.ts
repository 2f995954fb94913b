/** What a legal text says of the firm; from the firm's settings. */
export type FirmFacts = { name: string; supportEmail: string; address: string };

export type LegalSection = {
  /** The anchor of the section in the page's address. */
  id: string;
  title: string;
  /** A text is a paragraph, a list of texts a bulleted list. */
  body: readonly (string | readonly string[])[];
};

export type LegalText = {
  title: string;
  /** A placeholder: the firm sets the date on which its text takes effect. */
  effective: string;
  /** The gist in one or two sentences. */
  summary: string;
  sections: readonly LegalSection[];
};

/** Placeholder for the effective date of every legal page. */
export const EFFECTIVE_DATE = 'January 1, 2025';
