import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../support/api.ts';
import { hasFocus, tabTo } from '../support/keyboard.ts';
import { countPresses, signedInAs } from '../support/session.ts';
import { arrive, article, eventually, open, see, seeTitle } from '../support/steps.ts';
import { api, enter, firm, page, startFirmForAll, visitor } from '../support/visit-firm.ts';

/** The administrator's ten most frequent jobs, from the overview, without a pointer. */
startFirmForAll({ RATE_SCALE: '100' });
let owner: string;
let number = 0;

const TRON = { name: 'USDT', network: 'TRON (TRC20)', address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' };
const BITCOIN = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';

beforeAll(async () => {
  owner = await api.admin();
  await api.addAddress(TRON);
}, 180_000);

/** The overview, and how often a pointer was pressed since. */
const begin = async (): Promise<{ page: Page; presses: () => Promise<number> }> => {
  await enter();
  await signedInAs(visitor, owner);
  await open(page, '/admin');
  return { page, presses: await countPresses(page) };
};
/** Writes over what stands in the field that has the focus. */
const overwrite = async ({ keyboard }: Page, words: string): Promise<void> => {
  await keyboard.press('Control+a');
  await keyboard.type(words);
};
const button = (area: Page | Locator, name: string) => area.getByRole('button', { name, exact: true });

const order = async (name: string): Promise<Person & { id: string }> => {
  number += 1;
  const person = await api.trader(name, `keys${number}@trader.example`);
  return { ...person, id: await api.order(person) };
};
const active = async (name: string): Promise<string> => {
  const { id } = await order(name);
  await api.activate(id, String(650_000 + number));
  return id;
};
const account = async (id: string) => (await api.send('GET', `/admin/accounts/${id}`, owner)).body;
const sendProof = async (id: string, token: string): Promise<void> => {
  const background = { r: number, g: 60, b: 90 };
  const picture = await sharp({ create: { width: 300, height: 600, channels: 3, background } })
    .png()
    .toBuffer();
  const form = new FormData();
  form.set('screenshot', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'proof.png');
  const headers = { authorization: `Bearer ${token}` };
  const sent = await fetch(`${firm.url}/api/accounts/${id}/upload-proof`, {
    method: 'POST',
    headers,
    body: form,
  });
  if (!sent.ok) throw new Error(`proof: ${sent.status}`);
};

describe('by the keyboard alone', () => {
  it('a payment is verified, and credentials are assigned', async () => {
    const { id, token } = await order('Agnes Proof');
    await sendProof(id, token);
    const { page, presses } = await begin();
    await tabTo(page, page.getByRole('link', { name: /^Review Agnes Proof/ }));
    await page.keyboard.press('Enter');
    await hasFocus(button(page, 'Verify Payment'));
    await page.keyboard.press('v');
    await see(page, 'Payment marked as verified.');
    expect(await account(id)).toMatchObject({ paymentStatus: 'verified' });

    await page.keyboard.press('g');
    await page.keyboard.press('d');
    await arrive(page, '/admin');
    await tabTo(page, page.getByRole('link', { name: /^Assign Agnes Proof/ }));
    await page.evaluate(() => navigator.clipboard.writeText('50077001\ns3cret:word\nFirm-MT5'));
    await page.keyboard.press('Enter');
    await hasFocus(page.getByLabel('Account Number'));
    await page.keyboard.press('Control+v');
    await see(page, /^Pasted: /);
    await page.keyboard.press('Enter');
    await see(page, 'MT5 credentials assigned successfully!');
    expect(await account(id)).toMatchObject({ status: 'active', accountNumber: '50077001' });
    expect(await presses()).toBe(0);
  });

  it('an account is found', async () => {
    const id = await active('Birgit Found');
    const { page, presses } = await begin();
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog').filter({ has: page.getByRole('combobox') });
    await hasFocus(palette.getByRole('combobox'));
    await page.keyboard.type(String(650_000 + number));
    await palette.getByRole('option', { name: /Birgit Found/ }).waitFor();
    await page.keyboard.press('Enter');
    await arrive(page, `/admin/accounts/${id}`);
    await seeTitle(page, 'Birgit Found');
    expect(await presses()).toBe(0);
  });

  it('a balance is updated, and an account marked as failed', async () => {
    const id = await active('Carin Balance');
    const { page, presses } = await begin();
    const card = article(page, 'Carin Balance');
    await tabTo(page, card.getByRole('textbox', { name: 'Balance' }));
    await overwrite(page, '10,250.00');
    await page.keyboard.press('Enter');
    await eventually(async () => (await account(id)).balance).toBe(10_250);

    page.on('dialog', (dialog) => void dialog.accept());
    await tabTo(page, button(card, 'Mark as Failed'));
    await page.keyboard.press('Enter');
    await eventually(async () => (await account(id)).status).toBe('failed');
    expect(await presses()).toBe(0);
  });

  it('a stage is changed', async () => {
    const id = await active('Disa Stage');
    const { page, presses } = await begin();
    await tabTo(page, article(page, 'Disa Stage').getByRole('link', { name: 'Disa Stage' }));
    await page.keyboard.press('Enter');
    await seeTitle(page, 'Disa Stage');
    const phase = page.getByRole('region', { name: 'Phase of the challenge' });
    await tabTo(page, phase.getByLabel('Stage'));
    await page.keyboard.press('ArrowDown');
    await tabTo(page, button(phase, 'Update Stage'));
    await page.keyboard.press('Enter');
    await eventually(async () => (await account(id)).stage).toBe('phase2');
    expect(await presses()).toBe(0);
  });

  it('reminders are sent', async () => {
    await order('Edit Unpaid');
    const { page, presses } = await begin();
    await page.keyboard.press('g');
    await page.keyboard.press('a');
    await arrive(page, '/admin/accounts');
    await tabTo(page, button(page, 'Send Payment Reminder Emails'));
    await page.keyboard.press('Enter');
    await see(page, /^0 reminders sent\. \d+ orders? (?:is|are) newer than/);
    expect(await presses()).toBe(0);
  });

  it('a user is edited', async () => {
    const person = await order('Frej User');
    const { page, presses } = await begin();
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog').filter({ has: page.getByRole('combobox') });
    await hasFocus(palette.getByRole('combobox'));
    await page.keyboard.type('Frej User');
    await palette.getByRole('option', { name: `Frej User ${person.email}` }).waitFor();
    await palette
      .getByRole('option', { name: /Frej User/ })
      .first()
      .waitFor();
    await page.keyboard.press('Enter');
    await arrive(page, `/admin/users/${person.userId}`);
    const name = page.getByRole('textbox', { name: 'Name' });
    await tabTo(page, name);
    await overwrite(page, 'Frej Renamed');
    await page.keyboard.press('Enter');
    await seeTitle(page, /Frej Renamed/);
    expect(await presses()).toBe(0);
  });

  it('an address is added', async () => {
    const { page, presses } = await begin();
    await page.keyboard.press('g');
    await page.keyboard.press('p');
    await arrive(page, '/admin/payment-addresses');
    await tabTo(page, button(page, 'New address'));
    await page.keyboard.press('Enter');
    const drawer = page.getByRole('dialog', { name: 'Add an address' });
    await hasFocus(drawer.getByLabel('Name'));
    await page.keyboard.type('Bitcoin');
    await tabTo(page, drawer.getByLabel('Network'));
    await page.keyboard.type('Bitcoin');
    await tabTo(page, drawer.getByLabel('Address', { exact: true }));
    await page.keyboard.type(BITCOIN);
    await page.keyboard.press('Enter');
    await page.getByRole('listitem', { name: 'Bitcoin' }).waitFor();
    // The focus is back where the drawer was opened.
    await hasFocus(button(page, 'New address'));
    expect(await presses()).toBe(0);
  });

  it('many accounts get the same change', async () => {
    const ids = [(await order('Gro Many')).id, (await order('Hilma Many')).id];
    const { page, presses } = await begin();
    await page.keyboard.press('g');
    await page.keyboard.press('a');
    await arrive(page, '/admin/accounts');
    await page.locator('tbody [data-row]').first().waitFor();
    await page.keyboard.press('/');
    await hasFocus(page.getByRole('searchbox'));
    await page.keyboard.type('Many');
    await see(page, '1–2 of 2');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Shift+A');
    await tabTo(page, button(page.getByRole('region', { name: 'Selected rows' }), 'Verify payment'));
    await page.keyboard.press('Enter');
    await see(page, /2 done/);
    for (const id of ids) expect(await account(id)).toMatchObject({ paymentStatus: 'verified' });
    expect(await presses()).toBe(0);
  });
});

describe('with the fewest presses', () => {
  it('a user is edited with two', async () => {
    const person = await order('Ivar User');
    const { page, presses } = await begin();
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog').filter({ has: page.getByRole('combobox') });
    await hasFocus(palette.getByRole('combobox'));
    await page.keyboard.type(person.email);
    await palette.getByRole('option', { name: `Ivar User ${person.email}` }).waitFor();
    await page.keyboard.press('Enter');
    await arrive(page, `/admin/users/${person.userId}`);
    await page.getByRole('textbox', { name: 'Name' }).click();
    await overwrite(page, 'Ivar Renamed');
    await page
      .locator('form')
      .getByRole('button', { name: /^(?:Save|Update)/ })
      .click();
    await seeTitle(page, /Ivar Renamed/);
    expect(await presses()).toBe(2);
  });

  it('reminders are sent with one, and a breach is marked with one and the confirmation', async () => {
    const id = await active('Jarl Breach');
    const { page, presses } = await begin();
    page.on('dialog', (dialog) => void dialog.accept());
    await button(article(page, 'Jarl Breach'), 'Mark as Failed').click();
    await eventually(async () => (await account(id)).status).toBe('failed');
    expect(await presses()).toBe(1);
    await page.keyboard.press('g');
    await page.keyboard.press('a');
    await arrive(page, '/admin/accounts');
    await see(page, /^(?:No reminder is|\d+ reminders? (?:is|are)) due$/);
    await button(page, 'Send Payment Reminder Emails').click();
    await see(page, /^0 reminders sent\./);
    expect(await presses()).toBe(2);
  });
});
