import type { FaqContent, Question } from './written.ts';

/** Reconciles "no time limit" of the rules with the 30 days of each phase. */
const timeLimit: Question = {
  id: 'time-limit',
  title: 'Is there a time limit?',
  text: 'Each phase has 30 days, and the period renews by itself, free, as long as the account is within its limits. So there is no time limit.',
};

const profitSplit: Question = {
  id: 'profit-split',
  title: 'How is profit shared?',
  text: 'You keep 80% of the profit on a funded account. On a $5,000 profit that is $4,000 for you and $1,000 for the firm. Payouts come every 14 days from the first profitable trade.',
};

/** Questions that traders ask before they buy. */
export const catalogueFaq: FaqContent = {
  questions: [
    {
      id: 'what-is-a-challenge',
      title: 'What is a challenge?',
      text: 'A simulated account with a profit target and loss limits. Reach the target within the limits and you move on, up to a funded account with a profit split.',
    },
    {
      id: 'one-or-two-steps',
      title: 'What is the difference between 1-Step and 2-Step?',
      text: 'A 1-Step Challenge has one evaluation phase before the funded account. A 2-Step Challenge has a second, easier phase: its target is 5% instead of 10%.',
    },
    timeLimit,
    {
      id: 'payment',
      title: 'How do I pay?',
      text: 'In cryptocurrency, to one of the addresses on the payment page. Send the exact amount, then upload a screenshot of the confirmation. Your credentials usually follow in less than 30 minutes.',
    },
    profitSplit,
    {
      id: 'refunds',
      title: 'Can I get a refund?',
      text: 'All sales are final. There are no refunds once a service has been rendered.',
    },
  ],
};

/** Questions about the rules. */
export const rulesFaq: FaqContent = {
  questions: [
    timeLimit,
    {
      id: 'daily-loss-example',
      title: 'How is the daily loss measured?',
      text: 'From the balance at the start of your day, in the account’s timezone. On a $10,000 account that starts the day at $10,200, the day’s floor is $9,700: 5% of the initial balance lower. Open losses, swap and commission count.',
    },
    {
      id: 'overall-loss-example',
      title: 'Does the overall limit follow my profit?',
      text: 'No. It is static: 10% below the initial balance, $9,000 on a $10,000 account, whatever you earn. The account is suspended if total losses reach it.',
    },
    {
      id: 'weekend',
      title: 'May I hold trades over the weekend?',
      text: 'Yes. Weekend holding is allowed in every phase and on the funded account.',
    },
    {
      id: 'open-trade-in-news',
      title: 'What if a trade is open when news comes out?',
      text: 'You may keep it. What is not allowed is to open or close a trade from 10 minutes before to 10 minutes after a major news release.',
    },
    profitSplit,
    {
      id: 'first-payout',
      title: 'When is my first payout?',
      text: '14 days after the first profitable trade on your funded account, then every 14 days. If that trade is on the 1st, payouts follow on the 15th and the 29th. The minimum withdrawal is $100.',
    },
    {
      id: 'violation',
      title: 'What happens if I break a rule?',
      text: 'You receive a warning, or the account is suspended or terminated without refund. Which one depends on the rule and on whether it happened before.',
    },
  ],
};
