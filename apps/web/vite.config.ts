import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
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

/** What makes icons of the library's drawings. */
const iconMaker = fileURLToPath(new URL('./scripts/icon.ts', import.meta.url));

/** A chunk of the modules at some paths that several pages need. */
const shared = (name: string, test: RegExp, minShareCount = 2) => ({ name, test, minShareCount });

/**
 * Modules that the same pages need lie in one chunk: fewer requests, and better compressed. A chunk takes what its modules
 * import along, unless an earlier one has it: what the most pages need comes first. What the entry imports is the core of
 * every page.
 */
const groups = [
  { name: 'core', tags: ['$initial' as const] },
  shared(
    'frame',
    /layouts.(?:navigation|parts|shell.MessagesButton)|unsaved.drafts|guards.useSignOut|ui.(?:ThemeToggle|Menu|Logo|States|Avatar)\.|icons.(?:x|plus|check|info|chevron-down|layout-dashboard|log-out|printer|rotate-ccw-clock|shield-check|(?:circle|triangle)-exclamation-point)\.mjs/,
  ),
  shared('course', /ui.(?:Corridor|course|format)\.|rules.src.(?:money|corridor)/),
  shared('account', /ui.(?:Values|Badge|Panel)\./),
  shared('forms', /auth.parts.(?:AuthHeading|FormMessage)/),
  shared('texts', /api.content|ui.numbered|content.notice/),
  shared('prose', /ui.Prose|parts.LegalBody/),
  shared('tabs', /ui.Tabs\./),
  shared('offer', /packages.(?:criteria|PackageCard|OfferCountdown)/),
  shared('challenges', /packages.(?:ChallengeList|useChallengeTab|PurchaseLink)/),
  shared('dialog', /ui.(?:Dialog|scroll-lock)\./),
  shared(
    'desk',
    /ui.(?:form-resolver|Field|inputs|CodeInput|Progress|CopyButton|AddressText|ExplainedButton)\.|useSubmit|useFocusKept|icons.(?:eye|refresh|trash|copy|check)\b|layouts.shell.(?:PaletteButton|early-keys|LateShell)|ui.shortcuts.(?:Keys|apple|keys|useShortcuts|preference)\.|icons.(?:search|keyboard|user-round)\.|useMutation|mutationObserver/,
  ),
  shared(
    'accounts',
    /dashboard.parts.(?:labels|accounts|AccountCard|PendingPurchases)|ui.(?:DataAge|Stepper)\./,
  ),
  shared(
    'office',
    /layouts.admin-pages|icons.(?:mail|package|scroll-text|settings|users|wallet|compass)\.|admin.parts.(?:page|feedback|list-url|BackLink|account-cache|AccountBadges|UserBadges|useStartVersion)\./,
  ),
  shared(
    'table',
    /ui.(?:Table|Pagination)\.|admin.parts.(?:TableSkeleton|FilterSelect)\.|src.(?:states|transitions|account)\.|admin.parts.(?:accounts|useDeleteAccount)\.|account.(?:history|Changes)\./,
  ),
  shared(
    'list',
    /admin.parts.(?:list|ListPages|SearchField)|api.download|icons.(?:download|bookmark-plus)\./,
  ),
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
  resolve: {
    alias: [
      { find: /^react-router$/, replacement: router },
      { find: /^\.\.\/createLucideIcon\.mjs$/, replacement: iconMaker },
    ],
  },
  // The bundle for the server holds all that it needs, so that it starts from one file.
  ssr: { noExternal: true },
  ...(isSsrBuild ? { define: { 'process.env.NODE_ENV': JSON.stringify('production') } } : {}),
  server: {
    host: '127.0.0.1',
    proxy: { '/api': server, '/server': server, '/dev': server, '/brand.css': server, '/brand/': server },
  },
}));
