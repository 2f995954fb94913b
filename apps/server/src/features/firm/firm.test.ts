import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RequestBody } from '@firmament/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, registerAdmin, registerVerified } from '../../../test/factories.ts';
import { createWorld, type World } from '../../../test/world.ts';
import { contrastRatio, darkTheme, lightTheme, type Oklch, weakPairs } from './contrast.ts';
import { changeFirm, DEFAULT_FIRM, mailSurroundings } from './firm.ts';

describe('contrast of the firm’s hue', () => {
  const grey = (l: number): Oklch => ({ l, c: 0, h: 0 });

  it('agrees with WCAG on known pairs', () => {
    expect(contrastRatio(grey(1), grey(0))).toBeCloseTo(21, 5);
    expect(contrastRatio(grey(0.5), grey(0.5))).toBe(1);
    // oklch(0.62796 0.25768 29.2339) is #f00, which has a contrast of 3.998 on white.
    expect(contrastRatio({ l: 0.62796, c: 0.25768, h: 29.2339 }, grey(1))).toBeCloseTo(3.998, 2);
  });

  it('accepts every hue with the present tokens', () => {
    for (let hue = 0; hue < 360; hue += 1) expect(weakPairs(hue)).toEqual([]);
  });

  it('names the pair that is too weak, and how weak', () => {
    const light = (hue: number) => ({ ...lightTheme(hue), accent: { l: 0.7, c: 0.09, h: hue } });
    const weak = weakPairs(235, { light, dark: darkTheme });
    expect(weak.map((pair) => `${pair.theme}: ${pair.front} on ${pair.back}`)).toContain(
      'light: accent on background',
    );
    expect(weak.every((pair) => pair.front === 'accent' && pair.ratio < 4.5 && pair.least === 4.5)).toBe(
      true,
    );
  });

  it('looks at the very tokens of the web application', () => {
    const styles = readFileSync(join(import.meta.dirname, '../../../../web/src/tokens.css'), 'utf8');
    const hueOf = (text: string, hue: number): number => {
      if (/^[\d.]+$/.test(text)) return Number(text);
      const shift = /([+-]) (\d+)\)$/.exec(text);
      return shift ? hue + Number(`${shift[1]}${shift[2]}`) : hue;
    };
    const tokenIn = (name: string, theme: 'light' | 'dark', hue: number): Oklch => {
      const one = String.raw`oklch\(([\d.]+) ([\d.]+) (calc\([^)]*\)[^)]*\)|var\(--hue\)|[\d.]+)\)`;
      const found = new RegExp(`--${name}: light-dark\\(${one}, ${one}\\);`).exec(styles);
      if (!found) throw new Error(`no token ${name}`);
      const [l, c, h] = theme === 'light' ? found.slice(1, 4) : found.slice(4, 7);
      return { l: Number(l), c: Number(c), h: hueOf(h ?? '', hue) };
    };
    const names = {
      background: 'bg',
      surface: 'surface',
      sunken: 'sunken',
      text: 'ink',
      'second text': 'ink-2',
      'third text': 'ink-3',
      'control border': 'control',
      primary: 'primary',
      'primary, hovered': 'primary-hover',
      'text on primary': 'on-primary',
      accent: 'accent',
      focus: 'focus',
      'information tint': 'info-tint',
    };
    for (const [ours, theirs] of Object.entries(names)) {
      expect([ours, lightTheme(100)[ours]]).toEqual([ours, tokenIn(theirs, 'light', 100)]);
      expect([ours, darkTheme(100)[ours]]).toEqual([ours, tokenIn(theirs, 'dark', 100)]);
    }
    expect(Object.keys(lightTheme(0)).sort()).toEqual(Object.keys(names).sort());
  });
});

