import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { describe, expect, it } from 'vitest';
import { makeQueryClient } from '../api/query-client.ts';
import { type Auth, AuthProvider, useAuth } from '../auth/AuthProvider.tsx';
import { AdminLayout } from '../layouts/AdminLayout.tsx';
import { DashboardLayout } from '../layouts/DashboardLayout.tsx';
import {
  RequireActiveAccount,
  RequireAdmin,
  RequireRole,
  RequireVerified,
  RequireVerifiedIfSignedIn,
} from './guards.tsx';

/** The first rendering of a page that the server rendered: the token is not read yet. */
const textOf = (node: ReactNode): string =>
  renderToStaticMarkup(
    <QueryClientProvider client={makeQueryClient()}>
      <AuthProvider isRendered>
        <MemoryRouter>{node}</MemoryRouter>
      </AuthProvider>
    </QueryClientProvider>,
  ).replaceAll(/<[^>]*>/g, '');

function Probe({ onAuth }: { onAuth: (auth: Auth) => void }) {
  onAuth(useAuth());
  return null;
}

describe('while the user loads', () => {
  // spec 2.44, 2.57, 2.63, 2.66
  it.each([
    ['the role guard', <RequireRole key="a" roles={['user']} />, 'Loading user...'],
    ['the verified-email guard', <RequireVerified key="b" />, 'Loading user...'],
    ['the guard of the payment page', <RequireVerifiedIfSignedIn key="c" />, 'Loading user...'],
    ['the admin guard', <RequireAdmin key="d" />, 'Loading user data...'],
    ['the account-active guard', <RequireActiveAccount key="e" />, 'Loading account status...'],
    ['the dashboard', <DashboardLayout key="f" />, 'Loading user...'],
    ['the administration', <AdminLayout key="g" />, 'Loading admin layout...'],
  ])('%s says so', (_, guard, text) => {
    expect(textOf(guard)).toBe(text);
  });
});

describe('the session', () => {
  // spec 3.3, 4.1
  it('starts as loading, with nobody in it', () => {
    const seen: Auth[] = [];
    textOf(<Probe onAuth={(auth) => seen.push(auth)} />);
    expect(seen[0]).toMatchObject({
      user: null,
      token: null,
      isAuthenticated: false,
      isLoading: true,
      emailVerified: false,
    });
  });

  // spec 8.20
  it('is not to be had outside its provider', () => {
    expect(() => renderToStaticMarkup(<Probe onAuth={() => {}} />)).toThrow(
      'useAuth must be used within an AuthProvider',
    );
  });
});
