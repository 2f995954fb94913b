/** What /ahead.js asked with a token, by address, before this code was there. */
type Early = { token: string; answers: Record<string, Promise<Response>> };

const place = globalThis as { early?: Early };

/** The answer that is under way for an address, once, if it was asked with this token. */
export function takeEarly(url: string, token: string | null): Promise<Response> | undefined {
  const { early } = place;
  if (!early || early.token !== token) return;
  const answer = early.answers[url];
  delete early.answers[url];
  return answer;
}

/** What was not taken when the first page asked is not wanted: it would be old later. */
export function dropEarly(): void {
  delete place.early;
}
