import { centsFromDollars } from '@firmament/rules';
import type { PackageRow, UserRow } from '../db/schema.ts';
import type { SignedAddress } from '../payment-addresses/signatures.ts';
import type { KeyRing } from '../secrets/keys.ts';
import { addressesAt, addressRows } from './addresses.ts';
import { castOf, type Member } from './cast.ts';
import { LIVES, SERVERS, type Surroundings } from './lives.ts';
import type { SentMail } from './mails.ts';
import { type AdminEvent, type MailingValues, officeYear } from './office.ts';
import type { Purchase } from './people.ts';
import { createRandom, type Random } from './random.ts';
import { beginStory, type PlannedProof, type Story } from './story.ts';

const SEED = 20_250_601;
const DAY = 86_400_000;
const OLD_PACKAGE = { size: 15_000, original: 149, discounted: 125, daysAgo: 364, withdrawnDaysAgo: 205 };

/** The whole demonstration in memory, before anything is drawn or stored. */
export type Demo = {
  users: UserRow[];
  oldPackage: PackageRow;
  addresses: SignedAddress[];
  stories: Story[];
  proofs: PlannedProof[];
  adminEvents: AdminEvent[];
  mailings: MailingValues[];
  mails: SentMail[];
};

export type DemoBasis = {
  /** The moment at which the year ends: nothing is later. */
  end: Date;
  /** The packages on sale. */
  packages: readonly PackageRow[];
  passwordHash: string;
  credentialKeys: KeyRing;
};

/** A size that the firm no longer sells; accounts of it have the tier Custom. */
const makeOldPackage = (basis: DemoBasis, random: Random): PackageRow => {
  const like = basis.packages.find((row) => row.challenge_type === '2-Step Challenge');
  if (!like) throw new Error('there are no packages to sell');
  const ago = (days: number) => new Date(basis.end.getTime() - days * DAY + 9 * 3_600_000);
  return {
    ...like,
    id: random.uuid(),
    size_cents: centsFromDollars(OLD_PACKAGE.size),
    original_price_cents: centsFromDollars(OLD_PACKAGE.original),
    discounted_price_cents: centsFromDollars(OLD_PACKAGE.discounted),
    most_popular: false,
    version: 2,
    created_at: ago(OLD_PACKAGE.daysAgo),
    updated_at: ago(OLD_PACKAGE.withdrawnDaysAgo),
    withdrawn_at: ago(OLD_PACKAGE.withdrawnDaysAgo),
  };
};

type Stage = {
  packages: readonly PackageRow[];
  addresses: readonly SignedAddress[];
  around: Surroundings;
};

const tell = (member: Member, purchase: Purchase, { packages, addresses, around }: Stage): Story => {
  const { random, user: owner } = member;
  const spread = purchase.daysAgo >= 1 ? random.between(0, 1200) * 60_000 : 0;
  const at = new Date(around.end.getTime() - purchase.daysAgo * DAY + spread);
  const size = centsFromDollars(purchase.size);
  const chosen = packages.find((row) => row.challenge_type === purchase.type && row.size_cents === size);
  if (!chosen) throw new Error(`there is no ${purchase.type} of ${purchase.size}`);
  const server = purchase.server ?? random.pick(SERVERS);
  const story = beginStory({ owner, chosen, addresses: addressesAt(addresses, at), at, server, random });
  LIVES[purchase.life](story, around);
  if (story.at >= around.end) throw new Error(`${purchase.life} of ${owner.email} goes beyond today`);
  return story;
};

/** Imagines the demonstration: the same for the same basis, but for the nonces of encrypted passwords. */
export const imagineDemo = (basis: DemoBasis): Demo => {
  const { end, packages } = basis;
  const random = createRandom(SEED);
  const cast = castOf(SEED + 1, end, basis.passwordHash);
  const addresses = addressRows(end, random, cast.admin.id);
  const oldPackage = makeOldPackage(basis, random);
  const stories: Story[] = [];
  let login = 50_014_200;
  const around: Surroundings = {
    end,
    admins: [cast.admin.id, cast.admin.id, cast.secondAdmin.id],
    credentialKeys: basis.credentialKeys,
    nextLogin: () => {
      login += random.between(3, 190);
      return String(login);
    },
    someProof: () => stories.find((story) => story.proofs.length > 0)?.proofs[0] ?? null,
  };
  const stage = { packages: [...packages, oldPackage], addresses, around };
  for (const member of cast.members) {
    for (const purchase of member.person.purchases) stories.push(tell(member, purchase, stage));
  }
  const office = officeYear(cast, { addresses, oldPackage, end, random });
  return {
    users: [cast.admin, cast.secondAdmin, ...cast.members.map(({ user }) => user)],
    oldPackage,
    addresses,
    stories,
    proofs: stories.flatMap(({ proofs }) => proofs),
    ...office,
    mails: [...office.mails, ...cast.members.flatMap(({ mails }) => mails)],
  };
};
