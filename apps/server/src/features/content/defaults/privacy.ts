import { type LegalContent, PLACEHOLDER_DATE, written } from './written.ts';

export const privacyPolicy: LegalContent = {
  effective: PLACEHOLDER_DATE,
  summary:
    'We keep what an account needs to work: who you are, what you bought, how you paid and how you traded. We do not sell it, and we show no advertising.',
  sections: [
    {
      id: 'who-we-are',
      title: 'Who we are',
      text: written(
        '{firm} (“we”) runs this website and the simulated trading programme offered on it, and is responsible for the personal data described here.',
        'Our address is {address}. Write to us at {email}.',
      ),
    },
    {
      id: 'what-we-collect',
      title: 'What we collect',
      text: written(
        [
          'Your registration: name, e-mail address, and a password that we store only as a one-way hash.',
          'Your purchases: the packages you chose, prices, dates and the status of each payment.',
          'Your payment proofs: the screenshots you upload. Hidden data inside an image, such as the place where it was taken, is removed when it arrives.',
          'Your trading: account numbers, balances, equity and results of the simulated accounts we provide.',
          'Your sessions: times of sign-in, network address and browser, so that you can see and end them.',
          'What you write to support.',
        ],
        'We never ask for card numbers, bank details, private keys or seed words. If anyone asks you for these in our name, do not answer and tell us.',
      ),
    },
    {
      id: 'why-we-use-it',
      title: 'Why we use it',
      text: written(
        [
          'To provide the service you bought: verify your e-mail address and payment, hand out credentials, measure an account against the rules, pay a profit share.',
          'To protect you and us: limit sign-in attempts, detect misuse, keep a record of who changed what.',
          'To inform you: mails about your account, and news you can unsubscribe from with one click.',
          'To meet legal duties, such as keeping records of sales.',
        ],
        'We make no decision about you by profiling alone. A breach of a rule is looked at by a person when you ask for it.',
      ),
    },
    {
      id: 'in-your-browser',
      title: 'In your browser',
      text: written(
        'We set no advertising or tracking cookies and load nothing from third parties. Your browser’s local storage keeps for us:',
        [
          'The token of your session, until you sign out or the session ends.',
          'Your choice of the dark or light theme, and of single-key shortcuts if you switch them off.',
        ],
        'The storage of a tab, which your browser empties when the tab is closed, keeps:',
        [
          'What you typed into a form and did not save, never a password, and the code of a verification e-mail while you type it.',
          'A two-factor sign-in that is not finished, and the page to return to after signing in.',
          'What you opened last, how far you had scrolled, and when you first opened the payment of an order.',
        ],
        'Signing out empties the tab’s storage, but for the time of the payment.',
      ),
    },
    {
      id: 'who-receives-it',
      title: 'Who receives it',
      text: written(
        'We do not sell personal data. We pass on only what is needed to those who work for us: the provider of the trading platform, hosting and mail delivery. They may use it for nothing else. Payments in cryptocurrency are recorded on public networks that nobody controls.',
        'Authorities receive data where the law obliges us.',
      ),
    },
    {
      id: 'how-long',
      title: 'How long we keep it',
      text: written(
        'Your data stays while your user account exists. After you close it we delete what we may, and keep records of sales, payments and account histories for as long as the law asks.',
        'A registration whose e-mail address was never verified is removed.',
      ),
    },
    {
      id: 'security',
      title: 'How we protect it',
      text: written(
        'Connections are encrypted. Trading passwords are stored encrypted and shown only to you. Payment proofs are reachable only through links that expire. You see under Manage Profile where you are signed in, and can sign out every other device.',
        'No system is perfectly safe. If data of yours is affected by an incident, we tell you without delay.',
      ),
    },
    {
      id: 'your-rights',
      title: 'Your rights',
      text: written(
        'You may see, correct, export and delete your data, object to a use of it, and withdraw a consent. Most of this you can do yourself under Manage Profile; for the rest, write to us. You may also complain to the data protection authority where you live.',
      ),
    },
    {
      id: 'children',
      title: 'Children',
      text: written('The service is for adults. We do not knowingly collect data of anyone under 18.'),
    },
    {
      id: 'changes',
      title: 'Changes',
      text: written(
        'When this policy changes we publish it here with a new effective date. Registered users are told by e-mail when a change matters.',
      ),
    },
  ],
};
