import { type LegalContent, PLACEHOLDER_DATE, written } from './written.ts';

export const refundPolicy: LegalContent = {
  effective: PLACEHOLDER_DATE,
  summary: 'All sales are final. There are no refunds once a service has been rendered.',
  sections: [
    {
      id: 'all-sales-are-final',
      title: 'All sales are final',
      text: written(
        'A package of {firm} is a digital service. It is rendered when the credentials of your trading account are issued. From then on there are no refunds, in whole or in part.',
      ),
    },
    {
      id: 'no-refund-for',
      title: 'What is not refunded',
      text: written([
        'An account that was failed, suspended or terminated because a limit was reached or a rule was broken.',
        'An account that you did not use, or stopped using.',
        'A package of the wrong size or type, bought by mistake.',
        'A change of your mind, your plans or the market.',
        'Fees that a network, wallet or exchange charged for your transfer.',
      ]),
    },
    {
      id: 'before-credentials',
      title: 'Before your credentials are issued',
      text: written(
        'If you paid and no credentials have been issued yet, write to {email} with the number of your order. An order that was never paid lapses by itself and costs nothing.',
        'If you paid twice for one order, or more than its amount, tell us: what was paid in excess is not payment for a service, and we settle it with you.',
      ),
    },
    {
      id: 'wrong-transfers',
      title: 'Wrong transfers',
      text: written(
        'Transfers of cryptocurrency cannot be reversed. Coins sent to a wrong address, on a wrong network or in a wrong currency are lost to both of us. Copy the address from your payment page, check its first and last characters, and send the exact amount.',
      ),
    },
    {
      id: 'if-something-is-wrong',
      title: 'If something on our side is wrong',
      text: written(
        'If your account does not work as described, tell us. We repair it or replace it with an equal one, with the progress it had.',
        'Rights that the law of your home gives you as a consumer, and that cannot be waived, remain untouched.',
      ),
    },
    {
      id: 'changes',
      title: 'Changes',
      text: written('A new version of this policy applies to orders placed after its effective date.'),
    },
  ],
};
