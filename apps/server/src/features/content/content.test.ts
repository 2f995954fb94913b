import type { RequestBody, RouteKey } from '@firmament/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD, type Person, registerAdmin, registerVerified } from '../../../test/factories.ts';
import { createWorld, type World } from '../../../test/world.ts';
import { sweepFiles } from '../checkout/index.ts';
import { contentOfPage } from './content.pages.ts';
import { changeContent, DEFAULT_CONTENT, loadContent, readContent } from './content.ts';

type Testimonials = RequestBody<'PUT /admin/content/testimonials'>;

const said: Testimonials['testimonials'][number] = {
  name: 'Ann Ager',
  role: 'Trader',
  text: 'Steady.',
  rating: 5,
};
const HTML = '<script>alert(1)</script><img src=x onerror=alert(1)>';
const FORMULA = '=HYPERLINK("http://evil.example","x")';

let world: World;
let admin: Person;
let trader: Person;

beforeAll(async () => {
  world = await createWorld();
  admin = await registerAdmin(world);
  trader = await registerVerified(world);
});
afterAll(() => world.close());

const save = (testimonials: Testimonials['testimonials'], headers: Record<string, string> = {}) =>
  world.call('PUT /admin/content/testimonials', { token: admin.token, body: { testimonials }, headers });

describe('the firm’s texts', () => {
  it('start as the placeholders, with the firm’s facts filled in', async () => {
    const quotes = await world.call('GET /firm/testimonials');
    expect(quotes.body).toEqual(DEFAULT_CONTENT.testimonials);
    expect(quotes.body.testimonials).toHaveLength(5);
    const about = await world.call('GET /firm/about');
    expect(about.body.founded).toMatch(/2023/);
    expect(about.body.team).toHaveLength(4);
    const rules = await world.call('GET /firm/faq/{list}', { params: { list: 'rules' } });
    expect(rules.body.questions[0]?.answer).toEqual([expect.stringMatching(/^Each phase has 30 days/)]);
    const catalogue = await world.call('GET /firm/faq/{list}', { params: { list: 'catalogue' } });
    expect(catalogue.body.questions).toHaveLength(6);
    const privacy = await world.call('GET /firm/legal/{page}', { params: { page: 'privacy' } });
    expect(privacy.body.effective).toBe('2025-01-01');
    expect(privacy.body.sections[0]).toEqual({
      id: 'who-we-are',
      title: 'Who we are',
      body: [
        expect.stringMatching(/^Firmament \(“we”\) runs this website/),
        'Our address is 1 Example Street, Example City. Write to us at support@example.com.',
      ],
    });
    expect(privacy.body.sections[1]?.body).toEqual([
      expect.arrayContaining(['What you write to support.']),
      expect.stringMatching(/^We never ask for card numbers/),
    ]);
    const refund = await world.call('GET /firm/legal/{page}', { params: { page: 'refund' } });
    expect(refund.body.summary).toBe(
      'All sales are final. There are no refunds once a service has been rendered.',
    );
  });

  it('know no other list and no other page', async () => {
    for (const [key, params] of [
      ['GET /firm/faq/{list}', { list: 'privacy' }],
      ['GET /firm/legal/{page}', { page: 'constructor' }],
      ['GET /admin/content/legal/{page}', { page: 'about' }],
    ] as const) {
      const answer = await world.call(key as RouteKey, { params: params as never, token: admin.token });
      expect(answer.status, key).toBe(404);
    }
  });

  it('are taken from memory by whoever has them, until they change', async () => {
    const first = await world.call('GET /firm/about');
    const tag = String(first.headers.get('etag'));
    expect(first.headers.get('cache-control')).toBe('no-cache');
    const headers = { 'if-none-match': `"other", W/${tag}` };
    const second = await world.call('GET /firm/about', { headers });
    expect(second.status).toBe(304);
    expect(second.headers.get('etag')).toBe(tag);
    const body = { ...DEFAULT_CONTENT.about, intro: 'Written by {firm}.' };
    await world.call('PUT /admin/content/about', { token: admin.token, body });
    const third = await world.call('GET /firm/about', { headers });
    expect(third.status).toBe(200);
    expect(third.body.intro).toBe('Written by Firmament.');
    await world.call('PUT /admin/content/about', { token: admin.token, body: DEFAULT_CONTENT.about });
  });
});

