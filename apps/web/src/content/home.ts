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
