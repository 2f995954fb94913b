import * as z from 'zod/mini';
import { success } from './fields.ts';
import { MOST_MATCHING, MOST_NAMED } from './lists.ts';
import { messages } from './messages.ts';

const rowId = z.uuid({ error: messages.idInvalid });

/** Rows named one by one. */
const named = z.object({
  ids: z.array(rowId).check(z.minLength(1), z.maxLength(MOST_NAMED)),
});

/**
 * Whom a bulk change reaches: rows by their ids; all rows that match a filter of the list, which must be `expected` many;
 * or the rows that failed in an earlier bulk change of the caller.
 */
export const bulkSelection = <Filter extends z.ZodMiniType>(filter: Filter) =>
  z.union([
    named,
    z.object({
      matching: filter,
      expected: z.int().check(z.gte(1), z.lte(MOST_MATCHING, { error: messages.selectionTooLarge })),
    }),
    z.object({ failedOf: rowId }),
  ]);

/** Whom an export holds: rows by their ids, or all that match a filter of the list. */
export const exportSelection = <Filter extends z.ZodMiniType>(filter: Filter) =>
  z.union([named, z.object({ matching: filter })]);

/**
 * How far a bulk change has come. While it is not `finished`, the same call with the same Idempotency-Key goes on with it;
 * afterwards that call answers the same again.
 */
export const bulkAnswer = success({
  bulk: z.object({
    _id: z.string(),
    total: z.int(),
    done: z.int(),
    changed: z.int(),
    /** Rows that were so already. */
    unchanged: z.int(),
    failed: z.int(),
    finished: z.boolean(),
    /** The first 1,000 rows that failed, in the order of the list. */
    failures: z.array(
      z.object({
        _id: z.string(),
        /** Whose row it is. */
        name: z.string(),
        email: z.string(),
        /** The row's own name beside its owner's: an MT5 account number. */
        detail: z.nullable(z.string()),
        code: z.string(),
        reason: z.string(),
      }),
    ),
  }),
});

/** What any bulk change can be refused with as a whole; what stops a single row is among its failures. */
export const bulkErrors = ['selection_changed', 'selection_too_large', 'bulk_not_found'] as const;
