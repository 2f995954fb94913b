import { createRequire } from 'node:module';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { dataRouter } from './scripts/data-router.ts';
import { routeFiles } from './scripts/route-files.ts';
import { singleTexts } from './scripts/single-texts.ts';

const server = 'http://127.0.0.1:3000';

/** The router's own production build; its package exports only the one for development. */
const router = createRequire(import.meta.url)
  .resolve('react-router')
  .replace(/development(.)index\.m?js$/, 'production$1index.mjs');

/**
 * Modules that the same pages need lie in one chunk: fewer requests, and better compressed. What the entry imports is
 * the core of every page.
 */
const groups = [
  { name: 'core', tags: ['$initial' as const] },
  {
    name: 'frame',
    test: /layouts.(?:navigation|parts|shell.MessagesButton)|unsaved.drafts|guards.useSignOut|ui.(?:ThemeToggle|Menu|Logo|States)\.|lucide-react(?!.*icons.(?:eye|copy|search|refresh))/,
    minShareCount: 4,
  },
  {
    name: 'navigation',
    test: /layouts.navigation|icons.(?:layout-dashboard|shield-check|log-out|menu)\.|guards.useSignOut|ui.Avatar/,
    minShareCount: 2,
  },
  { name: 'course', test: /ui.(?:Corridor|course|format)\.|rules.src.(?:money|corridor)/, minShareCount: 2 },
  { name: 'account', test: /ui.(?:Values|Badge|Panel)\./, minShareCount: 2 },
  { name: 'icons', test: /icons.(?:eye|refresh|trash)/, minShareCount: 2 },
  { name: 'fields', test: /ui.(?:form-resolver|Field|inputs|CodeInput)\.|useSubmit/, minShareCount: 2 },
  { name: 'forms', test: /auth.parts.(?:AuthHeading|FormMessage)/, minShareCount: 2 },
  { name: 'texts', test: /api.content|ui.numbered|content.notice/, minShareCount: 2 },
  { name: 'prose', test: /ui.Prose|parts.LegalBody/, minShareCount: 2 },
  { name: 'tabs', test: /ui.Tabs\./, minShareCount: 2 },
  { name: 'offer', test: /packages.(?:criteria|PackageCard|OfferCountdown)/, minShareCount: 2 },
  { name: 'challenges', test: /packages.(?:ChallengeList|useChallengeTab|PurchaseLink)/, minShareCount: 2 },
  { name: 'progress', test: /ui.Progress\./, minShareCount: 2 },
  { name: 'dialog', test: /ui.(?:Dialog|scroll-lock)\./, minShareCount: 2 },
  {
    name: 'accounts',
    test: /dashboard.parts.(?:labels|accounts|AccountCard|PendingPurchases)|ui.(?:DataAge|Stepper)\./,
    minShareCount: 2,
  },
  {
    name: 'desk',
    test: /layouts.shell.(?:PaletteButton|early-keys|late-shell)|ui.shortcuts.(?:Keys|apple)\.|icons.(?:search|keyboard|user-round)\.|useMutation|mutationObserver/,
    minShareCount: 2,
  },
  { name: 'shortcuts', test: /ui.shortcuts.(?:keys|useShortcuts|preference)\./, minShareCount: 2 },
  {
    name: 'office',
    test: /layouts.admin-pages|icons.(?:mail|package|scroll-text|settings|users|wallet|compass)\.|admin.parts.(?:page|feedback|list-url|BackLink|account-cache|AccountBadges|UserBadges|useStartVersion)\./,
    minShareCount: 2,
  },
  {
    name: 'states',
    test: /src.(?:states|transitions|account)\.|admin.parts.(?:accounts|useDeleteAccount)\./,
    minShareCount: 2,
  },
  { name: 'history', test: /account.(?:history|Changes)\./, minShareCount: 2 },
  {
    name: 'table',
    test: /ui.(?:Table|Pagination)\.|admin.parts.(?:TableSkeleton|FilterSelect)\./,
    minShareCount: 2,
  },
  {
    name: 'list',
    test: /admin.parts.(?:list|ListPages|SearchField)|api.download|icons.(?:download|bookmark-plus)\./,
    minShareCount: 2,
  },
];

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), tailwindcss(), singleTexts(), dataRouter(), routeFiles()],
  build: isSsrBuild
    ? { outDir: 'dist-server', copyPublicDir: false }
    : {
        outDir: 'dist',
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        manifest: true,
        rolldownOptions: {
          // Texts and other constants go where they are used.
          optimization: { inlineConst: { mode: 'all', pass: 2 } },
          output: { codeSplitting: { groups } },
        },
      },
  resolve: { alias: [{ find: /^react-router$/, replacement: router }] },
  // The bundle for the server holds all that it needs, so that it starts from one file.
  ssr: { noExternal: true },
  ...(isSsrBuild ? { define: { 'process.env.NODE_ENV': JSON.stringify('production') } } : {}),
  server: {
    host: '127.0.0.1',
    proxy: { '/api': server, '/server': server, '/dev': server, '/brand.css': server, '/brand/': server },
  },
}));
