import { beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../support/api.ts';
import { refuseSilently } from '../support/calls.ts';
import { signedInAs } from '../support/session.ts';
import { arrive, eventually, open, PASSWORD, see, signIn, text } from '../support/steps.ts';
import { api, page, visitFirm, visitor } from '../support/visit-firm.ts';

/** What a trader had stays: what is typed, the order that a mail led to, money that nobody wants, the own time. */
visitFirm({ RATE_SCALE: '100' });
let trader: Person;

beforeAll(async () => {
  trader = await api.trader('Tess Trader', 'tess@example.com');
  await api.addAddress({
    name: 'Bitcoin',
    network: 'Bitcoin',
    address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  });
}, 180_000);

/** Time passes until answers are old, and the tab is looked at again. */
const comeBack = async () => {
  await page.clock.fastForward('02:00');
  await page.evaluate(() => dispatchEvent(new Event('visibilitychange')));
};

describe('a page whose answer cannot be read again', () => {
  it('keeps the profile, with what is typed into it', async () => {
    await signedInAs(visitor, trader.token);
    await page.clock.install();
    await open(page, '/dashboard/profile');
    const name = page.getByRole('textbox', { name: 'Full name', exact: true });
    await name.fill('Tess Half-Typed');
    await refuseSilently(page, 'GET /profile');
    const refused = page.waitForResponse((answer) => answer.url().endsWith('/api/profile'));
    await comeBack();
    expect((await refused).status()).toBe(400);
    await page.clock.runFor(1000);
    expect(await name.inputValue()).toBe('Tess Half-Typed');
    expect(await page.getByRole('button', { name: 'Try Again' }).count()).toBe(0);
  });

  it('keeps the packages and the confirmation', async () => {
    await signedInAs(visitor, trader.token);
    await page.clock.install();
    await open(page, '/dashboard/purchase-account');
    const buy = page.getByRole('link', { name: /^Purchase / }).first();
    await buy.waitFor();
    await refuseSilently(page, 'GET /account-packages');
    const refused = page.waitForResponse((answer) => answer.url().endsWith('/api/account-packages'));
    await comeBack();
    await refused;
    await page.clock.runFor(1000);
    await buy.click();
    const proceed = page.getByRole('button', { name: 'Proceed to Payment' });
    await proceed.waitFor();
    await refuseSilently(page, 'GET /account-packages/*');
    const refusedAgain = page.waitForResponse((answer) => /account-packages\/[\w-]+$/.test(answer.url()));
    await comeBack();
    await refusedAgain;
    await page.clock.runFor(1000);
    expect(await proceed.isEnabled()).toBe(true);
  });
});

describe('the payment page', () => {
  it('leads to the login and back where the session is over', async () => {
    const id = await api.order(trader);
    await open(page, `/payment/${id}`);
    await see(page, 'Error: Authentication token not available.');
    await page.getByRole('main').getByRole('link', { name: 'Login', exact: true }).click();
    await arrive(page, '/login');
    await signIn(page, trader.email, PASSWORD);
    await arrive(page, `/payment/${id}`);
    await see(page, 'Payment Instructions');
  });

  it.each(['failed', 'inactive'])('asks for no money once the order is %s', async (status) => {
    const id = await api.order(trader);
    await signedInAs(visitor, trader.token);
    await page.clock.install();
    await open(page, `/payment/${id}`);
    const copies = page.getByRole('button', { name: /^Copy .+ address/ });
    await copies.first().waitFor();
    const { status: answered } = await api.send('PATCH', `/admin/accounts/${id}`, await api.admin(), {
      status,
    });
    expect(answered).toBe(200);
    await page.clock.fastForward('00:30');
    await see(page, 'Nothing is to be paid for this order any more.');
    await see(page, 'No further proof is needed for this account.');
    expect(await copies.count()).toBe(0);
    expect(await text(page, /Please send the exact amount/).count()).toBe(0);
  });
});

describe('the time zone of the profile', () => {
  it('is the one in which times are shown, from the choice on and after a reload', async () => {
    await api.order(trader);
    await signedInAs(visitor, trader.token);
    await open(page, '/dashboard/profile');
    const zone = page.getByLabel('Time zone');
    expect(await zone.inputValue()).toBe('');
    await zone.selectOption('Asia/Seoul');
    await see(page, 'Profile updated successfully!');
    const seen = () => page.getByRole('main').locator('time').first().getAttribute('title');
    await eventually(seen).toMatch(/ UTC\+9/);
    await page.reload();
    await eventually(seen).toMatch(/ UTC\+9/);
    await zone.selectOption('Same as this device');
    await eventually(seen).toMatch(/ UTC$/);
  });
});
