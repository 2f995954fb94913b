import { broken, drawing, rectangle, rule, shortened, statusLine, text, tick } from './drawing.ts';

/** What the picture of a sent transfer shows; amounts and times as text. */
export type Transfer = {
  /** Crypto amount without its unit: "89.00", "0.00139063". */
  amount: string;
  asset: string;
  dollars: string;
  network: string;
  from: string;
  to: string;
  hash: string;
  fee: string;
  block: string;
  /** "2026-02-14 09:31:07". */
  time: string;
};

type Line = readonly [label: string, value: string];
const TELEPHONE = { width: 390, height: 780 };
const DESK = { width: 880, height: 560 };

const facts = (transfer: Transfer): Line[] => [
  ['To', shortened(transfer.to)],
  ['Network', transfer.network],
  ['Network fee', transfer.fee],
  ['Date', transfer.time.slice(0, 16)],
  ['Transaction ID', shortened(transfer.hash)],
];

const table = (
  lines: readonly Line[],
  box: { x: number; y: number; width: number; step: number },
  colours: { label: string; value: string; rule: string },
): string =>
  lines
    .map(([label, value], index) => {
      const y = box.y + index * box.step;
      return [
        index > 0 ? rule(box.x, y - box.step * 0.62, box.width, colours.rule) : '',
        text(box.x, y, label, { size: 15, fill: colours.label }),
        text(box.x + box.width, y, value, { size: 15, fill: colours.value, anchor: 'end' }),
      ].join('');
    })
    .join('');

const wallet = (transfer: Transfer): string => {
  const { width, height } = TELEPHONE;
  return drawing(width, height, '#f3f5fa', [
    statusLine(width, transfer.time.slice(11, 16), '#151a29'),
    text(width / 2, 88, 'Sent', { size: 20, fill: '#151a29', anchor: 'middle' }),
    tick(width / 2, 182, 42, '#1f9d66', '#ffffff'),
    text(width / 2, 276, `-${transfer.amount} ${transfer.asset}`, {
      size: 32,
      fill: '#151a29',
      anchor: 'middle',
    }),
    text(width / 2, 308, transfer.dollars, { size: 17, fill: '#68708a', anchor: 'middle' }),
    rectangle({ x: 20, y: 350, width: width - 40, height: 268 }, '#ffffff', 16),
    table(
      facts(transfer),
      { x: 38, y: 390, width: width - 76, step: 50 },
      { label: '#68708a', value: '#151a29', rule: '#e6e9f1' },
    ),
    rectangle({ x: 20, y: 686, width: width - 40, height: 54 }, '#2b4ee6', 27),
    text(width / 2, 719, 'View on explorer', { size: 17, fill: '#ffffff', anchor: 'middle' }),
  ]);
};

const darkWallet = (transfer: Transfer): string => {
  const { width, height } = TELEPHONE;
  return drawing(width, height, '#0f1216', [
    statusLine(width, transfer.time.slice(11, 16), '#f2f4f7'),
    text(width / 2, 88, 'Transaction details', { size: 19, fill: '#f2f4f7', anchor: 'middle' }),
    rectangle({ x: 20, y: 124, width: width - 40, height: 150 }, '#1a1f26', 18),
    text(44, 166, 'Amount', { size: 14, fill: '#8d97a5' }),
    text(44, 206, `${transfer.amount} ${transfer.asset}`, { size: 30, fill: '#f2f4f7' }),
    text(44, 244, `Completed · ${transfer.dollars}`, { size: 15, fill: '#4fd1a1' }),
    rectangle({ x: 20, y: 292, width: width - 40, height: 274 }, '#1a1f26', 18),
    table(
      facts(transfer),
      { x: 44, y: 336, width: width - 88, step: 50 },
      { label: '#8d97a5', value: '#f2f4f7', rule: '#2a313b' },
    ),
    rectangle({ x: 20, y: 594, width: width - 40, height: 100 }, '#1a1f26', 18),
    ...broken(transfer.hash, 34).map((piece, index) =>
      text(44, 632 + index * 22, piece, { size: 14, fill: '#8d97a5' }),
    ),
  ]);
};

const exchangeApp = (transfer: Transfer): string => {
  const { width, height } = TELEPHONE;
  return drawing(width, height, '#ffffff', [
    statusLine(width, transfer.time.slice(11, 16), '#1c1f26'),
    text(24, 92, 'Withdrawal', { size: 26, fill: '#1c1f26' }),
    rectangle({ x: 24, y: 120, width: width - 48, height: 96 }, '#fff6dc', 10),
    tick(60, 168, 20, '#e0a100', '#ffffff'),
    text(96, 160, 'Withdrawal successful', { size: 18, fill: '#1c1f26' }),
    text(96, 186, 'Sent to the network', { size: 15, fill: '#6d6a5c' }),
    text(24, 268, 'Quantity', { size: 15, fill: '#7b808c' }),
    text(24, 310, `${transfer.amount} ${transfer.asset}`, { size: 34, fill: '#1c1f26' }),
    table(
      [...facts(transfer), ['Source', 'Spot wallet']],
      { x: 24, y: 374, width: width - 48, step: 48 },
      { label: '#7b808c', value: '#1c1f26', rule: '#eceef2' },
    ),
    rectangle({ x: 24, y: 690, width: width - 48, height: 52 }, '#f0f1f4', 8),
    text(width / 2, 722, 'Save screenshot', { size: 16, fill: '#1c1f26', anchor: 'middle' }),
  ]);
};

