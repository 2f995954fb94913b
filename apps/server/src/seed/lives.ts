import { type Cents, cents, growthTargetPercent, type Stage } from '@firmament/rules';
import { sealCredential } from '../secrets/credentials.ts';
import type { KeyRing } from '../secrets/keys.ts';
import { mailOf } from './mails.ts';
import { type Random, textOf } from './random.ts';
import { happen, type PlannedProof, pass, remove, type Story, sendProof } from './story.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const PASSWORD_LETTERS = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789#!%';
/** The servers on which accounts are opened: MT5 where the name says so, else MT4. */
export const SERVERS = ['Firmament-MT5', 'Firmament-Live', 'Firmament-MT5-2', 'Firmament-MT4'] as const;

type Rejection = { reason: string; flaw: PlannedProof['flaw'] };
const REJECTIONS: readonly [Rejection, ...Rejection[]] = [
  {
    reason: 'Less than the price was sent. Please send the rest and upload the new confirmation.',
    flaw: 'short',
  },
  {
    reason: 'No transfer with this transaction ID has reached our address. Please check the network.',
    flaw: null,
  },
  {
    reason: 'The picture cannot be read. Please send a screenshot of the whole confirmation.',
    flaw: 'blurred',
  },
];
const RULE_BREAKS = [
  'Trades opened within 10 minutes of a major news release, after a warning.',
  'Automated trading: 214 orders in 40 minutes. All trades must be manual.',
  'Opposite positions on two accounts at the same time (hedging between accounts).',
] as const;

/** What the lives of all accounts have in common. */
export type Surroundings = {
  /** No story goes beyond this moment. */
  end: Date;
  /** The administrators, who take turns. */
  admins: readonly [string, ...string[]];
  credentialKeys: KeyRing;
  /** The next free login of a server. */
  nextLogin(): string;
  /** A proof of another order, for the trader who sends the same picture. */
  someProof(): PlannedProof | null;
};

type Act = (story: Story, around: Surroundings) => void;

const adminOf = ({ random }: Story, { admins }: Surroundings): string => random.pick(admins);

const pay: Act = (story) => {
  pass(story, 12, 95);
  sendProof(story);
};

const verify = (story: Story, around: Surroundings, note?: string): void => {
  pass(story, 6, 170);
  happen(story, {
    event: { kind: 'payment_judged', verdict: 'verified' },
    by: 'admin',
    actorId: adminOf(story, around),
    ...(note === undefined ? {} : { note }),
  });
};

const reject: Act = (story, around) => {
  pass(story, 6, 170);
  const { reason, flaw } = story.random.pick(REJECTIONS);
  const proof = story.proofs.at(-1);
  if (proof) proof.flaw = flaw;
  happen(story, {
    event: { kind: 'payment_judged', verdict: 'failed' },
    by: 'admin',
    actorId: adminOf(story, around),
    reason,
  });
};

const assign: Act = (story, around) => {
  pass(story, 5, 110);
  const password = textOf(story.random, PASSWORD_LETTERS, 10);
  happen(story, {
    event: { kind: 'credentials_assigned' },
    by: 'admin',
    actorId: adminOf(story, around),
    patch: {
      account_number: around.nextLogin(),
      server: story.server,
      mt5_password: sealCredential(password, story.account.id, around.credentialKeys),
    },
  });
};

/** Pays and becomes active: mostly by a proof, sometimes a rejected one first, sometimes seen on the chain. */
const activate: Act = (story, around) => {
  const way = story.random.between(1, 20);
  if (way <= 11) {
    verify(story, around, 'The transfer was found on the chain.');
    return assign(story, around);
  }
  pay(story, around);
  if (way === 12) {
    reject(story, around);
    pay(story, around);
  }
  if (way === 13) {
    assign(story, around);
    return verify(story, around);
  }
  verify(story, around);
  assign(story, around);
};

/** Sets the balance as an administrator does at the end of a day. */
const setBalance = (story: Story, around: Surroundings, balance: Cents): void =>
  happen(story, {
    event: { kind: 'overridden' },
    by: 'override',
    actorId: adminOf(story, around),
    patch: { balance_cents: balance, equity_cents: balance },
  });