describe('a change', () => {
  it('is an administrator’s alone', async () => {
    const body = { testimonials: [said] };
    expect((await world.call('PUT /admin/content/testimonials', { body })).status).toBe(401);
    const asTrader = { body, token: trader.token };
    expect((await world.call('PUT /admin/content/testimonials', asTrader)).status).toBe(403);
    const { token } = trader;
    expect((await world.call('GET /admin/content/testimonials', { token })).status).toBe(403);
  });

  it('shows at once, is in the history, and a reset follows the defaults again', async () => {
    const saved = await save([said]);
    expect(saved.body.saved).toEqual({
      content: { testimonials: [said] },
      defaults: DEFAULT_CONTENT.testimonials,
      isDefault: false,
      version: 2,
    });
    expect((await world.call('GET /firm/testimonials')).body.testimonials).toEqual([said]);
    expect(await contentOfPage(world.context, '/')).toEqual([
      { key: 'GET /firm/testimonials', params: {}, body: { testimonials: [said] } },
    ]);

    const reset = await save([...DEFAULT_CONTENT.testimonials.testimonials]);
    expect(reset.body.saved).toMatchObject({ isDefault: true, version: 3 });
    const rows = await world.context.db
      .selectFrom('firm_content')
      .selectAll()
      .where('section', '=', 'testimonials')
      .execute();
    expect(rows).toMatchObject([{ content: null, version: 3 }]);
    const events = await world.context.db
      .selectFrom('admin_events')
      .selectAll()
      .where('subject_id', '=', 'testimonials')
      .orderBy('id')
      .execute();
    expect(events).toMatchObject([
      { event: 'content_changed', actor_id: admin.userId, after: { testimonials: [said] } },
      { event: 'content_reset', before: { testimonials: [said] }, after: DEFAULT_CONTENT.testimonials },
    ]);
  });

  it('does not overwrite what was not read, in its own part alone', async () => {
    const read = await world.call('GET /admin/content/testimonials', { token: admin.token });
    const headers = { 'if-match': String(read.headers.get('etag')) };
    const about = { ...DEFAULT_CONTENT.about, intro: 'Another part.' };
    await world.call('PUT /admin/content/about', { token: admin.token, body: about });
    expect((await save([{ ...said, name: 'One' }], headers)).status).toBe(200);
    const late = await save([{ ...said, name: 'Two' }], headers);
    expect(late.status).toBe(412);
    expect(late.problem.code).toBe('changed_meanwhile');
    expect(late.problem.changed?.by).toBe('Ada Admin');
    expect((await world.call('GET /firm/testimonials')).body.testimonials[0]?.name).toBe('One');
    await world.call('PUT /admin/content/about', { token: admin.token, body: DEFAULT_CONTENT.about });
  });

  it('of two at once from one version, one is kept', async () => {
    const { body } = await world.call('GET /admin/content/testimonials', { token: admin.token });
    const headers = { 'if-match': `"${body.version}"` };
    const answers = await Promise.all(['A', 'B', 'C'].map((name) => save([{ ...said, name }], headers)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412]);
  });

  it('keeps what was there when its transaction is rolled back', async () => {
    const before = await loadContent(world.context, 'refund');
    await expect(
      world.context.db.transaction().execute(async (tx) => {
        await changeContent(tx, {
          section: 'refund',
          content: { ...DEFAULT_CONTENT.refund, summary: 'Never.' },
          ifMatch: null,
          actorId: admin.userId,
          now: world.clock.now(),
        });
        throw new Error('lost connection');
      }),
    ).rejects.toThrow('lost connection');
    expect(await loadContent(world.context, 'refund')).toEqual(before);
  });

  it('reaches another process within a second', async () => {
    const other = { ...world.context };
    await readContent(other, 'testimonials');
    await save([{ ...said, name: 'Elsewhere' }]);
    await expect
      .poll(async () => (await readContent(other, 'testimonials')).testimonials[0]?.name, {
        timeout: 3000,
        interval: 100,
      })
      .toBe('Elsewhere');
  });

  it('follows the firm’s name, and is text whatever it holds', async () => {
    const params = { list: 'rules' as const };
    const question = {
      id: 'own',
      title: `${HTML} {firm}`,
      text: `${FORMULA}\r\n\r\n- ${HTML}\n- {email} {other}`,
    };
    const saved = await world.call('PUT /admin/content/faq/{list}', {
      params,
      token: admin.token,
      body: { questions: [question] },
    });
    expect(saved.status).toBe(200);
    expect((await world.call('GET /firm/faq/{list}', { params })).body.questions).toEqual([
      {
        id: 'own',
        title: `${HTML} Firmament`,
        answer: [FORMULA, [HTML, 'support@example.com {other}']],
      },
    ]);
    const catalogue = await world.call('GET /firm/faq/{list}', { params: { list: 'catalogue' } });
    expect(catalogue.body.questions).toHaveLength(6);
  });
});

