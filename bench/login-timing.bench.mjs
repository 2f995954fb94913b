import { randomInt } from 'node:crypto';
import { Agent, request } from 'node:http';
import { machine, median, printTable } from './figures.mjs';
import { withFirm } from './firm.mjs';

/**
 * `npm run measure:login-timing`: whether the time of an answer tells which addresses have an account. CALLS wrong sign-ins (by
 * default 1,000) with known addresses and as many with unknown ones, in random order, one after the other on one connection of
 * loopback; then the same for forgotten passwords. The area under the curve is the chance that a known address took longer than
 * an unknown one; 0.5 tells nothing. With so many calls chance alone keeps within 0.05 of it (3.9 sigma). Exit code 1 beyond.
 */
const CALLS = Number(process.env.CALLS ?? 1_000);
const ACCOUNTS = 40;
const MOST = 0.55;

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Milliseconds until the whole answer is there. */
const time = (url, path, body, wanted) =>
  new Promise((resolve, reject) => {
    const payload = JSON.stringify(body);
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) };
    const started = performance.now();
    const call = request(`${url}/api${path}`, { method: 'POST', agent, headers }, (answer) => {
      answer.resume();
      answer.on('end', () => {
        if (answer.statusCode !== wanted) reject(new Error(`${path} answered ${answer.statusCode}`));
        else resolve(performance.now() - started);
      });
    });
    call.on('error', reject);
    call.end(payload);
  });

/** The chance that one of the first is greater than one of the second (Mann-Whitney). */
const areaUnderCurve = (first, second) => {
  const all = [...first.map((value) => [value, 1]), ...second.map((value) => [value, 0])].sort(
    ([left], [right]) => left - right,
  );
  let smaller = 0;
  let greater = 0;
  for (const [, isFirst] of all) {
    if (isFirst) greater += smaller;
    else smaller += 1;
  }
  return greater / (first.length * second.length);
};

const shuffled = (list) => {
  for (let at = list.length - 1; at > 0; at -= 1) {
    const other = randomInt(at + 1);
    [list[at], list[other]] = [list[other], list[at]];
  }
  return list;
};

const measure = async (url, path, wanted, bodyOf) => {
  const times = { known: [], unknown: [] };
  const order = shuffled([...Array(CALLS).fill('known'), ...Array(CALLS).fill('unknown')]);
  for (let warm = 0; warm < 40; warm += 1)
    await time(url, path, bodyOf(warm % 2 ? 'known' : 'unknown', warm), wanted);
  for (const [index, kind] of order.entries())
    times[kind].push(await time(url, path, bodyOf(kind, index), wanted));
  return times;
};

const addressOf = (kind, index) => `${kind}${index % ACCOUNTS}@example.com`;
const rows = [['call', 'known, median ms', 'unknown, median ms', 'area under the curve']];
let worst = 0;

await withFirm({ RATE_SCALE: '1000000' }, async ({ url, signUp }) => {
  for (let index = 0; index < ACCOUNTS; index += 1) await signUp(addressOf('known', index));
  const calls = [
    [
      'login',
      '/auth/login',
      401,
      (kind, index) => ({ email: addressOf(kind, index), password: 'a wrong password' }),
    ],
    ['forgot password', '/auth/forgot-password', 200, (kind, index) => ({ email: addressOf(kind, index) })],
  ];
  for (const [name, path, wanted, bodyOf] of calls) {
    const { known, unknown } = await measure(url, path, wanted, bodyOf);
    const area = areaUnderCurve(known, unknown);
    worst = Math.max(worst, area, 1 - area);
    rows.push([name, median(known).toFixed(2), median(unknown).toFixed(2), area.toFixed(3)]);
  }
});
printTable(rows);
const { chromium: _, ...quiet } = machine();
console.log(JSON.stringify({ calls: `${CALLS} + ${CALLS}`, ...quiet }));
agent.destroy();
if (worst > MOST) {
  console.log(`An address can be told: ${worst.toFixed(3)} is above ${MOST}.`);
  process.exitCode = 1;
}
