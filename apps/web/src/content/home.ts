/** Two lines of the first title. */
export const heroTitle = ['Hold your course.', 'Keep up to 90%.'] as const;

export const heroText =
  'One fee, one rulebook, and one drawing that always shows how far you are from the floor and from the target.';

export const features = [
  {
    note: 'Up to 90%',
    title: 'High Profit Splits',
    text: 'Keep up to 90% of the profit you make on a funded account. The firm earns when you do.',
  },
  {
    note: 'MT5 and MT4',
    title: 'Realistic Trading Conditions',
    text: 'Simulated accounts on the platforms you know, with prices and spreads that follow the market.',
  },
  {
    note: 'Verified payments',
    title: 'Secure Platform',
    text: 'Your trading password is stored encrypted and shown to you alone; every payment is checked by a person.',
  },
  {
    note: 'Every 14 days',
    title: 'Fast Payouts',
    text: 'Paid in 14-day cycles that start with your first profitable trade. Withdrawals start at $100.',
  },
] as const;

export type Testimonial = {
  name: string;
  role: string;
  text: string;
  /** Out of 5. */
  rating: 4 | 5;
};

export const testimonials: readonly Testimonial[] = [
  {
    name: 'Amara Diallo',
    role: 'Forex trader, funded with 100K',
    text: 'I always knew how much room I had left before the daily limit. That one number changed how I size a trade.',
    rating: 5,
  },
  {
    name: 'Jonas Weber',
    role: 'Index trader, funded with 25K',
    text: 'The rules fit on one page and stayed the same from Phase 1 to my second payout. No surprises.',
    rating: 5,
  },
  {
    name: 'Lin Zhao',
    role: 'Part-time trader, Phase 2',
    text: 'Without a time limit I could wait for my setups. I would like more symbols, but the conditions are fair.',
    rating: 4,
  },
  {
    name: 'Mateo Rojas',
    role: 'Gold trader, funded with 50K',
    text: 'Credentials came within the half hour they promise, and the payout arrived on the fifteenth, to the day.',
    rating: 5,
  },
  {
    name: 'Priya Nair',
    role: 'Swing trader, funded with 10K',
    text: 'I hold over weekends, which many firms forbid. I failed my first try, saw exactly why, and passed the second.',
    rating: 4,
  },
];
