/** Questions that traders ask before they buy. */
export const challengeFaq = [
  {
    id: 'what-is-a-challenge',
    title: 'What is a challenge?',
    content:
      'A simulated account with a profit target and loss limits. Reach the target within the limits and you move on, up to a funded account with a profit split.',
  },
  {
    id: 'one-or-two-steps',
    title: 'What is the difference between 1-Step and 2-Step?',
    content:
      'A 1-Step Challenge has one evaluation phase before the funded account. A 2-Step Challenge has a second, easier phase: its target is 5% instead of 10%.',
  },
  {
    id: 'time-limit',
    title: 'Is there a time limit?',
    content:
      'Each phase has 30 days, and the period renews by itself, free, as long as the account is within its limits. So there is no time limit.',
  },
  {
    id: 'payment',
    title: 'How do I pay?',
    content:
      'In cryptocurrency, to one of the addresses on the payment page. Send the exact amount, then upload a screenshot of the confirmation. Your credentials usually follow in less than 30 minutes.',
  },
  {
    id: 'profit-split',
    title: 'How is profit shared?',
    content:
      'You keep 80% of the profit on a funded account. On a $5,000 profit that is $4,000 for you and $1,000 for the firm. Payouts come every 14 days from the first profitable trade.',
  },
  {
    id: 'refunds',
    title: 'Can I get a refund?',
    content: 'All sales are final. There are no refunds once a service has been rendered.',
  },
];
