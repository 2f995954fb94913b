import { createHash } from 'node:crypto';
import sharp from 'sharp';
import type { Files } from '../adapters/files/files.ts';
import type { ProofRow } from '../db/schema.ts';
import { DEMO_ADDRESSES } from './addresses.ts';
import { createRandom, type Random, textOf } from './random.ts';
import { drawTransfer, type Transfer } from './screenshots.ts';
import type { PlannedProof } from './story.ts';

const DRAWN_AT_ONCE = 4;
const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const BECH32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';

const senderOn = (network: string, random: Random): string => {
  if (network.startsWith('Ethereum')) return `0x${random.hex(40)}`;
  if (network.startsWith('TRON')) return `T${textOf(random, BASE58, 33)}`;
  return `${network === 'Litecoin' ? 'ltc1q' : 'bc1q'}${textOf(random, BECH32, 38)}`;
};

const timeOf = (at: Date): string => at.toISOString().slice(0, 19).replace('T', ' ');

const transferOf = (proof: PlannedProof, random: Random): Transfer => {
  const coin = DEMO_ADDRESSES.find(({ address }) => address === proof.to.address)?.coin;
  if (!coin) throw new Error(`no coin is known for ${proof.to.network}`);
  const cents = proof.flaw === 'short' ? Math.round(proof.amount * 0.8) : proof.amount;
  const dollars = cents / 100;
  return {
    amount: (dollars / coin.price).toFixed(coin.decimals),
    asset: coin.asset,
    dollars: `$${dollars.toFixed(2)}`,
    network: proof.to.network,
    from: senderOn(proof.to.network, random),
    to: proof.to.address,
    hash: `${coin.hashPrefix}${random.hex(64)}`,
    fee: coin.fee,
    block: new Intl.NumberFormat('en-US').format(random.between(19_000_000, 24_000_000)),
    time: timeOf(new Date(proof.at.getTime() - random.between(90, 600) * 1000)),
  };
};

type Picture = { bytes: Buffer; width: number; height: number };

const draw = async (proof: PlannedProof): Promise<Picture> => {
  const random = createRandom(Number.parseInt(proof.id.slice(0, 8), 16));
  const svg = drawTransfer(transferOf(proof, random), random.between(0, 5));
  const image = sharp(Buffer.from(svg)).removeAlpha();
  const { data, info } = await (proof.flaw === 'blurred' ? image.blur(9) : image)
    .webp({ quality: 82, effort: 1 })
    .toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.height };
};

const rowOf = (proof: PlannedProof, { bytes, width, height }: Picture): ProofRow => ({
  id: proof.id,
  account_id: proof.accountId,
  payment_id: proof.paymentId,
  user_id: proof.userId,
  sha256: createHash('sha256').update(bytes).digest('hex'),
  bytes: bytes.byteLength,
  width,
  height,
  created_at: proof.at,
});

/** Draws the proofs, keeps their pictures as uploads are kept, and returns their rows in the order given. */
export const keepProofs = async (files: Files, proofs: readonly PlannedProof[]): Promise<ProofRow[]> => {
  const rows = new Map<string, ProofRow>();
  const waiting = proofs.values();
  const work = async (): Promise<void> => {
    for (const proof of waiting) {
      const picture = await draw(proof.copyOf ?? proof);
      await files.put(proof.id, picture.bytes);
      rows.set(proof.id, rowOf(proof, picture));
    }
  };
  await Promise.all(Array.from({ length: DRAWN_AT_ONCE }, work));
  return proofs.flatMap((proof) => rows.get(proof.id) ?? []);
};
