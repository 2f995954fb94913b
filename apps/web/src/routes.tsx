import { messages } from '@firmament/contract/messages';
import type { ComponentType } from 'react';
import { Outlet, type RouteObject } from 'react-router';
import { aheadOf, ask } from './api/ahead.ts';
import {
  accountEventsQuery,
  accountPaymentQuery,
  accountQuery,
  accountStatusQuery,
  activeAccountsQuery,
  dashboardQuery,
  orderPaymentQuery,
  orderQuery,
  overviewQuery,
  ownAccountsQuery,
  paymentAddressesQuery,
  userQuery,
} from './api/page-queries.ts';
import {
  RequireActiveAccount,
  RequireAdmin,
  RequireRole,
  RequireVerified,
  RequireVerifiedIfSignedIn,
} from './guards/guards.tsx';
import { ErrorPage, Unloaded, UnloadedAlone } from './layouts/ErrorPage.tsx';
import { Root } from './layouts/Root.tsx';
import { paths } from './paths.ts';
import { Loading } from './ui/Spinner.tsx';

// A page is one file under pages/ that exports `Component` (and, if it needs one, `ErrorBoundary`); the router loads
// it, and its layout, when the address is first visited. What it asks first may be asked as its `handle`, ahead of its code.

type Page = { Component: ComponentType };

/** A page whose code cannot be loaded says so in its place, so that what is around it stays. */
const page = (load: () => Promise<Page>) => (): Promise<Page> =>
  load().catch(() => ({ Component: Unloaded }));
const layout = (load: () => Promise<ComponentType>) => (): Promise<ComponentType> =>
  load().catch(() => UnloadedAlone);

const ofVerified = aheadOf('verified');
const ofAdmin = aheadOf('admin');

const publicRoutes: RouteObject = {
  lazy: { Component: layout(async () => (await import('./layouts/PublicLayout.tsx')).PublicLayout) },
  children: [
    { index: true, lazy: page(() => import('./pages/public/HomePage.tsx')) },
    { path: 'accounts', lazy: page(() => import('./pages/public/AccountsPage.tsx')) },
    { path: 'rules', lazy: page(() => import('./pages/public/RulesPage.tsx')) },
    { path: 'about', lazy: page(() => import('./pages/public/AboutPage.tsx')) },
    ...['privacy', 'terms', 'refund'].map((path) => ({
      path,
      lazy: page(() => import('./pages/public/LegalPage.tsx')),
    })),
  ],
};

const authRoutes: RouteObject = {
  lazy: { Component: layout(async () => (await import('./layouts/AuthLayout.tsx')).AuthLayout) },
  children: [
    { path: 'login', lazy: page(() => import('./pages/auth/LoginPage.tsx')) },
    { path: 'register', lazy: page(() => import('./pages/auth/RegisterPage.tsx')) },
    { path: 'verify-email', lazy: page(() => import('./pages/auth/VerifyEmailPage.tsx')) },
    { path: 'forgot-password', lazy: page(() => import('./pages/auth/ForgotPasswordPage.tsx')) },
    { path: 'reset-password/:resetToken?', lazy: page(() => import('./pages/auth/ResetPasswordPage.tsx')) },
    { path: 'unsubscribe/:token', lazy: page(() => import('./pages/auth/UnsubscribePage.tsx')) },
    { path: 'setup/:setupToken', lazy: page(() => import('./pages/auth/SetupPage.tsx')) },
  ],
};

// Without a session the payment page itself says so (specification section 6).
const paymentRoutes: RouteObject = {
  element: <RequireVerifiedIfSignedIn />,
  children: [
    {
      path: 'payment/:accountId?',
      lazy: { Component: layout(async () => (await import('./layouts/PaymentLayout.tsx')).PaymentLayout) },
      children: [
        {
          index: true,
          handle: ofVerified(({ accountId }) =>
            accountId ? [ask(orderQuery(accountId)), ask(orderPaymentQuery(accountId))] : [],
          ),
          lazy: page(() => import('./pages/payment/PaymentPage.tsx')),
        },
      ],
    },
  ],
};

