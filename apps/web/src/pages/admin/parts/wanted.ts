import type { Stage } from '@firmament/rules';
import type { TradingAccount } from './accounts.ts';
import type { Wanted } from './useAccountEdit.ts';

/** Without a trading feed the equity follows the balance. */
export const wantedOfBalance = (balance: number): Wanted => ({ balance, equity: balance });

/** A phase that starts afresh has the initial balance again, where it was ever started. */
export const wantedOfStage = (
  { balanceStartDate, initialBalance }: TradingAccount,
  { stage, restart }: { stage: Stage; restart: boolean },
): Wanted => ({ stage, ...(restart && balanceStartDate ? wantedOfBalance(initialBalance) : {}) });
