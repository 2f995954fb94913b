import { beforeAll, describe, expect, it } from 'vitest';
import { signedInAs } from '../support/session.ts';
import { arrive, eventually, open, PASSWORD, see } from '../support/steps.ts';
import { api, page, visitFirm, visitor } from '../support/visit-firm.ts';

/** Two administrators at one form: nothing is overwritten and nothing that was typed is lost, by whichever way it is left. */
visitFirm({ RATE_SCALE: '100' });
let second: string;

const TRON = { name: 'USDT', network: 'TRON (TRC20)', address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' };

beforeAll(async () => {
  const { userId, email } = await api.trader('Bo Second', 'bo@firm.example');
  await put(`/admin/users/${userId}`, { name: 'Bo Second', email, role: 'admin' }, await api.admin());
  second = String(
    (await api.send('POST', '/auth/login', undefined, { email, password: PASSWORD })).body.token,
  );
  await api.addAddress(TRON);
}, 180_000);

const visit = async (path: string): Promise<void> => {
  await signedInAs(visitor, await api.admin());
  await open(page, path);
};

/** What the second administrator saves meanwhile. */
const put = async (path: string, body: unknown, by = second): Promise<void> => {
  const answer = await api.send('PUT', path, by, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
};
const read = async (path: string): Promise<Record<string, unknown>> =>
  (await api.send('GET', path, second)).body;

const notice = () => page.getByRole('alert').filter({ hasText: /^Changed by Bo Second/ });
const field = (label: string) => page.getByLabel(label, { exact: true });

describe('a form that somebody else saved meanwhile', () => {
  it('of a user keeps what was typed, and takes the rest from what is there', async () => {
    const { userId } = await api.trader('Uma User', 'uma@example.com');
    await visit(`/admin/users/${userId}`);
    await field('Name').fill('Uma Mine');
    await put(`/admin/users/${userId}`, { name: 'Uma Theirs', email: 'uma@theirs.example', role: 'user' });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await see(notice(), 'Your change was not saved, and nothing was overwritten.');
    await see(notice(), 'Uma Theirs');
    await see(notice(), 'Uma Mine');
    await see(notice(), 'uma@theirs.example');
    expect(await field('Name').inputValue()).toBe('Uma Mine');
    expect(await page.getByText('load it again').count()).toBe(0);
    await notice().getByRole('button', { name: 'Apply mine again' }).click();
    await see(page, 'User updated successfully!');
    expect(await read(`/admin/users/${userId}`)).toMatchObject({
      name: 'Uma Mine',
      email: 'uma@theirs.example',
    });
    expect(await notice().count()).toBe(0);

    await field('Name').fill('Uma Again');
    await put(`/admin/users/${userId}`, { name: 'Uma Last', email: 'uma@theirs.example', role: 'user' });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await notice().getByRole('button', { name: 'Keep theirs' }).click();
    await eventually(() => field('Name').inputValue()).toBe('Uma Last');
    expect(await read(`/admin/users/${userId}`)).toMatchObject({ name: 'Uma Last' });
    expect(await notice().count()).toBe(0);
  });

  it('of the firm keeps a list that was typed into as a whole', async () => {
    const { version: _, ...settings } = await read('/admin/firm');
    await visit('/admin/settings');
    await page.getByRole('button', { name: 'Add Link' }).click();
    await page
      .getByLabel(/^Name of link/)
      .last()
      .fill('Mine');
    await page
      .getByLabel(/^Address of link/)
      .last()
      .fill('https://mine.example/');
    const theirs = [{ label: 'Theirs', url: 'https://theirs.example/' }];
    await put('/admin/firm', { ...settings, name: 'Their Firm', socialLinks: theirs });
    await page.getByRole('button', { name: 'Save Settings' }).click();
    await see(notice(), 'Their Firm');
    await see(notice(), 'Theirs https://theirs.example/');
    await notice().getByRole('button', { name: 'Apply mine again' }).click();
    await eventually(async () => (await read('/admin/firm')).socialLinks).toMatchObject([
      ...(settings.socialLinks as unknown[]),
      { label: 'Mine' },
    ]);
    expect((await read('/admin/firm')).name).toBe('Their Firm');
    await put('/admin/firm', settings);
  });

  it('of a package keeps each criterion that was typed', async () => {
    const { packages } = (await read('/admin/packages')) as { packages: Record<string, unknown>[] };
    const sold = packages.find(
      ({ name, subscriberCount }) => name === '2-Step Challenge' && subscriberCount === 10_000,
    );
    const { _id, version, tier, accountsSold, ...body } = sold ?? {};
    const edited = String(_id);
    expect([typeof version, typeof tier, typeof accountsSold]).toEqual(['number', 'string', 'number']);
    await visit(`/admin/packages?edit=${edited}`);
    const drawer = page.getByRole('dialog', { name: 'Edit package' });
    const phase = drawer.getByRole('group', { name: 'Phase 1' });
    await phase.getByLabel(/^Profit Target/).fill('12');
    const criteria = { ...(body.criteria as object), maxDailyLoss: 4 };
    await put(`/admin/packages/${edited}`, { ...body, criteria });
    await drawer.getByRole('button', { name: 'Save Package' }).click();
    await see(notice(), 'Phase 1: Profit Target');
    await see(notice(), 'Phase 1: Max Daily Loss');
    await notice().getByRole('button', { name: 'Apply mine again' }).click();
    await see(page, 'Package saved');
    const after = (await read('/admin/packages')) as { packages: Record<string, unknown>[] };
    expect(after.packages.find((one) => one._id === edited)?.criteria).toMatchObject({
      profitTarget: 12,
      maxDailyLoss: 4,
    });
  });

  it('of the firm’s texts says who saved', async () => {
    const { content } = (await read('/admin/content/about')) as { content: Record<string, unknown> };
    await visit('/admin/settings/about');
    await page.getByRole('textbox').first().fill('Mine.');
    await put('/admin/content/about', { ...content, intro: 'Theirs.' });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await see(page, 'Bo Second saved this meanwhile. What you typed is still here and not saved.');
    await page.getByRole('button', { name: 'Load Their Text' }).click();
    await see(page, 'Own text');
  });
});

describe('a drawer with changes', () => {
  it.each([
    ['/admin/payment-addresses', 'Edit address', 'Name'],
    ['/admin/packages', 'Edit package', 'Time Limit'],
  ])('of %s is not lost to the browser’s Back', async (path, title, label) => {
    await visit(path);
    await page.getByRole('button', { name: 'Edit' }).first().click();
    const drawer = page.getByRole('dialog', { name: title });
    await drawer.getByLabel(label, { exact: true }).fill('77');
    await page.goBack();
    const question = page.getByRole('dialog', { name: 'Close without saving?' });
    await question.getByRole('button', { name: 'Keep editing' }).click();
    expect(await drawer.getByLabel(label, { exact: true }).inputValue()).toBe('77');
    await arrive(page, (at) => at.searchParams.has('edit'));
    await page.goBack();
    await question.getByRole('button', { name: 'Discard changes' }).click();
    await drawer.waitFor({ state: 'hidden' });
    await arrive(page, path);

    // Nothing typed: Back closes at once.
    await page.getByRole('button', { name: 'Edit' }).first().click();
    await drawer.waitFor();
    await page.goBack();
    await drawer.waitFor({ state: 'hidden' });
  });

  it('of a package outlives a reload, and an unknown one opens nothing', async () => {
    await visit('/admin/packages?edit=new');
    const drawer = page.getByRole('dialog', { name: 'Add a package' });
    await drawer.getByLabel('Account Size').fill('12345');
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await eventually(() => drawer.getByLabel('Account Size').inputValue()).toBe('12345');
    await drawer.getByRole('button', { name: 'Cancel' }).click();
    await arrive(page, '/admin/packages');
    await open(page, '/admin/packages?edit=nothing');
    await page.getByRole('button', { name: 'Edit' }).first().waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });
});
