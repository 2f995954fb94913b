import { messages } from '@firmament/contract/messages';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { accountStatusQuery } from '../api/page-queries.ts';
import { useAuth } from '../auth/AuthProvider.tsx';
import type { User } from '../auth/token.ts';
import { paths } from '../paths.ts';
import { late } from '../ui/late.tsx';
import { Loading } from '../ui/Spinner.tsx';
import { hasLeft, isLeaving, originOf, rememberOrigin } from './origin.ts';

// Hardly anybody ever sees it.
const UnauthorizedPage = late(async () => (await import('../layouts/UnauthorizedPage.tsx')).UnauthorizedPage);

type GuardProps = { children?: ReactNode };

/** Goes to /login and remembers the page, unless the user signed out by choice. */
export function ToLogin() {
  const location = useLocation();
  const [from] = useState(() => (isLeaving() ? null : originOf(location)));
  useEffect(() => {
    rememberOrigin(from);
    hasLeft();
  }, [from]);
  return <Navigate to={paths.login} replace state={from ? { from } : null} />;
}

const ToVerification = ({ user: { _id, email } }: { user: User }) => (
  <Navigate to={paths.verifyEmail(_id)} replace state={{ email }} />
);

/** Role-restricted guard: no session → /login; another role → the Unauthorized page. */
export function RequireRole({
  roles,
  loading,
  children,
}: GuardProps & { roles: readonly string[]; loading?: string }) {
  const { user, isAuthenticated, isLoading } = useAuth();
  if (isLoading) return <Loading>{loading ?? messages.loadingUser}</Loading>;
  if (!isAuthenticated || !user) return <ToLogin />;
  if (!roles.includes(user.role)) return <UnauthorizedPage />;
  return children ?? <Outlet />;
}

/** Verified-email guard: no session → /login; unverified → /verify-email. */
export function RequireVerified({ children }: GuardProps) {
  const { user, isAuthenticated, isLoading, emailVerified } = useAuth();
  if (isLoading) return <Loading>{messages.loadingUser}</Loading>;
  if (!isAuthenticated || !user) return <ToLogin />;
  if (!emailVerified) return <ToVerification user={user} />;
  return children ?? <Outlet />;
}

/** For pages that speak for themselves without a session: sends only unverified users away. */
export function RequireVerifiedIfSignedIn({ children }: GuardProps) {
  const { user, isAuthenticated, isLoading, emailVerified } = useAuth();
  if (isLoading) return <Loading>{messages.loadingUser}</Loading>;
  if (isAuthenticated && user && !emailVerified) return <ToVerification user={user} />;
  return children ?? <Outlet />;
}

/** Admin guard: no session → /login; not an admin → /dashboard; a role that is neither → Unauthorized. */
export function RequireAdmin({ children }: GuardProps) {
  const { user, isAuthenticated, isLoading } = useAuth();
  if (isLoading) return <Loading>{messages.loadingUserData}</Loading>;
  if (!isAuthenticated || !user) return <ToLogin />;
  if (user.role === 'admin') return children ?? <Outlet />;
  return user.role === 'user' ? <Navigate to={paths.dashboard} replace /> : <UnauthorizedPage />;
}

/** Account-active guard: no active (or failed) account → the catalogue, remembering the origin. */
export function RequireActiveAccount({ children }: GuardProps) {
  const { isAuthenticated, isLoading } = useAuth();
  const location = useLocation();
  const status = useQuery({
    ...accountStatusQuery,
    enabled: isAuthenticated,
  });
  if (isLoading) return <Loading>{messages.loadingAccountStatus}</Loading>;
  if (!isAuthenticated) return <ToLogin />;
  const active = status.data?.hasActiveAccount ?? false;
  if (status.isPending || (!active && status.isFetching))
    return <Loading>{messages.loadingAccountStatus}</Loading>;
  if (active || location.pathname.startsWith(paths.catalogue)) return children ?? <Outlet />;
  return <Navigate to={paths.catalogue} replace state={{ from: originOf(location) }} />;
}
