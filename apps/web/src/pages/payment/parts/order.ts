import type { ResponseBody } from '@firmament/contract';
import { formatMoney } from '../../../ui/format.ts';

export type Order = ResponseBody<'GET /accounts/{id}'>;
/** How an order can be paid. */
export type Payment = ResponseBody<'GET /accounts/{id}/payment'>;
export type Address = Payment['addresses'][number];

export const packageNameOf = (account: Order): string =>
  account.packageName || (typeof account.package === 'object' ? account.package?.name : '') || account.name;

/** 'N/A' where the size is no number (specification section 2). */
export const sizeOf = ({ accountSize }: Order): string =>
  typeof accountSize === 'number' && Number.isFinite(accountSize)
    ? formatMoney(accountSize, { cents: 'auto' })
    : 'N/A';
