import { createHash, randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, registerAdmin, registerVerified } from '../../../test/factories.ts';
import { createWorld, type World } from '../../../test/world.ts';
import { sweepFiles } from '../checkout/index.ts';
import { mailSurroundings } from './firm.ts';

const drawn = (width: number, height: number, background = '#1d4e6b') =>
  sharp({ create: { width, height, channels: 4, background } });

let world: World;
let admin: Person;
let trader: Person;
let png: Buffer;

beforeAll(async () => {
  world = await createWorld();
  admin = await registerAdmin(world);
  trader = await registerVerified(world);
  png = await drawn(1200, 300)
    .withExif({ IFD0: { Make: 'Spyglass' } })
    .png()
    .toBuffer();
});
afterAll(() => world.close());

const send = (scheme: string, bytes: Uint8Array | null, token: string | undefined = admin.token) => {
  const form = new FormData();
  form.set('scheme', scheme);
  if (bytes) form.set('logo', new File([new Uint8Array(bytes)], '../../logo.svg', { type: 'image/svg+xml' }));
  return world.call('POST /admin/firm/logo', { form, token });
};
const remove = (scheme: 'light' | 'dark', token: string | undefined = admin.token) =>
  world.call('DELETE /admin/firm/logo/{scheme}', { params: { scheme }, token });
const shown = async () => (await world.call('GET /firm')).body.logo;

describe('the logo', () => {
  it('is an administrator’s to set and to remove', async () => {
    expect(await shown()).toBeNull();
    expect((await send('light', png, trader.token)).status).toBe(403);
    expect((await remove('light', trader.token)).status).toBe(403);
    const form = new FormData();
    form.set('scheme', 'light');
    expect((await world.call('POST /admin/firm/logo', { form })).status).toBe(401);
    expect((await remove('light')).status).toBe(404);
    expect(await shown()).toBeNull();
  });

  it('is written anew, and browsers may keep it for ever', async () => {
    const saved = await send('light', png);
    expect(saved.status).toBe(200);
    const logo = await shown();
    expect(saved.body.logo).toEqual(logo);
    expect(logo).toEqual({
      light: { url: expect.stringMatching(/^\/brand\/[0-9a-f]{32}\.webp$/), width: 640, height: 160 },
      dark: null,
    });
    const answer = await fetch(`${world.url}${logo?.light?.url}`);
    expect(answer.headers.get('content-type')).toBe('image/webp');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    const bytes = Buffer.from(await answer.arrayBuffer());
    const facts = await sharp(bytes).metadata();
    expect(facts).toMatchObject({ format: 'webp', width: 640, height: 160 });
    expect(facts.exif).toBeUndefined();
    expect(logo?.light?.url).toContain(createHash('sha256').update(bytes).digest('hex').slice(0, 32));
    const events = await world.context.db.selectFrom('admin_events').selectAll().execute();
    expect(events).toMatchObject([
      { event: 'logo_changed', actor_id: admin.userId, subject_id: 'logo-light', before: null },
    ]);
  });

  it('has another name as another picture, and the old one is gone', async () => {
    const before = (await shown())?.light?.url;
    await send('light', await drawn(200, 200, '#804000').webp().toBuffer());
    const after = await shown();
    expect(after?.light).toMatchObject({ width: 200, height: 200 });
    expect(after?.light?.url).not.toBe(before);
    expect((await fetch(`${world.url}${before}`)).status).toBe(404);
  });

  it('is not a door to other files', async () => {
    const id = randomBytes(16).toString('hex');
    await world.context.files.put(id, png);
    for (const name of [`${id}.webp`, id, `..%2f${id}.webp`, 'x.webp'])
      expect((await fetch(`${world.url}/brand/${name}`)).status).toBe(404);
    await world.context.files.remove(id);
  });

  it('outlives the sweep of files that no row speaks of', async () => {
    await send('dark', await drawn(300, 100, '#ffffff').jpeg().toBuffer());
    world.clock.advance(10 * 86_400_000 * 365);
    await sweepFiles(world.context);
    const logo = await shown();
    for (const image of [logo?.light, logo?.dark])
      expect((await fetch(`${world.url}${image?.url}`)).status).toBe(200);
    expect((await mailSurroundings(world.context)).logo).toMatchObject({ width: 200, scheme: 'light' });
  });

  it('heads the mails, but not those with a code', async () => {
    world.clock.set(new Date('2026-03-02T10:00:00.000Z'));
    const body = { email: trader.email };
    expect((await world.call('POST /auth/forgot-password', { body })).status).toBe(200);
    const mails = await world.mails();
    const reset = mails.find(({ subject }) => subject === 'Reset your password');
    expect(reset?.attachments).toMatchObject([{ contentType: 'image/png', cid: 'logo@firm', related: true }]);
    expect((await sharp(reset?.attachments[0]?.content).metadata()).format).toBe('png');
    // A square logo does not say the name: it stands beside it.
    expect(reset?.html).toMatch(/alt="" width="36" height="36"[^>]*><\/span><span [^>]*>Firmament</);
    await send('light', png);
    await world.call('POST /auth/forgot-password', { body });
    const next = (await world.mails()).findLast(({ subject }) => subject === 'Reset your password');
    expect(next?.html).toContain('alt="Firmament" width="144" height="36"');
    await registerVerified(world);
    const code = (await world.mails()).findLast(({ subject }) =>
      subject?.startsWith('Your verification code'),
    );
    expect(code?.attachments).toEqual([]);
  });

  it.each([
    ['nothing', () => null, 'logo_missing'],
    ['an empty file', () => Buffer.alloc(0), 'logo_missing'],
    [
      'SVG',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'),
      'logo_not_an_image',
    ],
    ['HTML', () => Buffer.from('<!doctype html><script>alert(1)</script>'), 'logo_not_an_image'],
    ['GIF', () => drawn(20, 20).gif().toBuffer(), 'logo_not_an_image'],
    ['half a picture', () => png.subarray(0, png.length / 2), 'proof_broken'],
    ['more than 10 MiB', () => Buffer.concat([png, Buffer.alloc(10 * 1024 * 1024)]), null],
  ])('is not %s', async (_, make, code) => {
    const before = await shown();
    const answer = await send('light', await make());
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    if (code) expect(answer.problem.code).toBe(code);
    expect(await shown()).toEqual(before);
  });

  it('is of one of two kinds', async () => {
    expect((await send('pink', png)).status).toBe(400);
    const params = { scheme: 'pink' as 'dark' };
    const answer = await world.call('DELETE /admin/firm/logo/{scheme}', { params, token: admin.token });
    expect(answer.status).toBe(404);
  });

  it('gives its place back to the name', async () => {
    const { light } = (await shown()) ?? {};
    expect((await remove('dark')).body.logo).toEqual({ light, dark: null });
    expect((await remove('light')).body.logo).toBeNull();
    expect(await shown()).toBeNull();
    expect((await fetch(`${world.url}${light?.url}`)).status).toBe(404);
    expect((await mailSurroundings(world.context)).logo).toBeNull();
  });
});
