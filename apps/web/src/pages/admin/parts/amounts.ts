import { messages } from '@firmament/contract/messages';
import { formatDecimal, parseAmount } from '../../../ui/format.ts';

/** Dollars as they stand in an input: "11,000.00". */
export const amountText = (dollars: number): string => formatDecimal(dollars);

/** Dollars; the API takes no more. */
const MOST = 10_000_000_000;

type ReadAmount = { amount: number; error?: undefined } | { amount?: undefined; error: string };

/** Dollars from a typed text, or what is wrong with it. */
export function readAmount(text: string): ReadAmount {
  const amount = parseAmount(text);
  if (amount === null) return { error: messages.amountInvalid };
  if (amount < 0) return { error: messages.amountNegative };
  if (amount > MOST) return { error: messages.amountTooLarge };
  return { amount };
}
