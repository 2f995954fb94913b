import { courseOfAccount, type TradingAccount } from './accounts.ts';

export const ORDERS = [
  { id: 'room', label: 'Room left' },
  { id: 'growth', label: 'Growth' },
  { id: 'newest', label: 'Newest' },
] as const;

export type Order = (typeof ORDERS)[number]['id'];

/** Share of the allowed loss that is left: a small account near its floor comes before a large one far from it. */
export const roomShare = (account: TradingAccount): number => {
  const { roomToday, start, floor } = courseOfAccount(account);
  return roomToday / Math.max(1, start - floor);
};

const KEYS: Readonly<Record<Order, (account: TradingAccount) => number>> = {
  room: roomShare,
  growth: (account) => -account.growth,
  newest: (account) => -Date.parse(account.createdAt),
};

/** Accounts in an order: least room left, most growth, or newest first. */
export function ordered(accounts: readonly TradingAccount[], order: Order): TradingAccount[] {
  const keyed = accounts.map((account) => ({ account, key: KEYS[order](account) }));
  return keyed.sort((one, other) => one.key - other.key).map(({ account }) => account);
}
