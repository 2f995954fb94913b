import type { Decoded, Routes } from '@firmament/contract';
import { tierLabel } from '@firmament/rules';
import type { Context } from '../../context.ts';
import type { PaymentAddressRow, ProofRow } from '../../db/schema.ts';
import { checkAddress } from '../../payment-addresses/checks.ts';
import { paymentUri } from '../../payment-addresses/payment-uri.ts';
import { isIntact } from '../../payment-addresses/signatures.ts';
import type { PaymentView } from './payment.ts';
import { signedProofName } from './proofs.ts';
import type { OwnAccount } from './purchase.queries.ts';

type PurchasedAccount = Decoded<Routes['GET /accounts/{id}']>['response'];
type Payment = Decoded<Routes['GET /accounts/{id}/payment']>['response'];
type Address = Decoded<Routes['GET /payment/addresses']>['response']['addresses'][number];
type ManagedAddress = Decoded<Routes['GET /admin/payment-addresses']>['response']['addresses'][number];

const presentProof = (context: Context, row: ProofRow): NonNullable<PurchasedAccount['proof']> => ({
  _id: row.id,
  file: signedProofName(context, row.id),
  uploadedAt: row.created_at,
  width: row.width,
  height: row.height,
});

/** A purchased account as its owner sees it, with a fresh link to the newest proof. */
export const presentPurchasedAccount = (context: Context, own: OwnAccount): PurchasedAccount => {
  const { account, name, email, proof } = own;
  return {
    _id: account.id,
    name,
    package: {
      name: account.challenge_type,
      price: account.original_price_cents,
      discountedPrice: account.price_cents,
    },
    accountSize: account.account_size_cents,
    packageName: account.challenge_type,
    tier: tierLabel(account.account_size_cents),
    price: account.price_cents,
    userEmail: email,
    status: account.status,
    paymentStatus: account.payment_status,
    rejectionReason: account.rejection_reason,
    proof: proof && presentProof(context, proof),
    login: account.account_number,
    createdAt: account.created_at,
  };
};

export const presentAddress = (
  row: Pick<PaymentAddressRow, 'id' | 'name' | 'network' | 'address'>,
): Address => ({
  _id: row.id,
  name: row.name,
  network: row.network,
  address: row.address,
});

const checkOf = (row: PaymentAddressRow): ManagedAddress['check'] => {
  const result = checkAddress(row.network, row.address, row.name);
  if (result.verdict === 'refused') return { verdict: 'refused', text: result.reason };
  const [warning] = result.warnings;
  return warning === undefined ? { verdict: 'proven', text: null } : { verdict: 'unproven', text: warning };
};

/** An address in use as administrators see it; `openOrders` by `id|address`. */
export const presentManagedAddress = (
  context: Context,
  row: PaymentAddressRow,
  known: { names: ReadonlyMap<string, string>; openOrders: ReadonlyMap<string, number> },
): ManagedAddress => {
  const waits = row.effective_at > context.clock.now();
  return {
    ...presentAddress(row),
    uri: paymentUri(row.network, row.address, { name: row.name }),
    check: checkOf(row),
    intact: isIntact(row, context.keys['payment-address']),
    shownFrom: waits ? row.effective_at : null,
    shownUntilThen: waits ? row.previous : null,
    updatedAt: row.updated_at,
    updatedBy:
      row.changed_by === null ? null : { _id: row.changed_by, name: known.names.get(row.changed_by) ?? '' },
    openOrders: known.openOrders.get(`${row.id}|${row.address}`) ?? 0,
    version: row.version,
  };
};

/** How to pay an order. Prices are dollars, so a link carries the address alone and never an amount of coins. */
export const presentPayment = ({ payment, addresses, changed }: PaymentView): Payment => ({
  amount: payment.amount_cents,
  addresses: addresses.map((shown) => ({
    ...presentAddress(shown),
    uri: paymentUri(shown.network, shown.address, { name: shown.name }),
    withdrawn: shown.withdrawn,
  })),
  changed,
});
