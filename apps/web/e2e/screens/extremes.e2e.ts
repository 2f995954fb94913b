import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openVisitor } from '../support/browser.ts';
import { alter } from '../support/calls.ts';
import { openDemo } from '../support/demo-hooks.ts';
import { squeezedIn } from '../support/looks.ts';
import { open } from '../support/steps.ts';

/** Names without a place to break, names from right to left, amounts of nothing, below it, of very much, and none. */
const LONG = 'Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewissenhaftschafers';
const RIGHT_TO_LEFT = 'عبد الرحمن بن محمد الأنصاري (2)';
const NAMES = [LONG, RIGHT_TO_LEFT, 'X', `${LONG} ${LONG}`];
const EMAIL = `${LONG.toLowerCase().slice(0, 60)}@a-very-long-name-of-a-host.example`;
const AMOUNTS = [0, 98_765_432.1, 0.01, 1_234_567.89, -1234.56, 12_345_678_901.5];

const world = openDemo();

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {};
const list = (value: unknown) => (Array.isArray(value) ? value.map(record) : []);
const pick = <T>(values: readonly T[], index: number): T | undefined => values[index % values.length];

/** An account of somebody with an unlikely name and unlikely figures. */
const extreme = (account: Record<string, unknown>, index: number) => ({
  ...account,
  userId: { ...record(account.userId), name: pick(NAMES, index), email: EMAIL },
  balance: pick(AMOUNTS, index),
  equity: pick(AMOUNTS, index),
  server: 'A-Very-Long-Name-Of-A-Server-Live-12',
  // Each third has nothing of what comes with trading.
  ...(index % 3 === 2
    ? { accountNumber: null, server: null, balanceStartDate: null, tradingDays: 0, failure: null }
    : {}),
});

const visit = async () => {
  const visitor = await openVisitor(world.browser, world.demo.url);
  const token = world.demo.pages.find((page) => page.caller === 'admin')?.token;
  await visitor.page.goto('/robots.txt');
  await visitor.page.evaluate((value) => localStorage.setItem('token', value ?? ''), token);
  return visitor;
};
const path = (name: string): string => world.demo.pages.find((page) => page.name === name)?.path ?? '';

const squeezed = async (page: Page, name: string): Promise<string[]> => {
  await open(page, path(name));
  await page.waitForLoadState('networkidle');
  return squeezedIn(page, name);
};

it('the back office holds long names and any amount', async () => {
  const { context, page } = await visit();
  await alter(page, 'GET /admin/accounts', (body) => ({
    ...body,
    accounts: list(body.accounts).map(extreme),
  }));
  await alter(page, 'GET /admin/accounts/*', (body) => extreme(body, 1));
  await alter(page, 'GET /admin/users', (body) => ({
    ...body,
    users: list(body.users).map((user, index) => ({ ...user, name: pick(NAMES, index), email: EMAIL })),
  }));
  await alter(page, 'GET /admin/users/*', (body) => ({ ...body, name: `${LONG} ${LONG}`, email: EMAIL }));
  const findings: string[] = [];
  for (const name of ['overview', 'all accounts', 'users', 'user', 'active account', 'account to review'])
    findings.push(...(await squeezed(page, name)));
  expect(findings).toEqual([]);
  await context.close();
});
