import jsQR from 'jsqr';
import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Person } from '../support/api.ts';
import { drawnPng, noise, phonePhoto } from '../support/pictures.ts';
import { countPresses, signedInAs } from '../support/session.ts';
import { arrive, eventually, missingFor, open, quiet, see, text } from '../support/steps.ts';
import { api, page, visitFirm, visitor } from '../support/visit-firm.ts';

/** The payment page from the first look to the printed receipt. */
const ADDRESSES = [
  {
    name: 'Bitcoin',
    network: 'Bitcoin',
    address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    scheme: 'bitcoin:',
  },
  {
    name: 'Litecoin',
    network: 'Litecoin',
    address: 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9',
    scheme: 'litecoin:',
  },
  {
    name: 'Dogecoin',
    network: 'Dogecoin',
    address: 'DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L',
    scheme: 'dogecoin:',
  },
  { name: 'USDT', network: 'TRC20', address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', scheme: '' },
  { name: 'USDT', network: 'ERC20', address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', scheme: '' },
] as const;

visitFirm({ RATE_SCALE: '100' });
let trader: Person;
let png: Buffer;
const addressIds = new Map<string, string>();

beforeAll(async () => {
  png = await drawnPng();
  trader = await api.trader('Tess Trader', 'tess@example.com');
  for (const { name, network, address } of ADDRESSES)
    addressIds.set(network, await api.addAddress({ name, network, address }));
}, 180_000);

beforeEach(() => signedInAs(visitor, trader.token));

/** Opens the payment page of a new order. */
const openOrder = async (): Promise<string> => {
  const id = await api.order(trader);
  await open(page, `/payment/${id}`);
  await see(page, 'Payment Instructions');
  return id;
};

const network = (name: string) =>
  page.getByRole('group', { name: 'What do you pay with?' }).getByRole('button', { name });
const copied = () => page.evaluate(() => navigator.clipboard.readText());
const send = () => page.getByRole('button', { name: 'Send Screenshot' });
const received = () => page.getByRole('dialog', { name: 'Payment Received!' });
const orderOf = async (id: string) => (await api.send('GET', `/accounts/${id}`, trader.token)).body;
const pick = (name: string, mimeType: string, buffer: Buffer) =>
  page.getByLabel('Choose File').setInputFiles({ name, mimeType, buffer });

/** What a phone's camera reads in a drawn code. */
const decode = async (code: Buffer): Promise<string | undefined> => {
  const { data, info } = await sharp(code).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data;
};

describe('how to pay', () => {
  it('shows every address, and one alone with its code when its network is pressed', async () => {
    await openOrder();
    const copies = page.getByRole('button', { name: /^Copy .+ address/ });
    expect(await copies.count()).toBe(ADDRESSES.length);
    for (const { network: name, address, scheme } of ADDRESSES) {
      await network(name).first().click();
      await eventually(() => copies.count()).toBe(1);
      const code = page.getByRole('img', { name: `QR code of the ${name} address` });
      expect(await decode(await code.screenshot()), name).toBe(`${scheme}${address}`);
      await see(page, new RegExp(`^Only on ${name}`));
      await network(name).first().click();
      await eventually(() => copies.count()).toBe(ADDRESSES.length);
    }
  });

  it('draws the code dark on a white plate in the dark theme too', async () => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await openOrder();
    await network('Bitcoin').click();
    const shot = await page.getByRole('img', { name: 'QR code of the Bitcoin address' }).screenshot();
    expect(await decode(shot)).toBe(`bitcoin:${ADDRESSES[0].address}`);
    const corner = await sharp(shot).extract({ left: 6, top: 6, width: 4, height: 4 }).raw().toBuffer();
    expect([...corner.subarray(0, 3)]).toEqual([255, 255, 255]);
  });

  // spec 2.129, 9.21
  it('copies clean texts and says so for 1.2 seconds', async () => {
    await page.clock.install();
    await openOrder();
    await page.getByRole('button', { name: 'Copy amount' }).first().click();
    await see(page, 'Amount copied!');
    expect(await copied()).toBe('89');
    await page.getByRole('button', { name: 'Copy TRC20 address' }).click();
    await page.clock.pauseAt(Date.now() + 3_600_000);
    await page.getByRole('button', { name: 'Copy ERC20 address' }).click();
    await see(page, 'Address copied!');
    expect(await copied()).toBe(ADDRESSES[4].address);
    await page.clock.runFor(1_100);
    await see(page, 'Address copied!');
    await page.clock.runFor(200);
    await text(page, 'Address copied!').waitFor({ state: 'hidden' });
  });

  it.each([360, 1280])('says so in the button itself at %d px, and nothing moves', async (width) => {
    await page.setViewportSize({ width, height: 740 });
    await page.clock.install();
    await openOrder();
    await network('TRC20').click();
    const places = page
      .getByRole('button', { name: /^Copy (amount|TRC20 address|address \(TRC20\))$/ })
      .filter({ visible: true });
    const boxes = async () => Promise.all((await places.all()).map((place) => place.boundingBox()));
    await places.last().scrollIntoViewIfNeeded();
    const before = await boxes();
    expect(before).toHaveLength(width < 768 ? 4 : 2);
    await page.clock.pauseAt(Date.now() + 3_600_000);
    // The first is an icon alone, which says it above itself.
    for (const place of (await places.all()).slice(1))
      await place.evaluate((node: HTMLElement) => node.click());
    for (const place of (await places.all()).slice(1)) await see(place, /^(Amount|Address) copied!$/);
    expect(await boxes()).toEqual(before);
  });

  it('strikes out an address that was withdrawn after the order', async () => {
    const extra = { name: 'Old Bitcoin', network: 'BTC', address: '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2' };
    const id = await api.addAddress(extra);
    const order = await api.order(trader);
    await api.send('GET', `/accounts/${order}/payment`, trader.token);
    expect((await api.send('DELETE', `/payment/addresses/${id}`, await api.admin())).status).toBe(200);
    await open(page, `/payment/${order}`);
    const row = page.getByRole('listitem').filter({ hasText: 'Old Bitcoin' });
    await see(row, 'Withdrawn: do not pay here');
    expect(await row.locator('s').textContent()).toBe(extra.address);
    expect(await row.getByRole('button').count()).toBe(0);
    await see(page, /^The firm’s payment addresses changed since your order\./);
    expect(await network('BTC').count()).toBe(0);
  });

  it('keeps the amount and the copying in reach on a phone', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await openOrder();
    const bar = page.getByRole('region', { name: 'Amount to pay' });
    const bottom = async () => {
      const box = await bar.boundingBox();
      return box ? Math.round(box.y + box.height) : 0;
    };
    expect(await bottom()).toBe(740);
    await see(bar, '$89');
    await see(bar, 'Copy amount');
    await network('TRC20').click();
    await page.getByRole('heading', { name: 'Account Details' }).scrollIntoViewIfNeeded();
    await eventually(bottom).toBe(740);
    await bar.getByRole('button', { name: 'Copy address (TRC20)' }).click();
    await see(bar, 'Address copied!');
    expect(await copied()).toBe(ADDRESSES[3].address);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await page.getByRole('link', { name: 'Already paid? Send your proof' }).click();
    const proof = page.getByRole('heading', { name: 'Upload Payment Proof' });
    await eventually(async () => ((await proof.boundingBox())?.y ?? 740) < 370).toBe(true);
  });
});

