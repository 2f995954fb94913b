import type { Dialog, Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { openVisitor, type Visitor } from '../support/browser.ts';
import { hasFocus } from '../support/keyboard.ts';
import { ADMIN } from '../support/server.ts';
import { eventually, open, see, seeTitle } from '../support/steps.ts';
import { api, browser, firm, startFirmForAll } from '../support/visit-firm.ts';

/** Send Mass Email: writing, trying, sending, and what became of it. */
startFirmForAll({ RATE_SCALE: '100' });
let visitor: Visitor;
let page: Page;
let token: string;

beforeAll(async () => {
  token = await api.admin();
  await api.trader('Maren Lindqvist', 'maren@trader.example');
  visitor = await openVisitor(browser, firm.url);
  page = visitor.page;
  await visitor.context.addInitScript((value) => localStorage.setItem('token', value), token);
  await open(page, '/admin/send-mail');
}, 180_000);

const message = () => page.getByRole('textbox', { name: 'Message' });
/** What a field is described by. */
const told = (field: Locator): Promise<string> =>
  field.evaluate((input) =>
    (input.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' '),
  );
const preview = () => page.getByRole('tabpanel');
/** How many came to an address, tests or real ones. */
const count = (address: string, subject: RegExp): number => firm.inbox.count(address, subject);
const TEST = /^\[Test\] A message from Firmament$/;
const REAL = /^A message from Firmament$/;

describe('a mass mail', () => {
  it('that says nothing is not sent', async () => {
    for (const name of ['Send Mass Email', 'Send Test to Me']) {
      await page.getByRole('button', { name }).click();
      await hasFocus(message());
      expect(await told(message())).toMatch(/Message, image URLs, or image uploads are required\.$/);
      await page.getByRole('textbox', { name: 'Image URLs' }).focus();
    }
  });

  it('with an address that is none of an image is not sent, and nothing is asked', async () => {
    const urls = page.getByRole('textbox', { name: 'Image URLs' });
    const questions: string[] = [];
    const note = (dialog: Dialog) => {
      questions.push(dialog.message());
      void dialog.dismiss();
    };
    page.on('dialog', note);
    await urls.fill('https://cdn.example/a.png\nftp://x/y.png');
    for (const name of ['Send Mass Email', 'Send Test to Me']) {
      await message().focus();
      await page.getByRole('button', { name }).click();
      await hasFocus(urls);
      expect(await told(urls)).toMatch(/Image URLs must start with http:\/\/ or https:\/\/$/);
    }
    expect(questions).toEqual([]);
    page.off('dialog', note);
    await urls.fill('');
    expect(await told(urls)).not.toMatch(/must start/);
  });

  it('says how many get it, and is previewed in both schemes and as text while it is written', async () => {
    await see(page, '2 recipients');
    await message().fill('First paragraph.\n\nSecond paragraph.');
    await page.getByRole('textbox', { name: 'Image URLs' }).fill('https://cdn.example/a.png');
    await preview().getByText('Second paragraph.').waitFor();
    await see(preview(), 'Picture from cdn.example');
    const ground = () =>
      preview()
        .getByText('Unsubscribe')
        .evaluate((node) => {
          const card = node.closest('.mail-card');
          return card ? getComputedStyle(card).backgroundColor : '';
        });
    expect(await ground()).toBe('rgb(255, 254, 251)');
    await page.getByRole('tab', { name: 'Dark' }).click();
    expect(await ground()).toBe('rgb(22, 37, 47)');
    await page.getByRole('tab', { name: 'Text only' }).click();
    await preview()
      .getByText(/Second paragraph\.\s+https:\/\/cdn\.example\/a\.png\s+-- \s+Firmament/)
      .waitFor();
  });

  it('is kept as a draft over a reload', async () => {
    await page.reload();
    await seeTitle(page, 'Send Mass Email');
    await eventually(() => message().inputValue()).toBe('First paragraph.\n\nSecond paragraph.');
  });

  it('can be tried on oneself, and reaches nobody else then', async () => {
    await page.getByRole('button', { name: 'Send Test to Me' }).click();
    await see(page, `A test is on its way to ${ADMIN.email}.`);
    await firm.inbox.mail(ADMIN.email, TEST);
    expect(count('maren@trader.example', /A message/)).toBe(0);
    expect(await message().inputValue()).not.toBe('');
  });

  it('is sent after a question that names the number, and then stands among the past ones', async () => {
    const asked = new Promise<string>((resolve) => {
      page.once('dialog', (dialog) => {
        resolve(dialog.message());
        void dialog.accept();
      });
    });
    await page.getByRole('button', { name: 'Send Mass Email' }).click();
    expect(await asked).toContain('2 recipients');
    await firm.inbox.mail('maren@trader.example', REAL);
    await eventually(() => message().inputValue()).toBe('');
    const past = page.getByRole('region', { name: 'Past mailings' }).getByRole('listitem').first();
    await past.getByText('Second paragraph.').waitFor();
  });

  it('stands above the other emails that did not arrive, each with its reason and account', async () => {
    const mail = {
      _id: '1',
      email: 'full@trader.example',
      state: 'failed',
      error: '552 mailbox full',
      attempts: 3,
      newEmail: null,
      notAgain: null,
      version: 1,
    };
    const notices = [
      { ...mail, template: 'credentials_ready', createdAt: new Date().toISOString(), accountId: 'abc' },
      {
        ...mail,
        _id: '2',
        template: 'verification_code',
        createdAt: new Date().toISOString(),
        accountId: null,
      },
    ];
    await page.route('**/api/admin/mass-email', (route) =>
      route.fulfill({
        contentType: 'application/json',
        body: JSON.stringify({ recipients: 2, mailings: [], notices }),
      }),
    );
    await page.reload();
    const others = page.getByRole('region', { name: 'Other emails that did not arrive' });
    await others.getByRole('listitem').nth(1).getByText('552 mailbox full').waitFor();
    await see(others, /Verification code/);
    expect(await others.getByRole('link', { name: 'Credentials ready' }).getAttribute('href')).toBe(
      '/admin/accounts/abc',
    );
    await page.unroute('**/api/admin/mass-email');
  });

  it('names whom it did not reach, and is sent to the failed again', async () => {
    let failed = 1;
    const counts = () => ({
      _id: '00000000-0000-4000-8000-000000000001',
      createdAt: new Date().toISOString(),
      message: 'Half of it',
      recipients: 3,
      sent: 2 - failed,
      waiting: 0,
      failed,
      unknown: 1,
      cancelled: 0,
      dismissed: 0,
    });
    const json = (body: object) => ({ contentType: 'application/json', body: JSON.stringify(body) });
    await page.route('**/api/admin/mass-email', (route) =>
      route.fulfill(json({ recipients: 3, mailings: [counts()], notices: [] })),
    );
    await page.route('**/api/admin/mass-email/*', (route) => {
      const mail = (email: string, state: string, error: string | null) => ({
        _id: email,
        email,
        state,
        error,
        attempts: 1,
        newEmail: null,
        notAgain: null,
        version: 1,
      });
      const undelivered = [
        ...(failed ? [mail('gone@trader.example', 'failed', '550 no such mailbox')] : []),
        mail('maybe@trader.example', 'unknown', null),
      ];
      return route.fulfill(json({ ...counts(), undelivered }));
    });
    const bodies: unknown[] = [];
    await page.route('**/api/admin/mass-email/*/retry', (route) => {
      bodies.push(route.request().postDataJSON());
      failed = 0;
      return route.fulfill(json({ success: true, message: '1 email queued again.', retried: 1 }));
    });
    await page.reload();
    await page.getByRole('button', { name: 'Not reached' }).click();
    await see(page, 'gone@trader.example');
    await see(page, '550 no such mailbox');
    await see(page, 'maybe@trader.example');
    await page.getByRole('button', { name: 'Retry 1 failed' }).click();
    await page.getByText('gone@trader.example', { exact: true }).waitFor({ state: 'detached' });
    expect(bodies).toEqual([{ unknown: false }]);
    await page.getByRole('button', { name: 'Retry unknown too' }).waitFor();
  });
});

it('nothing went wrong meanwhile', () => {
  expect(visitor.faults).toEqual([]);
});
