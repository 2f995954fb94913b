import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { AccountItem } from './accounts.ts';
import { Objectives } from './Objectives.tsx';

const ACCOUNT: AccountItem = {
  _id: 'a',
  login: '50010001',
  server: 'Firm-MT5',
  platform: 'MT5',
  status: 'active',
  paymentStatus: 'verified',
  stage: 'phase1',
  tier: 'Basic',
  packageName: '2-Step Challenge',
  price: 89,
  accountSize: 10_000,
  initialBalance: 10_000,
  balance: 9_541.38,
  equity: 9_541.38,
  criteria: { profitTarget: 10, maxDailyLoss: 5, maxTotalLoss: 10, minTradingDays: 3, profitSplit: 80 },
  tradingDays: 330,
  nextDayStart: '2026-03-02T00:00:00.000Z',
  failure: null,
  rejectionReason: null,
  hasProof: true,
  createdAt: '2026-01-01T00:00:00.000Z',
};

/** The rows below the drawing as they read: name, text, verdict. */
const read = (account: Partial<AccountItem>): string[] =>
  renderToStaticMarkup(<Objectives account={{ ...ACCOUNT, ...account }} />)
    .split('<li ')
    .slice(1)
    .map((row) =>
      `<li ${row}`
        .replaceAll(/<\/?(p|div|span)\b[^>]*>/g, ' ')
        .replaceAll(/<[^>]*>/g, '')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    );

const failed = (reason: string, account: Partial<AccountItem> = {}): string[] =>
  read({
    status: 'failed',
    failure: { reason, at: '2026-01-31T12:00:00.000Z', tradingDays: 2 },
    ...account,
  });

it('says of a failed account which limit it reached, and nothing of what comes next', () => {
  const [target, total, daily, days] = failed(
    'Maximum daily loss reached: $558.62 lost in one day, limit $500.00.',
  );
  expect(target).toMatch(/Not reached$/);
  expect(total).toMatch(/Not reached$/);
  expect(daily).toBe('Max daily loss 5% $558.62 lost in one day, limit $500.00. Limit reached');
  expect(days).toBe(
    'Min trading days 3 Day 2 since the start of this phase, when the account failed Not met',
  );
});

it('marks the limit that a reason without figures names', () => {
  const [, total, daily] = failed('Total loss.');
  expect(total).toMatch(/Limit reached$/);
  expect(daily).toBe('Max daily loss 5% $500 below the balance at the start of the day. Limit');
});

it('marks no limit for another reason, but the floor that lies above the equity', () => {
  const [, within, daily] = failed('Hedging: a daily loss was avoided.');
  expect(within).toMatch(/Not reached$/);
  expect(daily).toMatch(/Limit$/);
  const [, below] = failed('Hedging.', { balance: 8_900, equity: 8_900 });
  expect(below).toMatch(/Limit reached$/);
});

it('says the room as a part of the limit, but in profit or after a failure the distance to the floor', () => {
  const room = (equity: number, at: typeof read = read) => at({ balance: equity, equity })[1];
  expect(room(9_541.38)).toBe('Max total loss 10% $541.38 room left of $1,000 Within limit');
  expect(room(10_000)).toMatch(/ \$1,000\.00 room left of \$1,000 /);
  expect(room(10_204.31)).toBe('Max total loss 10% $1,204.31 above the floor of $9,000 Within limit');
  const later = (account: Partial<AccountItem>) => failed('Hedging.', account);
  expect(room(9_541.38, later)).toMatch(/ \$541\.38 above the floor of \$9,000 /);
  expect(room(8_900, later)).toMatch(/ \$100\.00 below the floor of \$9,000 /);
});