describe('what is refused', () => {
  const many = <Entry>(entry: Entry, count: number) => Array.from({ length: count }, () => entry);
  const question = { id: 'own', title: 'Own?', text: 'Yes.' };
  const section = (changes: object) => ({
    ...DEFAULT_CONTENT.terms,
    sections: [{ ...question, ...changes }],
  });

  it.each<[RouteKey, Record<string, string>, unknown, string]>([
    ['PUT /admin/content/testimonials', {}, { testimonials: many(said, 13) }, 'At most 12 entries'],
    ['PUT /admin/content/testimonials', {}, { testimonials: [{ ...said, rating: 6 }] }, 'rating'],
    ['PUT /admin/content/testimonials', {}, { testimonials: [{ ...said, name: ' ' }] }, 'fill in this text'],
    [
      'PUT /admin/content/testimonials',
      {},
      { testimonials: [{ ...said, text: 'x'.repeat(601) }] },
      'at most 600 characters',
    ],
    ['PUT /admin/content/testimonials', {}, { testimonials: [{ ...said, role: 'a\nb' }] }, 'cannot be shown'],
    ['PUT /admin/content/about', {}, { ...DEFAULT_CONTENT.about, teamTitle: undefined }, 'fill in this text'],
    ['PUT /admin/content/faq/{list}', { list: 'rules' }, { questions: many(question, 2) }, 'same anchor'],
    [
      'PUT /admin/content/faq/{list}',
      { list: 'rules' },
      { questions: [{ ...question, id: 'A b' }] },
      'anchor',
    ],
    ['PUT /admin/content/legal/{page}', { page: 'terms' }, section({ id: 'main' }), 'anchor'],
    ['PUT /admin/content/legal/{page}', { page: 'terms' }, section({ text: 'a\u0007b' }), 'cannot be shown'],
    [
      'PUT /admin/content/legal/{page}',
      { page: 'terms' },
      { ...DEFAULT_CONTENT.terms, effective: '2025-02-30' },
      'Enter a date',
    ],
    [
      'PUT /admin/content/legal/{page}',
      { page: 'terms' },
      { ...DEFAULT_CONTENT.terms, sections: [] },
      'needs a section',
    ],
  ])('%s %j: %#', async (key, params, raw, words) => {
    const answer = await world.call(key, { params: params as never, raw, token: admin.token });
    expect(answer.status).toBe(400);
    expect(answer.problem.message).toContain(words);
    expect(await loadContent(world.context, 'terms')).toMatchObject({ isDefault: true, version: 1 });
  });
});

describe('a photograph', () => {
  const drawn = (width: number, height: number, background = '#1d4e6b') =>
    sharp({ create: { width, height, channels: 3, background } })
      .png()
      .toBuffer();
  const send = (bytes: Uint8Array | null, token: string | undefined = admin.token) => {
    const form = new FormData();
    if (bytes) form.set('picture', new File([new Uint8Array(bytes)], 'face.png'));
    return world.call('POST /admin/content/pictures', { form, token });
  };
  const saveTeam = (photo: string | undefined) => {
    const [first, ...others] = DEFAULT_CONTENT.about.team;
    if (!first) throw new Error('nobody');
    const body = { ...DEFAULT_CONTENT.about, team: [{ ...first, ...(photo ? { photo } : {}) }, ...others] };
    return world.call('PUT /admin/content/about', { token: admin.token, body });
  };
  const statusOf = async (name: string) => (await fetch(`${world.url}/brand/people/${name}.webp`)).status;

  it('is cut to the crop of the portraits, and shows with the text that names it', async () => {
    expect((await send(await drawn(50, 50), trader.token)).status).toBe(403);
    const { body } = await send(await drawn(300, 900));
    const answer = await fetch(`${world.url}/brand/people/${body.picture}.webp`);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).toMatchObject({
      format: 'webp',
      width: 480,
      height: 552,
    });
    expect((await saveTeam(body.picture)).status).toBe(200);
    expect((await world.call('GET /firm/about')).body.team[0]?.photo).toBe(body.picture);
  });

  it('stays as long as a text names it, and a day longer', async () => {
    const named = (await world.call('GET /firm/about')).body.team[0]?.photo ?? '';
    const loose = (await send(await drawn(60, 60, '#804000'))).body.picture;
    // Files have the age of this machine's clock.
    world.clock.set(new Date(Date.now() + 3_600_000));
    await sweepFiles(world.context);
    expect([await statusOf(named), await statusOf(loose)]).toEqual([200, 200]);
    world.clock.advance(2 * 86_400_000);
    const { token } = (
      await world.call('POST /auth/login', { body: { email: admin.email, password: PASSWORD } })
    ).body;
    admin.token = token;
    expect((await saveTeam(named)).status).toBe(200);
    await sweepFiles(world.context);
    expect([await statusOf(named), await statusOf(loose)]).toEqual([200, 404]);
    expect((await saveTeam(loose)).problem.code).toBe('picture_missing');
    expect((await saveTeam(undefined)).status).toBe(200);
  });

  it.each([
    ['nothing', () => null, 'picture_missing'],
    ['SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'proof_not_an_image'],
    ['half of one', async () => (await drawn(90, 90)).subarray(0, 150), 'proof_broken'],
  ])('is not %s', async (_, make, code) => {
    expect((await send(await make())).problem.code).toBe(code);
  });

  it('is no door to other files', async () => {
    await world.context.files.put('0'.repeat(32), Buffer.from('secret'));
    expect(await statusOf('0'.repeat(32))).toBe(404);
    await world.context.files.remove('0'.repeat(32));
    expect((await saveTeam('../../etc/passwd')).status).toBe(400);
  });
});
