import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../support/api.ts';
import { openVisitor, type Visitor } from '../support/browser.ts';
import { hasFocus, isFocused } from '../support/keyboard.ts';
import { arrive, eventually, open, see, seeTitle } from '../support/steps.ts';
import { api, browser, firm, startFirmForAll } from '../support/visit-firm.ts';

/** Emails that did not arrive: the mail server refuses or breaks off, and an administrator sends again or dismisses. */
startFirmForAll({ RATE_SCALE: '100' });
let visitor: Visitor;
let page: Page;
let token: string;
let maren: Person;

const VERIFIED = /^Your payment was verified/;
const REAL = /^A message from Firmament$/;

beforeAll(async () => {
  token = await api.admin();
  maren = await api.trader('Maren Lindqvist', 'maren@trader.example');
  visitor = await openVisitor(browser, firm.url);
  page = visitor.page;
  await visitor.context.addInitScript((value) => {
    // A page that is opened empty has no storage.
    if (location.protocol !== 'about:') localStorage.setItem('token', value);
  }, token);
}, 180_000);

const others = (at: Page = page) => at.getByRole('region', { name: 'Other emails that did not arrive' });
const list = (area: Page | Locator, name: string) => area.getByRole('group', { name });
const row = (area: Locator, words: string) => area.getByRole('listitem').filter({ hasText: words });
const button = (area: Locator, name: RegExp) => area.getByRole('button', { name });
const toast = (words: string) => page.getByText(words, { exact: true }).first().waitFor();
const warnings = async () => {
  const { body } = await api.send('GET', '/admin/overview', token);
  return String(body.warnings);
};

/** Answers the next question of the page, and tells what it asked. */
const nextQuestion = (answer: 'accept' | 'dismiss'): Promise<string> =>
  new Promise((resolve) => {
    page.once('dialog', (dialog) => {
      resolve(dialog.message());
      void dialog[answer]();
    });
  });

/** An order of Maren whose mail "payment verified" is refused. */
const refuseVerified = async (): Promise<void> => {
  const id = await api.order(maren);
  firm.inbox.fail(maren.email, 'refused');
  await api.send('PUT', `/admin/accounts/${id}/verify-payment`, token, { status: 'verified' });
  await eventually(warnings).toContain('1 email could not be sent.');
};