describe('the countdown', () => {
  // spec 4.35, 4.36
  it('goes by the wall clock over sleep and reload, is read out at its marks, and locks nothing', async () => {
    await page.clock.install();
    await openOrder();
    const timer = page.getByRole('timer');
    const spoken = page.getByRole('status').filter({ hasText: /left$|^The countdown/ });
    expect(await timer.textContent()).toMatch(/^5[89]:\d\d$/);
    expect(await spoken.count()).toBe(0);
    for (const [sleep, shown, words] of [
      ['29:20', /^29:\d\d$/, '30 minutes left'],
      ['20:00', /^09:\d\d$/, '10 minutes left'],
      ['05:00', /^04:\d\d$/, '5 minutes left'],
      ['04:00', /^00:\d\d$/, '1 minute left'],
      ['01:30', /^00:00$/, 'The countdown is over. You can still pay and send your proof.'],
    ] as const) {
      await page.clock.fastForward(sleep);
      await eventually(() => timer.textContent()).toMatch(shown);
      await eventually(() => spoken.textContent()).toBe(words);
    }
    await see(page, /^Time is up, but nothing is lost/);
    await page.reload();
    await eventually(() => timer.textContent()).toBe('00:00');
    await page.getByRole('button', { name: 'Copy TRC20 address' }).click();
    await see(page, 'Address copied!');
    await pick('late.png', 'image/png', png);
    await send().click();
    await received().waitFor();
  });
});