/** Evenings of trading days between two moments; markets rest at weekends. */
const eveningsBetween = (from: Date, until: Date): Date[] => {
  const evenings: Date[] = [];
  for (let at = Math.floor(from.getTime() / DAY) * DAY + 21 * HOUR; at < until.getTime(); at += DAY) {
    const evening = new Date(at);
    if (at > from.getTime() && evening.getUTCDay() % 6 !== 0) evenings.push(evening);
  }
  return evenings;
};

const evenly = <T>(items: readonly T[], count: number): T[] =>
  Array.from(
    { length: count },
    (_, index) => items[Math.round(((index + 1) * items.length) / count) - 1],
  ).filter((item) => item !== undefined);

const MOST_BALANCES = 12;

/** Trades from the balance as it is to a final one; on the way it stays off the floor and short of the target. */
const trade = (story: Story, around: Surroundings, until: Date, final: Cents): void => {
  const evenings = eveningsBetween(story.at, until);
  const days = evenly(evenings, Math.min(evenings.length, MOST_BALANCES));
  if (days.length === 0) throw new Error('no trading day fits into the story');
  const { account_size_cents: size, balance_cents: from, stage } = story.account;
  const [low, high] = [size * 0.915, size * (1 + growthTargetPercent(stage) / 100 - 0.004)];
  days.forEach((day, index) => {
    const share = (index + 1) / days.length;
    const noise = (story.random.next() - 0.5) * size * 0.035 * Math.sin(Math.PI * share);
    const middle = Math.round(Math.min(Math.max(from + (final - from) * share + noise, low), high));
    const balance = index === days.length - 1 ? final : middle;
    story.at = new Date(day.getTime() + story.random.between(0, 170 * 60) * 1000);
    if (balance !== story.account.balance_cents) setBalance(story, around, cents(balance));
  });
};

/** The balance at a share of the size above or below it and a little more, so that no amount is round. */
const balanceAt = (story: Story, percent: number): Cents => {
  const size = story.account.account_size_cents;
  return cents(Math.round(size * (1 + percent / 100)) + story.random.between(1, Math.floor(size / 2000)));
};

const LONGEST_PHASE_DAYS = 48;

/** After a share of the time that is left, but not later than a phase usually takes. */
const later = (story: Story, around: Surroundings, share: number): Date => {
  const left = (around.end.getTime() - story.at.getTime()) * share;
  const usual = story.random.between(14, LONGEST_PHASE_DAYS) * DAY;
  return new Date(story.at.getTime() + Math.min(left, usual));
};

const setStage = (story: Story, around: Surroundings, stage: Stage): void => {
  pass(story, 60, 14 * 60);
  const { initial_balance_cents: initial } = story.account;
  happen(story, {
    event: { kind: 'stage_set', stage },
    by: 'admin',
    actorId: adminOf(story, around),
    patch: { balance_cents: initial, equity_cents: initial, balance_start_date: story.at },
  });
};

/** Trades the running stage to its target and goes on to the next one, in a share of the time that is left. */
const passTo = (story: Story, around: Surroundings, stage: Stage, share: number): void => {
  const target = growthTargetPercent(story.account.stage);
  trade(
    story,
    around,
    later(story, around, share),
    balanceAt(story, target + story.random.between(2, 90) / 100),
  );
  setStage(story, around, stage);
};

const fail = (story: Story, around: Surroundings, reason: string): void =>
  happen(story, { event: { kind: 'breached' }, by: 'admin', actorId: adminOf(story, around), reason });

const money = (amount: number): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(amount / 100);

const failTotal: Act = (story, around) => {
  const size = story.account.account_size_cents;
  trade(story, around, later(story, around, 0.8), balanceAt(story, -10 - story.random.between(6, 90) / 100));
  pass(story, 8, 60);
  fail(
    story,
    around,
    `Maximum total loss reached: equity ${money(story.account.equity_cents)}, floor ${money(size * 0.9)}.`,
  );
};

const failDaily: Act = (story, around) => {
  const size = story.account.account_size_cents;
  trade(story, around, later(story, around, 0.7), balanceAt(story, story.random.between(-20, 40) / 10));
  const before = story.account.balance_cents;
  pass(story, 20 * 60, 23 * 60);
  setBalance(story, around, cents(before - Math.round(size * 0.05) - story.random.between(1_000, 9_999)));
  pass(story, 5, 40);
  const lost = money(before - story.account.balance_cents);
  fail(story, around, `Maximum daily loss reached: ${lost} lost in one day, limit ${money(size * 0.05)}.`);
};

