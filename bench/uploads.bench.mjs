import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import sharp from 'sharp';
import { machine, median, printTable } from './figures.mjs';
import { call, withFirm } from './firm.mjs';

/**
 * `npm run measure:uploads`: what uploads cost the built server. Memory is the growth of its resident set while the upload
 * lasts; the processes that decode are not part of it. Run it on a machine that does nothing else.
 */
const MEBIBYTE = 1024 * 1024;
const FIVE_GB = 5 * 1024 * MEBIBYTE;
const RUNS = Number(process.env.RUNS ?? 15);

const residentMebibytes = (pid) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;

/** Does something and tells by how many MiB the server's memory grew at most meanwhile. */
async function watching(pid, act) {
  const before = residentMebibytes(pid);
  let most = before;
  const look = setInterval(() => {
    most = Math.max(most, residentMebibytes(pid));
  }, 5);
  const result = await act();
  clearInterval(look);
  return { ...result, grown: Math.max(most, residentMebibytes(pid)) - before };
}

/** Sends zeros after the head until an answer comes. */
function pour(url, head, frame) {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    const piece = frame(Buffer.alloc(MEBIBYTE));
    const started = performance.now();
    let sent = 0;
    const more = () => {
      while (!socket.destroyed && sent < FIVE_GB) {
        sent += MEBIBYTE;
        if (!socket.write(piece)) return;
      }
    };
    socket.on('drain', more);
    socket.on('error', reject);
    socket.once('data', (data) => {
      socket.destroy();
      resolve({
        answer: data.toString('latin1').slice(9, 12),
        milliseconds: performance.now() - started,
        sent: sent / MEBIBYTE,
      });
    });
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    more();
  });
}

const formOf = (bytes) => {
  const form = new FormData();
  form.set('screenshot', new File([bytes], 'proof'));
  return form;
};

async function upload({ url, token, id }, bytes) {
  const started = performance.now();
  const answer = await fetch(`${url}/api/accounts/${id}/upload-proof`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: formOf(bytes),
  });
  await answer.text();
  return {
    answer: String(answer.status),
    milliseconds: performance.now() - started,
    sent: bytes.length / MEBIBYTE,
  };
}

const noise = { type: 'gaussian', mean: 128, sigma: 30 };
const create = (width, height) =>
  sharp({ create: { width, height, channels: 3, background: '#000', noise } });
/** A PNG that says it has 60000 × 60000 pixels. */
const hugeHeader = async () => {
  const bytes = Buffer.from(await create(8, 8).png().toBuffer());
  bytes.writeUInt32BE(60_000, 16);
  bytes.writeUInt32BE(60_000, 20);
  return bytes;
};

await withFirm({ RATE_SCALE: '100' }, async ({ url, pid, signUp }) => {
  const token = await signUp('measured@example.com');
  const packages = (await call(url, 'GET', '/account-packages')).body;
  const newAccount = async () =>
    (await call(url, 'POST', '/accounts/purchase', { packageId: packages[0]._id }, token)).body._id;
  const caller = { url, token, id: await newAccount() };
  const photo = await create(4_000, 3_000).jpeg({ quality: 60 }).toBuffer();
  const shot = await sharp({ create: { width: 1_170, height: 2_532, channels: 3, background: '#f4f5f7' } })
    .png()
    .toBuffer();
  const largest = await sharp({
    create: { width: 6_300, height: 6_300, channels: 4, background: { r: 9, g: 9, b: 9, alpha: 0.5 } },
  })
    .toColourspace('rgb16')
    .png({ progressive: true })
    .toBuffer();
  const huge = await hugeHeader();
  const rows = [['upload', 'answer', 'ms', 'MiB sent', 'MiB grown']];
  const add = (name, { answer, milliseconds, sent, grown }) =>
    rows.push([name, answer, milliseconds.toFixed(0), sent.toFixed(1), grown.toFixed(1)]);
  add('screenshot, first of the process', await watching(pid, () => upload(caller, shot)));
  const times = { shot: [], photo: [] };
  for (let run = 0; run < RUNS; run += 1) {
    if (run % 8 === 0) caller.id = await newAccount();
    times.shot.push(await watching(pid, () => upload(caller, shot)));
    times.photo.push(await watching(pid, () => upload(caller, photo)));
  }
  for (const [name, all] of [
    ['screenshot 1170 × 2532, median', times.shot],
    ['photo of 12 megapixels, median', times.photo],
  ])
    add(name, {
      ...all[0],
      milliseconds: median(all.map((one) => one.milliseconds)),
      grown: Math.max(...all.map((one) => one.grown)),
    });
  caller.id = await newAccount();
  add('40 megapixels of 64 bits, interlaced', await watching(pid, () => upload(caller, largest)));
  add('header of 60000 × 60000', await watching(pid, () => upload(caller, huge)));
  const head = [
    `POST /api/accounts/${caller.id}/upload-proof HTTP/1.1`,
    'Host: x',
    `Authorization: Bearer ${token}`,
    'Content-Type: multipart/form-data; boundary=x',
  ];
  add(
    '5 GB, announced',
    await watching(pid, () => pour(url, [...head, `Content-Length: ${FIVE_GB}`], (bytes) => bytes)),
  );
  add(
    '5 GB, in chunks',
    await watching(pid, () =>
      pour(url, [...head, 'Transfer-Encoding: chunked'], (bytes) =>
        Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]),
      ),
    ),
  );
  printTable(rows);
});
const { chromium: _, ...quiet } = machine();
console.log(JSON.stringify(quiet));