describe('settings of the firm', () => {
  let world: World;
  let admin: Person;
  let trader: Person;
  const settings: RequestBody<'PUT /admin/firm'> = {
    name: 'North Star Capital',
    supportEmail: 'help@northstar.example',
    address: '2 Harbour Road, Example City',
    socialLinks: [{ label: 'X', url: 'https://northstar.example/x' }],
    hue: 300,
    copyrightYear: 2025,
    offerBadge: 'Offer ends: 5d 0h 25m',
    offerStart: '2026-04-01T00:00:00.000Z',
    timeZone: 'Europe/Berlin',
  };

  beforeAll(async () => {
    world = await createWorld();
    admin = await registerAdmin(world);
    trader = await registerVerified(world);
  });
  afterAll(() => world.close());

  it('start as the product’s own', async () => {
    const { body } = await world.call('GET /firm');
    expect(body).toEqual({
      ...DEFAULT_FIRM,
      offerStart: '2025-06-01T00:00:00.000Z',
      logo: null,
      demo: null,
    });
    expect(body).toMatchObject({
      name: 'Firmament',
      supportEmail: 'support@example.com',
      hue: 235,
      copyrightYear: 2025,
      offerBadge: 'Offer ends: 5d 0h 25m',
      timeZone: 'UTC',
    });
    const css = await fetch(`${world.url}/brand.css`);
    expect(css.headers.get('content-type')).toBe('text/css; charset=utf-8');
    expect(await css.text()).toBe(':root{--brand-hue:235}\n');
  });

  it('are changed by an administrator and nobody else', async () => {
    const asTrader = await world.call('PUT /admin/firm', { token: trader.token, body: settings });
    expect(asTrader.status).toBe(403);
    const asVisitor = await world.call('PUT /admin/firm', { body: settings });
    expect(asVisitor.status).toBe(401);

    const saved = await world.call('PUT /admin/firm', { token: admin.token, body: settings });
    expect(saved.status).toBe(200);
    expect(saved.body.firm).toEqual({ ...settings, version: 2 });
    expect((await world.call('GET /firm')).body).toEqual({ ...settings, logo: null, demo: null });
    expect(await (await fetch(`${world.url}/brand.css`)).text()).toBe(':root{--brand-hue:300}\n');
    expect(await mailSurroundings(world.context)).toEqual({
      firmName: 'North Star Capital',
      supportEmail: 'help@northstar.example',
      firmAddress: '2 Harbour Road, Example City',
      publicUrl: 'http://firm.example',
      logo: null,
    });
    const events = await world.context.db.selectFrom('admin_events').selectAll().execute();
    expect(events).toMatchObject([
      {
        event: 'firm_changed',
        actor_id: admin.userId,
        subject_kind: 'firm',
        before: { name: 'Firmament', hue: 235 },
        after: { name: 'North Star Capital', hue: 300 },
      },
    ]);
  });

  it('are not overwritten by someone who read an older version', async () => {
    const read = await world.call('GET /admin/firm', { token: admin.token });
    const headers = { 'if-match': String(read.headers.get('etag')) };
    const first = await world.call('PUT /admin/firm', {
      token: admin.token,
      body: { ...settings, name: 'One' },
      headers,
    });
    expect(first.status).toBe(200);
    const second = await world.call('PUT /admin/firm', {
      token: admin.token,
      body: { ...settings, name: 'Two' },
      headers,
    });
    expect(second.status).toBe(412);
    expect(second.problem.code).toBe('changed_meanwhile');
    expect(second.problem.changed).toEqual({ by: 'Ada Admin', at: world.clock.now().toISOString() });
    expect((await world.call('GET /firm')).body.name).toBe('One');
  });

  it.each([
    [{ hue: 360 }],
    [{ hue: 1.5 }],
    [{ timeZone: 'Mars/Olympus' }],
    [{ name: ' ' }],
    [{ supportEmail: 'nobody' }],
    [{ socialLinks: [{ label: 'X', url: 'javascript:alert(1)' }] }],
  ])('refuse %j and keep what was there', async (wrong) => {
    const before = await world.call('GET /admin/firm', { token: admin.token });
    const answer = await world.call('PUT /admin/firm', {
      token: admin.token,
      raw: { ...settings, ...wrong },
    });
    expect(answer.status).toBe(400);
    expect((await world.call('GET /admin/firm', { token: admin.token })).body).toEqual(before.body);
  });

  it('reach another process within a second', async () => {
    const other = { ...world.context };
    await mailSurroundings(other);
    await world.call('PUT /admin/firm', { token: admin.token, body: { ...settings, name: 'Elsewhere' } });
    await expect
      .poll(async () => (await mailSurroundings(other)).firmName, { timeout: 3000, interval: 100 })
      .toBe('Elsewhere');
  });

  it('show the sign-ins of a demonstration only there', async () => {
    const logins = [{ label: 'Administrator', email: 'admin@demo.example', password: 'demo' }];
    await world.context.db
      .insertInto('facts')
      .values({ key: 'demo_logins', value: JSON.stringify(logins) })
      .execute();
    expect((await world.call('GET /firm')).body.demo).toBeNull();
    world.context.config = { ...world.context.config, demo: true };
    expect((await world.call('GET /firm')).body.demo).toEqual(logins);
    world.context.config = { ...world.context.config, demo: false };
  });

  it('keep what was there when a transaction is rolled back', async () => {
    const before = await world.call('GET /admin/firm', { token: admin.token });
    await expect(
      world.context.db.transaction().execute(async (tx) => {
        await changeFirm(tx, {
          settings: { ...DEFAULT_FIRM, name: 'Never' },
          ifMatch: null,
          actorId: admin.userId,
          now: world.clock.now(),
        });
        throw new Error('lost connection');
      }),
    ).rejects.toThrow('lost connection');
    expect((await world.call('GET /admin/firm', { token: admin.token })).body).toEqual(before.body);
  });
});