/** Gives the page a file as a drop or a paste would. */
const give = (kind: 'drop' | 'paste', bytes: Buffer): Promise<void> =>
  page.evaluate(
    ([event, base64]) => {
      const data = new DataTransfer();
      const content = Uint8Array.from(atob(base64 ?? ''), (letter) => letter.charCodeAt(0));
      data.items.add(new File([content], `${event}ped.png`, { type: 'image/png' }));
      document.body.dispatchEvent(
        event === 'drop'
          ? new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true })
          : new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      );
    },
    [kind, bytes.toString('base64')],
  );

describe('the proof', () => {
  it('is taken by drop, by paste and by picking, and shown before it is sent', async () => {
    await openOrder();
    const preview = page.getByRole('img', { name: 'Preview of the screenshot' });
    await see(page, 'No file chosen');
    await give('drop', png);
    await see(page, 'dropped.png');
    await preview.waitFor();
    await give('paste', png);
    await see(page, 'pasteped.png');
    await pick('picked.png', 'image/png', png);
    await see(page, 'picked.png');
    await eventually(() =>
      preview.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth),
    ).toBe(360);
  });

  it('is paid and sent with three presses', async () => {
    const id = await openOrder();
    const presses = await countPresses(page);
    await page.getByRole('button', { name: 'Copy TRC20 address' }).click();
    await give('paste', png);
    await page.getByRole('img', { name: 'Preview of the screenshot' }).waitFor();
    await send().click();
    await received().getByRole('button', { name: 'Close', exact: true }).click();
    expect(await presses()).toBe(3);
    expect((await orderOf(id)).status).toBe('payment_submitted');
  });

  it('is made smaller and upright in the browser when it is a photograph', async () => {
    const id = await openOrder();
    await pick('photo.jpeg', 'image/jpeg', await phonePhoto());
    await see(page, 'photo.jpg');
    await see(page, /^\d+ kB, made smaller from \d+ kB$/);
    await send().click();
    await received().waitFor();
    expect((await orderOf(id)).proof).toMatchObject({ width: 1875, height: 2500 });
  });

  it('in HEIC gets a clear message', async () => {
    await openOrder();
    for (const [name, type] of [
      ['photo.heic', 'image/heic'],
      ['PHOTO.HEIC', 'application/octet-stream'],
    ] as const) {
      await pick('proof.png', 'image/png', png);
      await see(page, 'proof.png');
      await pick(name, type, Buffer.from('ftypheic'));
      await see(page, 'HEIC photos cannot be read here. Please send a JPEG or PNG screenshot.');
      await see(page, 'No file chosen');
      expect(await send().isDisabled()).toBe(true);
    }
  });

  it('shows how much of it is sent', async () => {
    await openOrder();
    await pick('large.png', 'image/png', await noise(700));
    await page.getByRole('img', { name: 'Preview of the screenshot' }).waitFor();
    const devtools = await visitor.context.newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 20,
      downloadThroughput: -1,
      uploadThroughput: 400_000,
    });
    await page.evaluate(() => {
      const seen: number[] = [];
      Object.assign(globalThis, { seen });
      new MutationObserver(() => {
        const bar = document.querySelector('progress');
        if (bar) seen.push(bar.value);
      }).observe(document.body, { subtree: true, childList: true, attributes: true });
    });
    await send().click();
    await see(page, 'Sending...');
    await received().waitFor();
    const seen: number[] = await page.evaluate(() => Reflect.get(globalThis, 'seen'));
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    expect(seen.some((share) => share > 5 && share < 95)).toBe(true);
  });

  // spec 2.135, 8.28
  it('stays chosen when sending fails, and is sent once however often it is pressed', async () => {
    const id = await openOrder();
    const keys: (string | undefined)[] = [];
    await page.route('**/upload-proof', async (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      if (keys.length === 1) return route.fulfill({ status: 400, json: {} });
      await see(page, 'Sending...');
      await send()
        .or(page.getByRole('button', { name: 'Sending...' }))
        .first()
        .click({ clickCount: 2, force: true });
      await route.continue();
    });
    await pick('proof.png', 'image/png', png);
    await send().click();
    await see(page, 'Failed to send payment proof.');
    await see(page, 'proof.png');
    await send().dblclick();
    await received().waitFor();
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);
    expect((await orderOf(id)).status).toBe('payment_submitted');
  });
});

