/**
 * Whether a connection to PostgreSQL leaves this machine without TLS whose certificate is checked. A socket and loopback do
 * not leave it.
 */
export const isUnprotected = (databaseUrl: string | null): boolean => {
  if (databaseUrl === null || !URL.canParse(databaseUrl)) return false;
  const { hostname, searchParams } = new URL(databaseUrl);
  const host = searchParams.get('host') ?? decodeURIComponent(hostname);
  if (host === '' || host.startsWith('/') || /^(?:localhost|127(?:\.\d+){3}|\[?::1\]?)$/i.test(host))
    return false;
  return searchParams.get('sslmode') !== 'verify-full';
};
