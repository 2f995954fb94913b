/** Narrower than this a logo is a mark that does not say the firm's name. */
const WORD_MARK = 1.75;

/** Whether the firm's name stands beside its logo, because the logo is too narrow to say it. */
export function needsName(logo: { readonly width: number; readonly height: number }): boolean {
  return logo.width < logo.height * WORD_MARK;
}
