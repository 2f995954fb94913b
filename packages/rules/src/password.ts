/** The form in which passwords are measured, hashed and compared: Unicode NFKC. */
export function normalisedPassword(text: string): string {
  return text.normalize('NFKC');
}

/** The length of a password in code points of its normalised form. */
export function passwordLength(text: string): number {
  return [...normalisedPassword(text)].length;
}
