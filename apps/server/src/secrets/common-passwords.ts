/** What an attacker knows about a user and tries first; missing parts are skipped. */
export type PersonalWords = {
  firmName?: string | undefined;
  userName?: string | undefined;
  email?: string | undefined;
};

/** Number of entries taken from the list, most common first (NIST SP 800-63B-4 asks for such a list). */
const ENTRIES = 10_000;
let common: Promise<ReadonlySet<string>> | undefined;

/**
 * True when the whole password, case-folded, is one of the 10,000 most common, the firm's name, the user's
 * name, the e-mail address or its local part.
 */
export async function isCommonPassword(password: string, personal: PersonalWords = {}): Promise<boolean> {
  const folded = fold(password);
  const { firmName, userName, email } = personal;
  const known = [firmName, userName, email, email?.slice(0, email.lastIndexOf('@'))];
  if (known.some((word) => word !== undefined && word.trim() !== '' && fold(word.trim()) === folded))
    return true;
  common ??= loadList();
  return (await common).has(folded);
}

/** Loaded at the first use: most processes of development never need the list. */
async function loadList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].slice(0, ENTRIES).map(fold));
}

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}
