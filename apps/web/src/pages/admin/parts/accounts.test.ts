import { expect, it } from 'vitest';
import { courseOfAccount, type TradingAccount } from './accounts.ts';

it('has the target of the stage, also where the package has none for it', () => {
  const account = {
    initialBalance: 10_000,
    equity: 10_600,
    growthTargetPercent: 5,
    criteria: { profitTarget: 10, maxDailyLoss: 5, maxTotalLoss: 10, minTradingDays: 3, profitSplit: 80 },
  } as TradingAccount;
  expect(courseOfAccount(account)).toMatchObject({ target: 1_050_000, verdict: 'at_target' });
  expect(courseOfAccount({ ...account, growthTargetPercent: 10 })).toMatchObject({
    target: 1_100_000,
    roomToTarget: 40_000,
  });
});
