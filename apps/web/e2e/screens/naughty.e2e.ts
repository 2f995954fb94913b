import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { inGroups } from '../support/groups.ts';
import { arrive, eventually, open, quiet } from '../support/steps.ts';
import { api, enter, firm, startFirmForAll } from '../support/visit-firm.ts';

/** A public list of strings that break programs, as every text that a person can give: shown as typed, never run. */
const STRINGS: readonly string[] = JSON.parse(
  readFileSync(createRequire(import.meta.url).resolve('big-list-of-naughty-strings/blns.json'), 'utf8'),
);
/** Those that something could take for more than text, one of each kind. */
const WORST = [
  /^<script>alert/,
  /^"><script/,
  /^<img src=x onerror/i,
  /javascript:/,
  /onfocus=/,
  /<svg/i,
  /\{\{|\$\{/,
  /%s|%d/,
  /__proto__|constructor/,
  /\u202e|\u200f|\u2067/,
  /^=|^@/,
  /DROP TABLE/,
].flatMap(
  (kind) => STRINGS.find((text) => kind.test(text) && text.trim().length > 1 && text.length <= 100) ?? [],
);

const flat = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
/** What a page shows of texts that were given: all but those it lacks. */
const missingFrom = (shown: string, texts: readonly string[]): string[] =>
  texts.filter((text) => !flat(shown).includes(flat(text)));

startFirmForAll({ RATE_SCALE: '1000' });
let admin: string;
const dialogs: string[] = [];
const names: string[] = [];

beforeAll(async () => {
  admin = await api.admin();
}, 180_000);

// No script ran. A policy that was broken or something outside that was asked is a fault of the visitor.
afterEach(() => {
  expect(dialogs.splice(0)).toEqual([]);
});

const as = async (token: string | null): Promise<Page> => {
  const { page } = await enter();
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await page.goto('/robots.txt');
  await page.evaluate(
    (value) => (value ? localStorage.setItem('token', value) : localStorage.removeItem('token')),
    token,
  );
  return page;
};

const shownOn = async (page: Page, path: string): Promise<string> => {
  await open(page, path);
  await quiet(page);
  return (await page.locator('body').textContent()) ?? '';
};

describe('naughty strings', () => {
  it('as names are taken or refused with a reason, and listed as typed', async () => {
    const refused: string[] = [];
    const register = async (name: string, index: number) => {
      const person = { name, email: `naughty-${index}@trader.example`, password: 'trader password' };
      const { status, body } = await api.send('POST', '/auth/register', undefined, person);
      if (status === 201) names.push(name.trim());
      else refused.push(`${status} ${body.message}`);
    };
    await inGroups(8, STRINGS, register);
    expect(names.length).toBeGreaterThan(400);
    expect(refused.filter((reason) => !/^400 (Name|Please)/.test(reason))).toEqual([]);

    const page = await as(admin);
    let shown = await shownOn(page, '/admin/users?size=100');
    const next = page.getByRole('button', { name: 'Next page' });
    for (let number = 2; await next.isEnabled(); number += 1) {
      await next.click();
      await arrive(page, (at) => at.searchParams.get('page') === String(number));
      await quiet(page);
      shown += (await page.locator('main').textContent()) ?? '';
    }
    expect(missingFrom(shown, names)).toEqual([]);
    console.log(`${names.length} of ${STRINGS.length} strings are names, ${refused.length} are refused`);
  }, 300_000);

  it('as texts of a legal page are read as typed, with and without scripts', async () => {
    // Control characters are refused.
    const texts = STRINGS.map((text) => text.trim()).filter(
      (text) => text !== '' && !/[^\P{Cc}\n\t]/u.test(text),
    );
    const sections = Array.from({ length: Math.ceil(texts.length / 12) }, (_, index) => ({
      id: `section-${index}`,
      title: (texts[index * 12] ?? '').replaceAll('\n', ' ').slice(0, 120),
      text: texts.slice(index * 12, index * 12 + 12).join('\n\n'),
    }));
    const legal = { effective: '2026-01-01', summary: 'A summary.', sections };
    const { status, body } = await api.send('PUT', '/admin/content/legal/privacy', admin, legal);
    expect([status, body.message]).toEqual([200, body.message]);
    const page = await as(null);
    expect(missingFrom(await shownOn(page, '/privacy'), texts)).toEqual([]);
    const document = await (await fetch(`${firm.url}/privacy`)).text();
    expect(document).not.toMatch(/<script>alert|<img src=x|<svg on/i);
    // What the editor shows of them, and the log.
    const office = await as(admin);
    await shownOn(office, '/admin/settings/privacy');
    await shownOn(office, '/admin/audit');
  }, 300_000);

  it('as testimonials and questions are read as typed', async () => {
    const testimonials = WORST.map((text) => ({ name: text, role: text, text, rating: 5 }));
    expect((await api.send('PUT', '/admin/content/testimonials', admin, { testimonials })).status).toBe(200);
    const questions = WORST.map((text, index) => ({ id: `q${index}`, title: text, text }));
    for (const list of ['rules', 'catalogue'])
      expect((await api.send('PUT', `/admin/content/faq/${list}`, admin, { questions })).status).toBe(200);
    const page = await as(null);
    for (const path of ['/', '/rules']) expect(missingFrom(await shownOn(page, path), WORST)).toEqual([]);
    for (const path of ['/accounts', '/about', '/terms', '/refund']) await shownOn(page, path);
  }, 120_000);

  it('as views and texts of mails are shown as typed', async () => {
    for (const text of WORST)
      await api.send('POST', '/admin/views/users', admin, {
        name: text.slice(0, 40),
        query: `search=${text}`,
      });
    const page = await as(admin);
    await open(page, '/admin/users');
    await page.getByRole('button', { name: /^Views/ }).click();
    await open(page, `/admin/users?search=${encodeURIComponent(WORST[0] ?? '')}`);
    await quiet(page);
    await open(page, '/admin/send-mail');
    for (const text of WORST) {
      await page.getByRole('textbox', { name: 'Message' }).fill(text);
    }
    await quiet(page);
  }, 120_000);

  it.each(WORST.slice(0, 6).map((text, index) => [index, text] as const))(
    'name %i stands on every page of its trader and of the office',
    async (index, name) => {
      const trader = await api.trader(name, `worst-${index}@trader.example`);
      const account = await api.order(trader);
      const page = await as(trader.token);
      await shownOn(page, `/payment/${account}`);
      await api.activate(account, String(60_000_000 + index), `Firm ${name}`.slice(0, 60));
      for (const path of ['/dashboard', `/dashboard/${60_000_000 + index}`, '/dashboard/purchase-account'])
        await shownOn(page, path);
      await shownOn(page, '/dashboard/profile');
      expect(await page.getByRole('textbox', { name: 'Full name' }).inputValue()).toBe(name.trim());
      await page.evaluate((value) => localStorage.setItem('token', value), admin);
      await open(page, `/admin/accounts/${account}`);
      await eventually(async () => flat((await page.locator('main').textContent()) ?? '')).toContain(
        flat(name),
      );
      await shownOn(page, '/admin/accounts');
      await shownOn(page, '/admin');
      await shownOn(page, `/admin/users/${trader.userId}`);
      expect(await page.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe(name.trim());
    },
    120_000,
  );
});
