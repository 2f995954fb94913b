import { cents, dollarsFromCents } from '@firmament/rules';

/** Amounts of the history are kept in cents under names that end in `Cents`; the wire carries dollars. */
export const inDollars = (facts: Record<string, unknown> | null): Record<string, unknown> | null =>
  facts &&
  Object.fromEntries(
    Object.entries(facts).map(([name, value]) =>
      name.endsWith('Cents') && typeof value === 'number'
        ? [name.slice(0, -'Cents'.length), dollarsFromCents(cents(value))]
        : [name, value],
    ),
  );
