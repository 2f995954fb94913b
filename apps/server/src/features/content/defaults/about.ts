import type { AboutContent } from './written.ts';

/** What the firm tells of itself: placeholders, for a firm to replace. */
export const about: AboutContent = {
  intro:
    'A firm for traders who can keep to a plan. We draw the lines, you hold the course, and the profit is shared.',
  founded: 'Founded in 2023. The log so far.',
  story: [
    {
      date: '2023 · March',
      title: 'Founded',
      text: 'Four people who had traded other firms’ challenges start one of their own, with rules that fit on one page.',
    },
    {
      date: '2023 · September',
      title: 'The first funded account',
      text: 'A $10,000 account passes both phases. Its first payout is made fourteen days after its first profitable trade.',
    },
    {
      date: '2024 · February',
      title: 'One step or two',
      text: 'The 1-Step Challenge joins the 2-Step Challenge, for those who would rather prove themselves once.',
    },
    {
      date: '2024 · November',
      title: 'No time limit',
      text: 'The 30 days of a phase renew by themselves, free, while the account is within its limits. Nobody trades against the clock any more.',
    },
    {
      date: '2025 · June',
      title: 'One drawing for every account',
      text: 'Floor, target and course become the first thing a trader sees, on every page and in every mail.',
    },
  ],

  values: [
    {
      title: 'Trader Success',
      text: 'We earn from the profit of funded accounts. A trader who lasts is worth more to us than a fee.',
    },
    {
      title: 'Transparency',
      text: 'Every limit is stated in percent and in money before you pay, and stays as it was when you bought.',
    },
    {
      title: 'Global Community',
      text: 'Our traders work in many time zones. Days count in the account’s timezone, and support replies by e-mail wherever you are.',
    },
  ],

  teamTitle: 'Four at the helm',
  team: [
    {
      name: 'Helena Marsh',
      role: 'Founder and Chief Executive',
      bio: 'Traded index futures for eleven years. Wrote the first rulebook on one sheet of paper and still guards its length.',
      portrait: { hair: 'bob', glasses: false, beard: false },
    },
    {
      name: 'Tomás Ferreira',
      role: 'Head of Risk',
      bio: 'Built limit systems for a clearing house. Decides what counts as a breach, and explains it to whoever asks.',
      portrait: { hair: 'cropped', glasses: false, beard: true },
    },
    {
      name: 'Aiko Tanabe',
      role: 'Head of Trader Support',
      bio: 'Answers the hard tickets herself. Her rule: no reply without the number the trader was asking about.',
      portrait: { hair: 'bun', glasses: false, beard: false },
    },
    {
      name: 'Samuel Okoro',
      role: 'Head of Engineering',
      bio: 'Makes sure that a payment, a proof or a balance is never lost and never counted twice.',
      portrait: { hair: 'curls', glasses: true, beard: false },
    },
  ],

  reasons: [
    {
      title: 'No time limit',
      text: 'Wait for your setup. The 30 days of each phase renew by themselves, free.',
    },
    {
      title: 'Static overall limit',
      text: 'The floor stays 10% below where you started; it never follows your profit.',
    },
    { title: 'Payouts every 14 days', text: 'From your first profitable trade, starting at $100.' },
    { title: 'Weekend holding', text: 'Keep positions open from Friday to Monday.' },
    { title: 'Your numbers, always', text: 'Room to the floor and way to the target, without a calculator.' },
    { title: 'People, not scripts', text: 'Payments, credentials and breaches are looked at by a person.' },
  ],
};
