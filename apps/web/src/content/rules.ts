/** Texts of the rules (specification sections 5 and 9). */

export type Rule = {
  /** The anchor of the rule in the page's address. */
  id: string;
  title: string;
  /** The rule's number, as shown. */
  figure?: string;
  text: string;
};

export const rulesIntro =
  'Everything an account is measured by, on one page. The percentages are of the initial balance, and they do not change after you buy.';

export const phase1: readonly Rule[] = [
  {
    id: 'phase-1-profit-target',
    title: 'Profit target',
    figure: '10%',
    text: '$1,000 on a $10,000 account. The target counts when all trades are closed and the minimum trading days are met.',
  },
  {
    id: 'phase-1-max-daily-loss',
    title: 'Max daily loss',
    figure: '5%',
    text: 'Equity must stay above a floor 5% of the initial balance below the balance at the start of the day.',
  },
  {
    id: 'phase-1-max-overall-loss',
    title: 'Max overall loss',
    figure: '10%',
    text: 'Equity must stay above a floor 10% below the initial balance. This floor never moves.',
  },
  {
    id: 'phase-1-trading-days',
    title: 'Minimum trading days',
    figure: '3',
    text: 'Trade on at least 3 different days. They need not follow one another.',
  },
  {
    id: 'phase-1-time-limit',
    title: 'Time limit',
    figure: 'None',
    text: 'No time limit. The 30 days of the phase renew by themselves, free, as long as the account is within its limits.',
  },
];

export const phase2: readonly Rule[] = [
  {
    id: 'phase-2-profit-target',
    title: 'Profit target',
    figure: '5%',
    text: '$500 on a $10,000 account: half of what Phase 1 asked.',
  },
  {
    id: 'phase-2-max-daily-loss',
    title: 'Max daily loss',
    figure: '5%',
    text: 'As in Phase 1, measured from the balance at the start of the day.',
  },
  {
    id: 'phase-2-max-overall-loss',
    title: 'Max overall loss',
    figure: '10%',
    text: 'As in Phase 1: 10% below the initial balance, and it never moves.',
  },
  {
    id: 'phase-2-trading-days',
    title: 'Minimum trading days',
    figure: '2',
    text: 'Trade on at least 2 different days.',
  },
  {
    id: 'phase-2-time-limit',
    title: 'Time limit',
    figure: 'None',
    text: 'No time limit. The 30 days of the phase renew by themselves, free, as long as the account is within its limits.',
  },
];

export const profitSharing: readonly Rule[] = [
  {
    id: 'profit-split-share',
    title: 'Your share',
    figure: '80%',
    text: 'On a $5,000 profit you get $4,000 and the firm gets $1,000. Selected offers raise the split up to 90%; the split of your account is the one on its card when you buy.',
  },
  {
    id: 'payout-cycle',
    title: 'Payouts',
    figure: '14 days',
    text: 'Every 14 days from the first profitable trade on the funded account: for example the 1st, then the 15th, then the 29th.',
  },
  {
    id: 'minimum-withdrawal',
    title: 'Minimum withdrawal',
    figure: '$100',
    text: 'Of your own share, after the split. A smaller share stays and is added to the next cycle.',
  },
];

export const requirements: readonly Rule[] = [
  {
    id: 'cumulative-targets',
    title: 'Targets are cumulative',
    text: 'For a $10,000 account the targets are $1,000 in Phase 1 and $500 in Phase 2. They are cumulative: the profits and losses of all days add up, and no single day has to reach a target.',
  },
  {
    id: 'trading-day',
    title: 'What a trading day is',
    text: 'A trading day means at least one trade on that calendar day. Days are full 24-hour days in the account’s timezone.',
  },
  {
    id: 'steps',
    title: 'One step or two',
    text: 'A 2-Step Challenge goes from Phase 1 (evaluation) to Phase 2 (verification) to the funded account. A 1-Step Challenge goes from Phase 1 straight to the funded account.',
  },
  {
    id: 'weekend-holding',
    title: 'Weekend holding',
    text: 'Weekend holding is allowed. Mind the gap at the opening: the limits count from the first price.',
  },
  {
    id: 'overall-suspension',
    title: 'Reaching a limit',
    text: 'A limit is reached at its amount or below. The account is suspended if total losses reach the overall limit.',
  },
];

export const prohibited: readonly Rule[] = [
  {
    id: 'news-trading',
    title: 'News trading',
    text: 'No trading from 10 minutes before to 10 minutes after major news releases.',
  },
  {
    id: 'automated-trading',
    title: 'Copying and automation',
    text: 'No copy trading, expert advisors or algorithms. All trades are manual.',
  },
  {
    id: 'hedging',
    title: 'Hedging between accounts',
    text: 'No hedging between accounts, your own or those of others.',
  },
];

export const consequences =
  'A violation leads to a warning, or to suspension or termination without refund. Suspension occurs if total losses reach the overall limit.';
