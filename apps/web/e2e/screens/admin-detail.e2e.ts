import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../support/api.ts';
import { hasFocus, isFocused, tabTo } from '../support/keyboard.ts';
import { arrive, article, eventually, open, PASSWORD, see, seeTitle, text } from '../support/steps.ts';
import { api, enter, firm, startFirmForAll } from '../support/visit-firm.ts';

/** The back office's daily work: the account's page, the overview's cards, and the payment options. */
startFirmForAll({ RATE_SCALE: '100' });
let owner: string;
let second: string;

const TRON = { name: 'USDT', network: 'TRON (TRC20)', address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' };
const BITCOIN = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const ETHER = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

beforeAll(async () => {
  owner = await api.admin();
  const { userId, email } = await api.trader('Bo Second', 'bo@firm.example');
  await api.send('PUT', `/admin/users/${userId}`, owner, { name: 'Bo Second', email, role: 'admin' });
  second = String(
    (await api.send('POST', '/auth/login', undefined, { email, password: PASSWORD })).body.token,
  );
  await api.send('POST', '/payment/addresses', owner, TRON);
}, 180_000);

const visit = async (token: string, path: string): Promise<Page> => {
  const { context, page } = await enter();
  await context.addInitScript((value) => localStorage.setItem('token', value), token);
  await open(page, path);
  return page;
};

/** A hand that counts what it presses. */
const hand = () => {
  let clicks = 0;
  return {
    click: async (target: Locator) => {
      clicks += 1;
      await target.click();
    },
    choose: async (target: Locator, label: string) => {
      // One press opens the list, one chooses.
      clicks += 2;
      await target.selectOption({ label });
    },
    clicks: () => clicks,
  };
};

let number = 0;
/** A trader of the test's own with an order. */
const order = async (name: string): Promise<Person & { id: string }> => {
  number += 1;
  const person = await api.trader(name, `trader${number}@trader.example`);
  return { ...person, id: await api.order(person) };
};
const active = async (name: string): Promise<Person & { id: string; login: string }> => {
  const person = await order(name);
  const login = String(600_000 + number);
  await api.activate(person.id, login);
  return { ...person, login };
};
const sendProof = async ({ id, token }: { id: string; token: string }, shade: number): Promise<void> => {
  const background = { r: shade, g: 60, b: 90 };
  const picture = await sharp({ create: { width: 300, height: 600, channels: 3, background } })
    .png()
    .toBuffer();
  const form = new FormData();
  form.set('screenshot', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'proof.png');
  const answer = await fetch(`${firm.url}/api/accounts/${id}/upload-proof`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  if (!answer.ok) throw new Error(`proof: ${answer.status}`);
};
const account = async (id: string) => (await api.send('GET', `/admin/accounts/${id}`, owner)).body;
const events = async (id: string): Promise<string[]> => {
  const { body } = await api.send('GET', `/admin/accounts/${id}/events`, owner);
  const all = Array.isArray(body.events) ? body.events : [];
  return all.map(({ event }: { event: string }) => event);
};
const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const undoButton = (area: Page | Locator) => area.getByRole('button', { name: 'Undo', exact: true });

describe('a payment', () => {
  it('is verified with two clicks from the overview, and the next with a key', async () => {
    const [first, next] = [await order('Anna Oldest'), await order('Berit Next')];
    await sendProof(first, 10);
    await sendProof(next, 11);
    const page = await visit(owner, '/admin');
    const { click, clicks } = hand();
    await click(page.getByRole('link', { name: /^Review Anna Oldest/ }));
    await seeTitle(page, 'Anna Oldest');
    const verify = page.getByRole('button', { name: 'Verify Payment' });
    await hasFocus(verify);
    await click(verify);
    await see(page, 'Payment marked as verified.');
    expect(clicks()).toBe(2);
    expect(await account(first.id)).toMatchObject({ paymentStatus: 'verified' });

    await page.keyboard.press('n');
    await seeTitle(page, 'Berit Next');
    await hasFocus(page.getByRole('button', { name: 'Verify Payment' }));
    await page.keyboard.press('v');
    await see(page, 'Payment marked as verified.');
    await eventually(async () => (await account(next.id)).paymentStatus).toBe('verified');
    // Decided: the key does nothing more.
    await page.keyboard.press('v');
    expect((await events(next.id)).filter((event) => event === 'payment_judged')).toHaveLength(1);
  });

  it('is seen on arrival with the amount and the verdict, in a wide window and on a phone', async () => {
    const person = await order('Vera Arrived');
    await sendProof(person, 40);
    for (const [width, height] of [
      [1280, 900],
      [360, 740],
    ] as const) {
      const page = await visit(owner, '/admin');
      await page.setViewportSize({ width, height });
      await page.getByRole('link', { name: /^Review Vera Arrived/ }).click();
      await seeTitle(page, 'Vera Arrived');
      const payment = panel(page, 'Payment');
      const verify = payment.getByRole('button', { name: 'Verify Payment' });
      await hasFocus(verify);
      const bar = await page.getByRole('banner').boundingBox();
      const picture = payment.getByRole('img', { name: /^Payment screenshot/ });
      for (const seen of [text(payment, 'Exact amount'), verify, picture]) {
        const box = await seen.boundingBox();
        expect(box?.y).toBeGreaterThanOrEqual(bar?.height ?? Number.NaN);
        // Of the picture its beginning is enough.
        expect((box?.y ?? 0) + Math.min(box?.height ?? 0, 80)).toBeLessThanOrEqual(height);
      }
    }
  });

  it('is rejected by the keyboard alone, with the reason', async () => {
    const person = await order('Cilla Rejected');
    await sendProof(person, 20);
    const page = await visit(owner, `/admin/accounts/${person.id}`);
    await seeTitle(page, 'Cilla Rejected');
    await page.keyboard.press('r');
    await hasFocus(page.getByLabel('Reason for a rejection'));
    // Keys are letters in a field.
    await page.keyboard.type('very little came');
    await page.keyboard.press('Enter');
    await see(page, 'The last proof was rejected');
    const mail = await firm.inbox.mail(person.email, /rejected|not accept|could not/i);
    expect(mail.text).toContain('very little came');
    expect(await account(person.id)).toMatchObject({
      paymentStatus: 'failed',
      rejectionReason: 'very little came',
    });
  });

  it('stands beside what was asked: zoom, turn, older proofs, and the same picture elsewhere', async () => {
    const [one, two] = [await order('Dora Original'), await order('Elin Copy')];
    await sendProof(one, 30);
    await sendProof(two, 31);
    await sendProof(two, 30);
    const page = await visit(owner, `/admin/accounts/${two.id}`);
    const payment = panel(page, 'Payment');
    await see(payment, '$89.00');
    await see(payment, 'TRON (TRC20)');
    expect(((await payment.textContent()) ?? '').replaceAll(/\s/g, '')).toContain(TRON.address);
    await see(payment, 'The same picture was sent for another order');
    await payment.getByRole('link', { name: 'Dora Original', exact: true }).waitFor();

    const picture = payment.getByRole('img', { name: /^Payment screenshot/ });
    const seen = () => picture.getAttribute('viewBox');
    expect(await seen()).toBe('0 0 300 600');
    await payment.getByRole('button', { name: 'Zoom in' }).click();
    expect(await seen()).toBe('50 100 200 400');
    await page.keyboard.press('Shift+ArrowDown');
    const [x = '', y = ''] = ((await seen()) ?? '').split(' ');
    expect([Number(x), Number(y) > 100]).toEqual([50, true]);
    const box = await picture.boundingBox();
    if (!box) throw new Error('the picture is not drawn');
    const [middle, centre] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(middle, centre);
    await page.mouse.down();
    await page.mouse.move(middle, centre + 400, { steps: 4 });
    await page.mouse.up();
    expect(await seen()).toBe('50 0 200 400');
    await page.keyboard.press('0');
    expect(await seen()).toBe('0 0 300 600');
    await page.keyboard.press('t');
    expect(await seen()).toBe('0 0 600 300');
    await page.mouse.move(middle, centre);
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -300);
    await page.keyboard.up('Control');
    await eventually(async () => Number(((await seen()) ?? '').split(' ')[2]) < 600).toBe(true);

    await payment.getByRole('radio', { name: /^Older/ }).check({ force: true });
    expect(await seen()).toBe('0 0 300 600');
    await payment.getByText('The same picture was sent for another order').waitFor({ state: 'detached' });

    await page.setViewportSize({ width: 360, height: 740 });
    const filter = await panel(page, 'Timeline').getByRole('combobox', { name: 'Show' }).boundingBox();
    expect(filter?.width).toBeGreaterThan(120);
  });
});

describe('credentials', () => {
  it('take two clicks and one paste from the overview', async () => {
    const person = await order('Frida Waiting');
    await api.send('PUT', `/admin/accounts/${person.id}/verify-payment`, owner, { status: 'verified' });
    // Whoever waits longer is out of the way.
    const waiting = (await api.send('GET', '/admin/accounts?queue=needs_credentials', owner)).body.accounts;
    for (const { _id } of Array.isArray(waiting) ? waiting : []) {
      number += 1;
      if (_id !== person.id) await api.activate(_id, String(700_000 + number));
    }
    const page = await visit(owner, '/admin');
    await page.evaluate(() =>
      navigator.clipboard.writeText('Server - Firm-MT5\nPassword: s3cret:word\nLogin 50099001'),
    );
    const { click, clicks } = hand();
    await click(page.getByRole('link', { name: /^Assign Frida Waiting/ }));
    await hasFocus(page.getByLabel('Account Number'));
    await page.keyboard.press('Control+v');
    await see(page, /^Pasted: account number 50099001, password \(11 characters\),? and server Firm-MT5\.$/);
    await click(page.getByRole('button', { name: 'Assign MT5 Credentials' }));
    await see(page, 'MT5 credentials assigned successfully!');
    expect(clicks()).toBe(2);
    expect(await account(person.id)).toMatchObject({
      status: 'active',
      accountNumber: '50099001',
      server: 'Firm-MT5',
    });
    expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('');
  });
});

describe('an edit in a card', () => {
  it('of the balance is one click and Enter, shown at once, and undone with one', async () => {
    const person = await active('Greta Card');
    const page = await visit(owner, '/admin');
    const card = article(page, 'Greta Card');
    const balance = card.getByRole('textbox', { name: 'Balance' });
    const { click, clicks } = hand();
    await click(balance);
    await page.keyboard.press('Control+a');
    await page.keyboard.type('11,000.00');
    await page.keyboard.press('Enter');
    expect(clicks()).toBe(1);
    await see(card, '+10.00%');
    await undoButton(card).waitFor();
    expect(await account(person.id)).toMatchObject({ balance: 11_000 });
    await click(undoButton(card));
    await see(card, 'Change undone');
    expect(clicks()).toBe(2);
    await eventually(() => balance.inputValue()).toBe('10,000.00');
    expect(await account(person.id)).toMatchObject({ balance: 10_000 });
    expect((await events(person.id)).filter((event) => event !== 'mail').slice(0, 2)).toEqual([
      'undone',
      'overridden',
    ]);
  });

  it('of the stage is two clicks, one undoes it, and no mail goes out', async () => {
    const person = await active('Hanna Stage');
    const page = await visit(owner, '/admin');
    const card = article(page, 'Hanna Stage');
    const { click, choose, clicks } = hand();
    await choose(card.getByRole('combobox', { name: 'Stage' }), 'Phase 2');
    await undoButton(card).waitFor();
    expect(clicks()).toBe(2);
    expect(await account(person.id)).toMatchObject({ stage: 'phase2' });
    // The undo's message does not wait until the change's own is gone, 3 s later.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 1000);
    await click(undoButton(card));
    const undone = card.getByText('Change undone');
    for (let waited = 0; waited < 2000 && !(await undone.isVisible()); waited += 50)
      await page.clock.runFor(50);
    expect(await undone.isVisible()).toBe(true);
    expect(clicks()).toBe(3);
    expect(await account(person.id)).toMatchObject({ stage: 'phase1' });
    await page.clock.resume();
    const { body } = await api.send('GET', `/admin/accounts/${person.id}/events`, owner);
    const mails = (Array.isArray(body.events) ? body.events : []).filter(({ event }) => event === 'mail');
    const stageMails = mails.filter(({ after }) => after.template === 'stage_changed');
    expect(stageMails.map(({ after }) => after.state)).toEqual(['cancelled']);
  });

  it('that fails is put back, and says so in its place', async () => {
    const person = await active('Ines Failing');
    const page = await visit(owner, '/admin');
    const card = article(page, 'Ines Failing');
    const release: (() => void)[] = [];
    await page.route('**/api/admin/accounts/*', async (route) => {
      if (route.request().method() !== 'PATCH') return route.fallback();
      await new Promise<void>((resolve) => release.push(resolve));
      await route.fulfill({ status: 409, json: { message: 'Not now', code: 'transition_not_allowed' } });
    });
    await card.getByRole('textbox', { name: 'Balance' }).fill('12000');
    await page.keyboard.press('Enter');
    // Before the server has answered.
    await see(card, '+20.00%');
    await eventually(async () => release.length).toBe(1);
    release[0]?.();
    await see(card, 'Not now');
    await see(card, '0.00%');
    expect(await card.getByRole('textbox', { name: 'Balance' }).inputValue()).toBe('12000');
    expect(await undoButton(card).count()).toBe(0);
    expect(await account(person.id)).toMatchObject({ balance: 10_000 });
  });

  it('marks as failed with one click and the confirmation, which names what happens', async () => {
    const person = await active('Jonna Breach');
    const page = await visit(owner, '/admin');
    const card = article(page, 'Jonna Breach');
    let question = '';
    page.on('dialog', (dialog) => {
      question = dialog.message();
      void dialog.accept();
    });
    await card.getByRole('button', { name: 'Mark as Failed' }).click();
    await see(card, 'Failed');
    for (const part of ['Jonna Breach', person.login, 'failed', person.email])
      expect(question).toContain(part);
    expect(await undoButton(card).count()).toBe(0);
    const button = card.getByRole('button', { name: 'Mark as Failed' });
    await button.focus();
    expect(await isFocused(button)).toBe(true);
    expect(await button.getAttribute('title')).toBe('This account is already marked as failed.');
    await page.keyboard.press('Enter');
    await see(page.getByRole('region', { name: 'Messages' }), 'This account is already marked as failed.');
  });
});

describe('two administrators on one account', () => {
  it('are told of each other: who, when, what, and whose change is to stay', async () => {
    const person = await active('Karin Both');
    const [mine, theirs] = [
      await visit(owner, `/admin/accounts/${person.id}`),
      await visit(second, `/admin/accounts/${person.id}`),
    ];
    const balanceOf = (page: Page) => panel(page, 'Set by hand').getByLabel('Balance');
    await balanceOf(mine).fill('9000');
    await balanceOf(theirs).fill('9500');
    const save = (page: Page) => page.getByRole('button', { name: 'Update Account' }).click();
    await save(theirs);
    await undoButton(theirs).waitFor();
    await save(mine);
    const notice = mine.getByRole('alert').filter({ hasText: /^Changed by Bo Second/ });
    await notice.waitFor();
    await see(notice, '$9,500.00');
    await see(notice, '$9,000.00');
    // What does not differ is not told, and nothing else asks for something else.
    expect(await notice.getByRole('term').allTextContents()).toEqual(['Balance']);
    expect(await mine.getByText('load it again').count()).toBe(0);
    expect(await account(person.id)).toMatchObject({ balance: 9500 });
    await notice.getByRole('button', { name: 'Apply mine again' }).click();
    await eventually(async () => (await account(person.id)).balance).toBe(9000);
    await notice.waitFor({ state: 'detached' });

    await balanceOf(theirs).fill('9700');
    await save(theirs);
    const other = theirs.getByRole('alert').filter({ hasText: /^Changed by / });
    await other.getByRole('button', { name: 'Keep theirs' }).click();
    await eventually(() => balanceOf(theirs).inputValue()).toBe('9,000.00');
    expect(await account(person.id)).toMatchObject({ balance: 9000 });
  });
});

describe('by the keyboard alone', () => {
  it('an account is activated, moved and failed', async () => {
    const person = await order('Lovisa Keys');
    await sendProof(person, 40);
    const page = await visit(owner, `/admin/accounts/${person.id}`);
    const { keyboard } = page;
    await seeTitle(page, 'Lovisa Keys');
    await keyboard.press('v');
    await see(page, 'Payment marked as verified.');

    await tabTo(page, page.getByLabel('Account Number'));
    await keyboard.type('50099777');
    await keyboard.press('Tab');
    await keyboard.type('s3cret');
    await tabTo(page, page.getByLabel('Server', { exact: true }));
    await keyboard.type('Firm-MT5');
    await keyboard.press('Enter');
    await eventually(async () => (await account(person.id)).status).toBe('active');

    const byHand = panel(page, 'Set by hand');
    await tabTo(page, byHand.getByLabel('Balance'));
    await keyboard.press('Control+a');
    await keyboard.type('10,400.00');
    await keyboard.press('Enter');
    await undoButton(byHand).waitFor();
    // Away from the field, a key undoes it.
    await tabTo(page, undoButton(byHand));
    await keyboard.press('z');
    await see(byHand, 'Change undone');
    await eventually(async () => (await account(person.id)).balance).toBe(10_000);

    const phase = panel(page, 'Phase of the challenge');
    await tabTo(page, phase.getByLabel('Stage'));
    await keyboard.press('ArrowDown');
    await tabTo(page, phase.getByRole('button', { name: 'Update Stage' }));
    await keyboard.press('Enter');
    await eventually(async () => (await account(person.id)).stage).toBe('phase2');

    page.on('dialog', (dialog) => void dialog.accept());
    await tabTo(page, page.getByRole('button', { name: 'Mark as Failed' }));
    await keyboard.press('Enter');
    await eventually(async () => (await account(person.id)).status).toBe('failed');
    const timeline = panel(page, 'Timeline');
    for (const line of ['Marked as failed', 'Stage changed', 'Undone', 'MT5 credentials assigned'])
      await see(timeline, line);
    await timeline.getByLabel('Show').selectOption('Email');
    await see(timeline, /^Email “Breach”/);
    await timeline.getByText('Undone', { exact: true }).waitFor({ state: 'detached' });
    expect(await timeline.textContent()).not.toContain('s3cret');
    await timeline
      .getByRole('button', { name: /ago|now/ })
      .first()
      .focus();
    await timeline.getByRole('tooltip').filter({ visible: true }).getByText('Account').waitFor();
  });
});

describe('payment options', () => {
  it('take a new address with two clicks; the drawer reaches the edge of the window', async () => {
    const page = await visit(owner, '/admin');
    const { click, clicks } = hand();
    await click(page.getByRole('link', { name: 'Payment Options' }).first());
    await click(page.getByRole('button', { name: 'New address' }));
    const drawer = page.getByRole('dialog', { name: 'Add an address' });
    await hasFocus(drawer.getByLabel('Name'));
    await arrive(page, '/admin/payment-addresses?edit=new');
    await eventually(() =>
      drawer.evaluate((element) => Math.round(innerWidth - element.getBoundingClientRect().right)),
    ).toBe(0);
    await drawer.getByLabel('Name').fill('Bitcoin');
    await drawer.getByLabel('Network').fill('Bitcoin');
    await drawer.getByLabel('Address', { exact: true }).fill(BITCOIN);
    await page.keyboard.press('Enter');
    const listed = page.getByRole('listitem', { name: 'Bitcoin' });
    await listed.waitFor();
    expect(clicks()).toBe(2);
    await see(listed, 'Checksum right');
    await listed.getByRole('img', { name: 'QR code of Bitcoin on Bitcoin' }).waitFor();
    await arrive(page, '/admin/payment-addresses');
    await firm.inbox.mail('bo@firm.example', /^A payment address was added/, 'bc1q w508');
    await page.getByLabel('Sort by').selectOption('Name');
    await eventually(() => page.getByRole('listitem').getByRole('heading').allTextContents()).toEqual([
      'Bitcoin',
      'USDT',
    ]);
  });

  it('warn of open orders, and of somebody else', async () => {
    await order('Maja Paying');
    const page = await visit(owner, '/admin/payment-addresses');
    const row = page.getByRole('listitem', { name: 'USDT' });
    await see(row, /open orders? · /);
    await row.getByRole('button', { name: 'Edit' }).click();
    const drawer = page.getByRole('dialog', { name: 'Edit address' });
    await drawer.getByLabel('Network').fill('Ethereum (ERC20)');
    await drawer.getByLabel('Address', { exact: true }).fill(ETHER);
    await see(drawer, /still waits? for a payment$/);
    const { body } = await api.send('GET', '/admin/payment-addresses', second);
    const known = Array.isArray(body.addresses) ? body.addresses.find(({ name }) => name === 'USDT') : null;
    await api.send('PUT', `/payment/addresses/${known._id}`, second, { ...TRON, name: 'Tether' });
    await drawer.getByRole('button', { name: 'Update Address' }).click();
    const notice = drawer.getByRole('alert').filter({ hasText: /^Changed by Bo Second/ });
    await see(notice, 'Tether');
    await see(notice, ETHER);
    await notice.getByRole('button', { name: 'Apply mine again' }).click();
    await drawer.waitFor({ state: 'detached' }).catch(() => drawer.waitFor({ state: 'hidden' }));
    const after = await api.send('GET', '/payment/addresses', owner);
    expect(JSON.stringify(after.body)).toContain(ETHER);
    expect(JSON.stringify(after.body)).not.toContain('Tether');
  });
});