const exchangePage = (transfer: Transfer): string => {
  const { width, height } = DESK;
  const steps = ['Submitted', 'Processing', 'Completed'].map((label, index) => {
    const x = 200 + index * 240;
    return (
      tick(x, 148, 16, '#2667cf', '#ffffff') +
      text(x, 190, label, { size: 15, fill: '#3d4656', anchor: 'middle' })
    );
  });
  return drawing(width, height, '#eef1f6', [
    rectangle({ x: 0, y: 0, width, height: 56 }, '#13233f'),
    text(32, 36, 'Wallet   Markets   Trade   Orders', { size: 16, fill: '#cfd9ea' }),
    rectangle({ x: 32, y: 80, width: width - 64, height: 448 }, '#ffffff', 10),
    rule(200, 148, 480, '#2667cf'),
    ...steps,
    table(
      [
        ['Asset and quantity', `${transfer.amount} ${transfer.asset}  (${transfer.dollars})`],
        ['Network', transfer.network],
        ['Address', transfer.to],
        ['Fee', transfer.fee],
        ['Completed at', `${transfer.time} (UTC)`],
        ['TxID', shortened(transfer.hash, 26, 26)],
      ],
      { x: 64, y: 250, width: width - 128, step: 46 },
      { label: '#7a8394', value: '#1b2537', rule: '#e9ecf2' },
    ),
  ]);
};

const explorer = (transfer: Transfer): string => {
  const { width, height } = DESK;
  const lines: Line[] = [
    ['Transaction hash', transfer.hash],
    ['Status', 'Success'],
    ['Block', `${transfer.block}  (38 confirmations)`],
    ['Timestamp', `${transfer.time} +UTC`],
    ['From', transfer.from],
    ['To', transfer.to],
    ['Value', `${transfer.amount} ${transfer.asset}  (${transfer.dollars})`],
    ['Transaction fee', transfer.fee],
  ];
  const rows = lines.map(([label, value], index) => {
    const y = 166 + index * 48;
    return [
      rule(32, y + 18, width - 64, '#e7eaf3'),
      text(32, y, label, { size: 15, fill: '#6b7489' }),
      text(230, y, value, { size: 14.5, fill: label === 'Status' ? '#0a8f64' : '#1d2433' }),
    ].join('');
  });
  return drawing(width, height, '#ffffff', [
    rectangle({ x: 0, y: 0, width, height: 52 }, '#f7f8fc'),
    text(32, 33, `${transfer.network} explorer`, { size: 18, fill: '#21325b' }),
    text(32, 104, 'Transaction details', { size: 24, fill: '#1d2433' }),
    rule(32, 126, width - 64, '#c9d0e2'),
    ...rows,
  ]);
};

const hardwareWallet = (transfer: Transfer): string => {
  const { width, height } = DESK;
  return drawing(width, height, '#131214', [
    rectangle({ x: 0, y: 0, width: 190, height }, '#1c1b1e'),
    ...['Portfolio', 'Accounts', 'Send', 'Receive', 'History'].map((label, index) =>
      text(32, 88 + index * 44, label, { size: 16, fill: label === 'History' ? '#ffffff' : '#8f8d94' }),
    ),
    text(230, 76, 'Operation details', { size: 22, fill: '#ffffff' }),
    text(230, 140, `-${transfer.amount} ${transfer.asset}`, { size: 36, fill: '#ffffff' }),
    text(230, 172, `${transfer.dollars} · Confirmed`, { size: 16, fill: '#8f8d94' }),
    table(
      [
        ['Account', `${transfer.asset} 1`],
        ['Date', `${transfer.time} UTC`],
        ['Network', transfer.network],
        ['Network fee', transfer.fee],
        ['Recipient', transfer.to],
        ['Operation ID', shortened(transfer.hash, 20, 20)],
      ],
      { x: 230, y: 234, width: width - 270, step: 50 },
      { label: '#8f8d94', value: '#f4f3f6', rule: '#2b2a2e' },
    ),
  ]);
};

const VARIANTS = [wallet, explorer, darkWallet, exchangePage, exchangeApp, hardwareWallet] as const;

/** A picture, as SVG, of the screen on which somebody sees the transfer sent: six kinds of wallets and exchanges. */
export const drawTransfer = (transfer: Transfer, variant: number): string =>
  (VARIANTS[variant % VARIANTS.length] ?? wallet)(transfer);