const dashboardRoutes: RouteObject = {
  path: 'dashboard',
  element: <RequireRole roles={['user', 'admin']} />,
  children: [
    {
      lazy: {
        Component: layout(async () => (await import('./layouts/DashboardLayout.tsx')).DashboardLayout),
      },
      HydrateFallback: () => <Loading>{messages.loadingUser}</Loading>,
      children: [
        { path: 'profile', lazy: page(() => import('./pages/dashboard/ProfilePage.tsx')) },
        {
          element: <RequireVerified />,
          children: [
            { path: 'purchase-account', lazy: page(() => import('./pages/dashboard/CataloguePage.tsx')) },
            {
              path: 'purchase-account/:packageId',
              lazy: page(() => import('./pages/dashboard/PurchasePage.tsx')),
            },
            {
              element: <RequireActiveAccount />,
              handle: ofVerified(() => [ask(accountStatusQuery), ask(ownAccountsQuery)]),
              children: [
                { index: true, lazy: page(() => import('./pages/dashboard/DashboardPage.tsx')) },
                {
                  path: ':mt5Login',
                  handle: ofVerified(({ mt5Login = '' }) => [ask(dashboardQuery(mt5Login))]),
                  lazy: page(() => import('./pages/dashboard/AccountPage.tsx')),
                },
              ],
            },
          ],
        },
      ],
    },
  ],
};

const adminRoutes: RouteObject = {
  path: 'admin',
  element: <RequireAdmin />,
  children: [
    {
      lazy: { Component: layout(async () => (await import('./layouts/AdminLayout.tsx')).AdminLayout) },
      HydrateFallback: () => <Loading>{messages.loadingAdminLayout}</Loading>,
      children: [
        {
          index: true,
          handle: ofAdmin(() => [ask(overviewQuery), ask(activeAccountsQuery)]),
          lazy: page(() => import('./pages/admin/OverviewPage.tsx')),
        },
        { path: 'users', lazy: page(() => import('./pages/admin/UsersPage.tsx')) },
        {
          path: 'users/:id',
          handle: ofAdmin(({ id = '' }) => [ask(userQuery(id))]),
          lazy: page(() => import('./pages/admin/UserPage.tsx')),
        },
        { path: 'accounts', lazy: page(() => import('./pages/admin/AccountsPage.tsx')) },
        {
          path: 'accounts/:id',
          handle: ofAdmin(({ id = '' }) => [
            ask(accountQuery(id), ({ proofs: [newest] }) => newest && paths.upload(newest.file)),
            ask(accountPaymentQuery(id)),
            ask(accountEventsQuery(id)),
          ]),
          lazy: page(() => import('./pages/admin/AccountPage.tsx')),
        },
        {
          path: 'payment-addresses',
          handle: ofAdmin(() => [ask(paymentAddressesQuery)]),
          lazy: page(() => import('./pages/admin/PaymentAddressesPage.tsx')),
        },
        { path: 'send-mail', lazy: page(() => import('./pages/admin/SendMailPage.tsx')) },
        { path: 'packages', lazy: page(() => import('./pages/admin/PackagesPage.tsx')) },
        { path: 'audit', lazy: page(() => import('./pages/admin/AuditPage.tsx')) },
        { path: 'settings/:section?', lazy: page(() => import('./pages/admin/SettingsPage.tsx')) },
      ],
    },
  ],
};

/** Every route of specification section 2; usable by the browser's router and by a static handler. */
export const routes: RouteObject[] = [
  {
    element: <Root />,
    errorElement: <ErrorPage />,
    HydrateFallback: () => <Loading hideText>Loading…</Loading>,
    children: [
      {
        errorElement: <ErrorPage />,
        element: <Outlet />,
        children: [
          publicRoutes,
          authRoutes,
          paymentRoutes,
          dashboardRoutes,
          adminRoutes,
          {
            path: '*',
            lazy: {
              Component: layout(async () => (await import('./layouts/UnauthorizedPage.tsx')).NotFoundPage),
            },
          },
        ],
      },
    ],
  },
];
