import { spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { ensureBuilt } from './build.mjs';
import { findChromium } from './machine.mjs';
import { root } from './run.mjs';

/** `npm run gallery [-- name,name]`: every page of the demonstration, light and dark, at three widths, in one document. */
const WIDTHS = [360, 768, 1280];
const THEMES = ['light', 'dark'];
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const output = join(root, '.test', 'gallery');
const data = join(root, '.test', 'gallery-data');

const freePort = () =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });

async function startDemo() {
  const port = await freePort();
  rmSync(data, { recursive: true, force: true });
  const env = {
    ...process.env,
    PORT: String(port),
    DATA_DIR: data,
    DEMO: '1',
    LOG_LEVEL: 'warn',
    RATE_SCALE: '100',
  };
  const child = spawn(process.execPath, [join(root, 'apps/server/dist/main.mjs')], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const base = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 300; tries += 1) {
    const answered = await fetch(`${base}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (answered) return { base, stop: () => child.kill('SIGTERM') };
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  child.kill('SIGKILL');
  throw new Error('The demonstration did not start.');
}

const callWith = (base, token) => async (path, body) => {
  const response = await fetch(`${base}/api${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response.json();
};

/** Name, address and session of every page, with ids from the demonstration itself. */
async function listPages(base) {
  const { demo } = await callWith(base)('/firm');
  const signIn = async (label) => {
    const { email, password } = demo.find((login) => login.label === label);
    return (await callWith(base)('/auth/login', { email, password })).token;
  };
  const [trader, admin] = [await signIn('Trader'), await signIn('Administrator')];
  const { accounts } = await callWith(base, trader)('/dashboard/accounts');
  const packages = await callWith(base)('/account-packages');
  const own = (status) => accounts.find((account) => account.status === status);
  const { accounts: all } = await callWith(base, admin)('/admin/accounts?limit=100');
  const { users } = await callWith(base, admin)('/admin/users?limit=1');
  const withStatus = (status) => all.find((account) => account.status === status)._id;
  return [
    ['home', '/'],
    ['accounts', '/accounts'],
    ['rules', '/rules'],
    ['about', '/about'],
    ['privacy', '/privacy'],
    ['terms', '/terms'],
    ['refund', '/refund'],
    ['not-found', '/nowhere'],
    ['login', '/login'],
    ['register', '/register'],
    ['verify-email', '/verify-email?userId=00000000-0000-4000-8000-000000000000'],
    ['forgot-password', '/forgot-password'],
    ['reset-password', '/reset-password/example'],
    ['unsubscribe', '/unsubscribe/example'],
    ['dashboard', '/dashboard', trader],
    ['account', `/dashboard/${own('active').login}`, trader],
    ['account-failed', `/dashboard/${own('failed').login}`, trader],
    ['catalogue', '/dashboard/purchase-account', trader],
    [
      'purchase',
      `/dashboard/purchase-account/${packages.find(({ mostPopular }) => mostPopular)._id}`,
      trader,
    ],
    ['payment', `/payment/${own('pending_payment')._id}`, trader],
    ['payment-sent', `/payment/${own('payment_submitted')._id}`, trader],
    ['profile', '/dashboard/profile', trader],
    ['admin', '/admin', admin],
    ['admin-users', '/admin/users', admin],
    ['admin-user', `/admin/users/${users[0]._id}`, admin],
    ['admin-accounts', '/admin/accounts', admin],
    ['admin-account', `/admin/accounts/${withStatus('payment_submitted')}`, admin],
    ['admin-account-active', `/admin/accounts/${withStatus('active')}`, admin],
    ['admin-addresses', '/admin/payment-addresses', admin],
    ['admin-packages', '/admin/packages', admin],
    ['admin-mail', '/admin/send-mail', admin],
    ['admin-settings', '/admin/settings', admin],
  ];
}

/** Opens a page once and takes it in every look. */
async function capture(browser, base, [name, path, token]) {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
  });
  await context.addInitScript((session) => session && localStorage.setItem('token', session), token);
  const page = await context.newPage();
  const heard = [];
  page.on('console', (message) => message.type() === 'error' && heard.push(message.text()));
  page.on('pageerror', (error) => heard.push(String(error)));
  await page.goto(base + path, { waitUntil: 'networkidle' });
  await page.evaluate(() => document.fonts.ready);
  const shots = [];
  for (const theme of THEMES) {
    await page.evaluate((chosen) => {
      localStorage.setItem('theme', chosen);
      dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: chosen }));
    }, theme);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      const faults = heard.splice(0);
      if (overflow > 0) faults.push(`${overflow} px wider than the window`);
      const file = `${name}-${width}-${theme}.png`;
      await page.screenshot({ path: join(output, file), fullPage: true });
      shots.push({ name, path, theme, width, file, faults });
    }
  }
  await context.close();
  return shots;
}

const asHtml = (text) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

function documentOf(shots) {
  const figure = ({ file, path, theme, width, faults }) =>
    `<figure><a href="${file}"><img src="${file}" width="${width / 2}" loading="lazy" alt="${asHtml(path)}"></a><figcaption>${width} ${theme}${faults.map((fault) => `<br><b>${asHtml(fault)}</b>`).join('')}</figcaption></figure>`;
  const names = [...new Set(shots.map(({ name }) => name))];
  const sections = names.map(
    (name) =>
      `<h2 id="${name}">${name}</h2><div>${shots
        .filter((shot) => shot.name === name)
        .map(figure)
        .join('')}</div>`,
  );
  return `<!doctype html><meta charset="utf-8"><title>Gallery</title><style>body{font:14px sans-serif;margin:24px;background:#ddd}div{display:flex;flex-wrap:wrap;gap:16px;align-items:flex-start}figure{margin:0}b{color:#b00}</style><h1>Gallery</h1>${sections.join('')}`;
}

await ensureBuilt();
const only = process.argv[2]?.split(',');
const { base, stop } = await startDemo();
const executablePath = findChromium();
const browser = await chromium.launch({ executablePath, args: FLAGS });
try {
  mkdirSync(output, { recursive: true });
  const pages = (await listPages(base)).filter(([name]) => !only || only.includes(name));
  const shots = [];
  for (const page of pages) {
    const taken = await capture(browser, base, page);
    shots.push(...taken);
    const faults = taken.filter(({ faults }) => faults.length > 0);
    console.log(
      `${page[0]}${faults.map(({ width, theme, faults }) => `\n  ${width} ${theme}: ${faults.join('; ')}`).join('')}`,
    );
  }
  writeFileSync(join(output, 'index.html'), documentOf(shots));
  console.log(`${shots.length} screenshots: ${join(output, 'index.html')}`);
} finally {
  await browser.close();
  stop();
}