describe('after the proof', () => {
  it('shows what was sent, asks not to pay twice, lets it be replaced, and prints a receipt', async () => {
    const id = await openOrder();
    await pick('proof.png', 'image/png', png);
    await send().click();
    await received().getByRole('button', { name: 'Close', exact: true }).click();
    const sent = page.getByRole('img', { name: 'The proof you sent' });
    await sent.waitFor();
    await see(page, 'Replace the screenshot');
    await see(page, /^Your proof is with us\s*Please do not pay a second time\.$/);
    expect(await page.getByRole('timer').count()).toBe(0);
    const before = await sent.getAttribute('src');
    await pick('better.png', 'image/png', await noise(200));
    await send().click();
    await received().getByRole('button', { name: 'Close', exact: true }).click();
    await eventually(() => sent.getAttribute('src')).not.toBe(before);
    const receipt = page.getByRole('region', { name: 'Receipt' });
    await receipt.getByRole('button', { name: 'Print Receipt' }).waitFor();
    await page.emulateMedia({ media: 'print' });
    for (const words of [id, 'Tess Trader', '2-Step Challenge, $10,000', '$89', 'Proof sent, being checked'])
      await see(receipt, words);
    await see(receipt, /support@example\.com$/);
    for (const hidden of ['Payment Instructions', 'Upload Payment Proof', 'Account Details'])
      expect(await page.getByRole('heading', { name: hidden }).isVisible(), hidden).toBe(false);
    expect(await page.getByRole('button').filter({ visible: true }).count()).toBe(0);
    expect((await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1);
  });

  it('keeps the addresses closed, and shows on a phone what was sent before them', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await openOrder();
    await pick('proof.png', 'image/png', png);
    await send().click();
    await received().getByRole('button', { name: 'Close', exact: true }).click();
    const addresses = page.getByRole('button', { name: 'Show the payment addresses', expanded: false });
    await addresses.waitFor();
    const copy = page.getByRole('button', { name: 'Copy TRC20 address', includeHidden: true });
    expect(await copy.isVisible()).toBe(false);
    expect(await text(page, /^Please send the exact amount/).count()).toBe(0);
    const top = async (name: string) => (await page.getByRole('heading', { name }).boundingBox())?.y ?? 0;
    expect(await top('Upload Payment Proof')).toBeLessThan(await top('Payment Instructions'));
    await addresses.click();
    await copy.click();
    expect(await copied()).toBe(ADDRESSES[3].address);
  });

  it('follows the order to the end while it is open', async () => {
    const id = await openOrder();
    await page.clock.install();
    await pick('proof.png', 'image/png', png);
    await send().click();
    await received().getByRole('button', { name: 'Close', exact: true }).click();
    const step = page.getByRole('list', { name: 'Progress of your order' }).locator('[aria-current="step"]');
    expect(await step.textContent()).toMatch(/^Verified/);
    await api.activate(id, '50012345');
    await page.clock.fastForward('00:20');
    await see(page, 'Your account is active');
    await see(page, 'Your payment is verified. Nothing more is to be paid.');
    await see(page, 'No further proof is needed for this account.');
    await page.getByRole('link', { name: 'View Account Dashboard' }).click();
    await page.waitForURL('**/dashboard/50012345');
  });

  it.each(['failed', 'inactive'])('is asked for no more once the order is %s', async (status) => {
    const id = await openOrder();
    await page.clock.install();
    await page.reload();
    await see(page, 'Payment Instructions');
    await api.send('PATCH', `/admin/accounts/${id}`, await api.admin(), { status });
    await page.clock.fastForward('00:20');
    await see(page, 'Nothing is to be paid for this order any more.');
    await quiet(page);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.clock.fastForward('05:00');
    await quiet(page);
    expect(asked.filter((path) => path.startsWith('/api/accounts/'))).toEqual([]);
  });
});

it('leads back to the dashboard from an order that is not there', async () => {
  await open(page, '/payment/00000000-0000-4000-8000-000000000000');
  await see(page.getByRole('alert'), 'Account details not found.');
  await page.getByRole('link', { name: 'Back to Dashboard' }).click();
  await arrive(page, /^\/dashboard/);
});

it('says what is missing for the proof to be sent', async () => {
  await openOrder();
  expect(await missingFor(send())).toBe('Choose a screenshot first.');
  await see(page, 'Choose a screenshot first.');
  await pick('proof.png', 'image/png', png);
  await eventually(() => send().isDisabled()).toBe(false);
  expect(await missingFor(send())).toBe('');
  expect(await text(page, 'Choose a screenshot first.').count()).toBe(0);
});