describe('an email that was refused', () => {
  it('is warned of, with the way to it', async () => {
    await refuseVerified();
    await open(page, '/admin');
    await see(page, '1 email could not be sent. “Send Mass Email” lists it, to be sent again or dismissed.');
    await page.getByRole('main').getByRole('link', { name: 'Send Mass Email' }).click();
    await arrive(page, '/admin/send-mail');
    await row(others(), maren.email)
      .getByText(/550 5\.1\.1 no such mailbox/)
      .waitFor();
    await hasFocus(list(page, 'Emails sent before'));
    // The page is too short to bring the list to its top; what is to be done is in sight.
    const again = await button(row(others(), maren.email), /^Send again/).boundingBox();
    expect((again?.y ?? 9999) + (again?.height ?? 0)).toBeLessThanOrEqual(page.viewportSize()?.height ?? 0);
  });

  it('is sent again by the keyboard, seen on its way, and gone when it arrived', async () => {
    firm.inbox.fail(maren.email, null);
    const again = button(row(others(), maren.email), /^Send again to maren@trader\.example$/);
    await again.focus();
    await page.keyboard.press('Enter');
    await toast('The email is being sent again.');
    await firm.inbox.mail(maren.email, VERIFIED);
    await see(others(), 'None is left: each was sent or dismissed.');
    expect(await isFocused(list(others(), 'Emails'))).toBe(true);
    expect(firm.inbox.count(maren.email, VERIFIED)).toBe(1);
    expect(await warnings()).not.toContain('mail');
  });

  it('that is refused again stands there again', async () => {
    await refuseVerified();
    await open(page, '/admin/send-mail');
    await button(row(others(), maren.email), /^Send again/).click();
    await toast('The email is being sent again.');
    await eventually(warnings).toContain('1 email could not be sent.');
    await button(row(others(), maren.email), /^Send again/).waitFor();
  });

  it('is dismissed by one administrator, and cannot be sent by the old list of another', async () => {
    const other = await visitor.context.newPage();
    await open(other, '/admin/send-mail');
    await row(others(other), maren.email).waitFor();
    await button(row(others(), maren.email), /^Dismiss/).focus();
    await page.keyboard.press('Enter');
    await toast('Email dismissed');
    await see(others(), 'None is left: each was sent or dismissed.');
    expect(await warnings()).not.toContain('mail');
    await button(row(others(other), maren.email), /^Send again/).click();
    await see(other, 'This was changed by someone else meanwhile. Please load it again.');
    await see(others(other), 'None is left: each was sent or dismissed.');
    await other.close();
    expect(firm.inbox.count(maren.email, VERIFIED)).toBe(1);
  });

  it('with a code can only be dismissed, and says why', async () => {
    firm.inbox.fail('new@trader.example', 'refused');
    await api.register('Ilya Novak', 'new@trader.example');
    await eventually(warnings).toContain('1 email could not be sent.');
    await open(page, '/admin/send-mail');
    const mail = row(others(), 'new@trader.example');
    await see(mail, /^Its code or link has expired, or soon will\./);
    expect(await button(mail, /^Send again/).count()).toBe(0);
    await button(mail, /^Dismiss/).click();
    await toast('Email dismissed');
    await mail.waitFor({ state: 'detached' });
  });

  it('is dismissed with all others after a question, or stays', async () => {
    for (const name of ['first', 'second', 'third']) {
      firm.inbox.fail(`${name}@trader.example`, 'refused');
      await api.register(`Ilya ${name}`, `${name}@trader.example`);
    }
    await eventually(warnings).toContain('3 emails could not be sent.');
    await open(page, '/admin/send-mail');
    const declined = nextQuestion('dismiss');
    await button(others(), /^Dismiss all 3$/).click();
    expect(await declined).toContain('Dismiss 3 emails?');
    expect(await warnings()).toContain('3 emails could not be sent.');
    void nextQuestion('accept');
    await button(others(), /^Dismiss all 3$/).click();
    await toast('3 emails dismissed.');
    await see(others(), 'None is left: each was sent or dismissed.');
    expect(await isFocused(list(others(), 'Emails'))).toBe(true);
    expect(await warnings()).not.toContain('mail');
  });

  it('stands in the audit log with who handled it', async () => {
    await open(page, '/admin/audit');
    await see(page, 'Mail dismissed');
    await see(page, 'Mail sent again');
    const line = page.getByRole('row').filter({ hasText: 'Mail sent again' }).first();
    await line.getByRole('link', { name: 'Maren Lindqvist' }).waitFor();
    await see(line, 'payment_verified');
  });
});

describe('an email of a mailing that may have arrived', () => {
  it('is sent again only after a question that says that it may arrive twice', async () => {
    firm.inbox.fail(maren.email, 'cut');
    const form = new FormData();
    form.set('message', 'Hello everyone');
    await fetch(`${firm.url}/api/admin/send-mass-email`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: form,
    });
    await eventually(warnings).toContain('1 email may not have arrived.');
    firm.inbox.fail(maren.email, null);
    await open(page, '/admin/send-mail');
    await seeTitle(page, 'Send Mass Email');
    await page.getByRole('button', { name: 'Not reached' }).click();
    const mail = row(list(page, 'Not reached'), maren.email);
    const declined = nextQuestion('dismiss');
    await button(mail, /^Send again/).click();
    expect(await declined).toContain('It may arrive twice.');
    expect(firm.inbox.count(maren.email, REAL)).toBe(0);
    const accepted = nextQuestion('accept');
    await button(mail, /^Send again/).click();
    expect(await accepted).toContain(maren.email);
    await firm.inbox.mail(maren.email, REAL);
    await see(list(page, 'Not reached'), 'None is left: each was sent or dismissed.');
    expect(firm.inbox.count(maren.email, REAL)).toBe(1);
  });
});

it.each([360, 768, 1280])('fits a window of %i pixels in both themes', async (width) => {
  firm.inbox.fail('long-name-of-a-mailbox-that-is-not-there@trader.example', 'refused');
  await api.register('Long Name', 'long-name-of-a-mailbox-that-is-not-there@trader.example');
  await eventually(warnings).toContain('could not be sent.');
  await page.setViewportSize({ width, height: 900 });
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await open(page, '/admin/send-mail');
    await others().waitFor();
    const isWider = () =>
      page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
    expect(await isWider()).toBe(false);
    const pressable = await others().getByRole('button').first().boundingBox();
    expect(pressable && pressable.x >= 0 && pressable.x + pressable.width <= width).toBe(true);
  }
});

it('nothing went wrong meanwhile', () => {
  expect(visitor.faults).toEqual([]);
});
