import { type LegalContent, PLACEHOLDER_DATE, written } from './written.ts';

export const termsOfService: LegalContent = {
  effective: PLACEHOLDER_DATE,
  summary:
    'You buy access to a simulated trading evaluation. It is an educational tool: no money of yours is traded, we are not a broker, and nothing here is financial advice.',
  sections: [
    {
      id: 'agreement',
      title: 'The agreement',
      text: written(
        'These terms are the agreement between you and {firm} (“we”). By registering or buying a package you accept them, together with the Rules, the Refund Policy and the Privacy Policy.',
      ),
    },
    {
      id: 'simulated-trading',
      title: 'Simulated trading only',
      text: written(
        'We offer simulated trading and educational tools only. All accounts, evaluation and funded alike, are demonstration accounts with virtual balances. No order of yours reaches a market.',
        [
          'We are not a broker, exchange, bank or investment adviser, and we provide no brokerage.',
          'We take no deposits. A package’s price is a one-time fee for a service, not money held for you.',
          'Nothing on this site, in our mails or in what our staff say is financial advice or an offer to buy or sell anything.',
          'Results of simulated trading do not predict results in a real market.',
        ],
      ),
    },
    {
      id: 'who-may-use-it',
      title: 'Who may use it',
      text: written(
        'You must be at least 18 years old and allowed by the law where you live to use this service. One person has one user account. The name you give must be your own; a payout may require proof of it.',
      ),
    },
    {
      id: 'your-account',
      title: 'Your user account',
      text: written(
        'Keep your password and your trading credentials to yourself; you are responsible for what is done with them. Tell us at once if you suspect that somebody else has them.',
        'Trading for somebody else, or letting somebody else trade for you, is not allowed.',
      ),
    },
    {
      id: 'purchase-and-payment',
      title: 'Purchase and payment',
      text: written(
        'Prices are in US dollars and are shown before you order. You pay in cryptocurrency to one of the addresses on the payment page of your order, send the exact amount on the network named there, and upload a screenshot of the confirmation.',
        'Coins sent to a wrong address, on a wrong network or in a wrong currency cannot be recovered by us. We send your credentials when the payment is verified, usually in less than 30 minutes.',
      ),
    },
    {
      id: 'challenge-and-rules',
      title: 'The challenge and its rules',
      text: written(
        'An account is measured by the rules on the Rules page and by the criteria of the package at the time of purchase. A change of a package or of the rules never changes an account already bought.',
        'A violation leads to a warning, or to suspension or termination without refund. An account is suspended if total losses reach the overall limit.',
      ),
    },
    {
      id: 'funded-accounts-and-payouts',
      title: 'Funded accounts and payouts',
      text: written(
        'After the last phase you receive a funded account. Your share of its simulated profit, 80% unless your package says otherwise, is paid by us every 14 days from the first profitable trade. The minimum withdrawal is $100.',
        'You are responsible for any tax on what you receive. We may hold a payout back while we examine a suspected violation.',
      ),
    },
    {
      id: 'prohibited-conduct',
      title: 'Prohibited conduct',
      text: written([
        'Trading from 10 minutes before to 10 minutes after major news releases.',
        'Copy trading, expert advisors, algorithms or any other automation.',
        'Hedging between accounts, your own or those of others.',
        'Exploiting errors of prices, delays or the platform.',
        'Attacking, overloading or examining the service without our permission, and false payment proofs.',
      ]),
    },
    {
      id: 'no-refunds',
      title: 'No refunds',
      text: written(
        'All sales are final. There are no refunds once a service has been rendered. The Refund Policy explains what that means.',
      ),
    },
    {
      id: 'availability-and-liability',
      title: 'Availability and liability',
      text: written(
        'We work to keep the service available but do not promise that it is free of interruptions or errors. As far as the law allows, our liability is limited to the price you paid for the package concerned. Liability for intent, gross negligence and harm to persons is not limited.',
      ),
    },
    {
      id: 'ending',
      title: 'Ending the agreement',
      text: written(
        'You may close your user account at any time under Manage Profile. We may suspend or close an account that breaks these terms. Sections that by their nature last longer, such as those on liability, remain in force.',
      ),
    },
    {
      id: 'changes-and-law',
      title: 'Changes and law',
      text: written(
        'When these terms change we publish them here with a new effective date; orders placed before keep the terms they were placed under. The law of the place where {firm} is established applies, without taking away protection that the law of your home gives a consumer.',
        'Questions? Write to {email}.',
      ),
    },
  ],
};