const failRules: Act = (story, around) => {
  trade(story, around, later(story, around, 0.75), balanceAt(story, story.random.between(-30, 70) / 10));
  pass(story, 60, 600);
  fail(story, around, story.random.pick(RULE_BREAKS));
};

const close: Act = (story, around) => {
  pass(story, 60, 600);
  happen(story, {
    event: { kind: 'closed' },
    by: 'admin',
    actorId: adminOf(story, around),
    note: 'Closed at the wish of the trader.',
  });
};

const reinstate: Act = (story, around) => {
  pass(story, 120, 1200);
  happen(story, {
    event: { kind: 'overridden', status: 'active' },
    by: 'override',
    actorId: adminOf(story, around),
    note: 'The breach came from a wrong price of the server.',
  });
};

const remind: Act = (story) => {
  pass(story, 100, 900);
  story.account = { ...story.account, reminded_at: story.at };
  story.mails.push(mailOf(story, 'payment_reminder', story.account.stage));
};

const run = (story: Story, around: Surroundings, percent: number): void =>
  trade(story, around, around.end, balanceAt(story, percent));

const between = (random: Random, low: number, high: number): number =>
  random.between(low * 10, high * 10) / 10;

/** Everything that can become of an order; each life ends in the state that its name says. */
export const LIVES = {
  unpaid: () => {},
  reminded: remind,
  rejected: (story, around) => {
    pay(story, around);
    reject(story, around);
  },
  copied_proof: (story, around) => {
    pass(story, 12, 40);
    sendProof(story, around.someProof());
  },
  submitted: pay,
  submitted_again: (story, around) => {
    pay(story, around);
    reject(story, around);
    pay(story, around);
  },
  needs_credentials: (story, around) => {
    pay(story, around);
    verify(story, around);
  },
  credentials_first: (story, around) => {
    pay(story, around);
    assign(story, around);
  },
  fresh: activate,
  running: (story, around) => {
    activate(story, around);
    run(story, around, between(story.random, -3, 8));
  },
  near_floor: (story, around) => {
    activate(story, around);
    run(story, around, between(story.random, -9.4, -8.4));
  },
  at_target: (story, around) => {
    activate(story, around);
    run(story, around, between(story.random, 10.1, 11.5));
  },
  exactly_at_target: (story, around) => {
    activate(story, around);
    const { account_size_cents: size, stage } = story.account;
    trade(story, around, around.end, cents(Math.round(size * (1 + growthTargetPercent(stage) / 100))));
  },
  phase2: (story, around) => {
    activate(story, around);
    passTo(story, around, 'phase2', 0.6);
    run(story, around, between(story.random, -2, 4));
  },
  phase2_at_target: (story, around) => {
    activate(story, around);
    passTo(story, around, 'phase2', 0.6);
    run(story, around, between(story.random, 5.1, 5.9));
  },
  live: (story, around) => {
    activate(story, around);
    if (story.account.challenge_type === '2-Step Challenge') passTo(story, around, 'phase2', 0.35);
    passTo(story, around, 'live', 0.4);
    run(story, around, between(story.random, -2, 7));
  },
  second_chance: (story, around) => {
    activate(story, around);
    passTo(story, around, 'phase2', 0.4);
    trade(story, around, later(story, around, 0.5), balanceAt(story, -6));
    setStage(story, around, 'phase1');
    run(story, around, between(story.random, 1, 6));
  },
  failed_total: (story, around) => {
    activate(story, around);
    failTotal(story, around);
  },
  failed_daily: (story, around) => {
    activate(story, around);
    failDaily(story, around);
  },
  failed_rules: (story, around) => {
    activate(story, around);
    failRules(story, around);
  },
  failed_phase2: (story, around) => {
    activate(story, around);
    passTo(story, around, 'phase2', 0.5);
    failTotal(story, around);
  },
  failed_live: (story, around) => {
    activate(story, around);
    passTo(story, around, 'live', 0.5);
    failDaily(story, around);
  },
  reinstated: (story, around) => {
    activate(story, around);
    failDaily(story, around);
    reinstate(story, around);
    run(story, around, between(story.random, -5, -2));
  },
  closed: (story, around) => {
    activate(story, around);
    trade(story, around, later(story, around, 0.5), balanceAt(story, 2));
    close(story, around);
  },
  deleted: (story, around) => {
    pass(story, 600, 3000);
    remove(story, adminOf(story, around));
  },
} satisfies Record<string, Act>;

export type Life = keyof typeof LIVES;
