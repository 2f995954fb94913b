import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorld, type World } from '../../test/world.ts';
import { POLICY_REPORTS_PATH, readPolicyReports } from './policy-reports.ts';

const report = {
  type: 'csp-violation',
  body: {
    documentURL: 'https://firm.example/reset-password/secret?x=1',
    blockedURL: 'https://evil.example/a.js?token=1#2',
    effectiveDirective: 'script-src-elem',
    sample: 'x'.repeat(500),
  },
};

describe('a report', () => {
  it('is read in both shapes, without secrets of addresses', () => {
    const expected = {
      directive: 'script-src-elem',
      blocked: 'https://evil.example/a.js',
      page: 'https://firm.example/reset-password/…',
      sample: 'x'.repeat(100),
    };
    expect(readPolicyReports(JSON.stringify([report]))).toEqual([expected]);
    const { documentURL, blockedURL, effectiveDirective, sample } = report.body;
    const older = {
      'document-uri': documentURL,
      'blocked-uri': blockedURL,
      'effective-directive': effectiveDirective,
      'script-sample': sample,
    };
    expect(readPolicyReports(JSON.stringify({ 'csp-report': older }))).toEqual([expected]);
  });

  it.each(['', '{', 'null', '[]', '[1]', '{"csp-report":1}', '{"__proto__":{}}'])(
    'of no shape is nothing: %s',
    (json) => {
      expect(readPolicyReports(json)).toEqual([]);
    },
  );
});

describe('the place for reports', () => {
  let world: World;
  const lines: string[] = [];
  beforeAll(async () => {
    world = await createWorld({ RATE_SCALE: '1' });
    world.context.log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) });
  });
  afterAll(() => world.close());
  const send = (body: string) =>
    fetch(`${world.url}${POLICY_REPORTS_PATH}`, {
      method: 'POST',
      headers: { 'content-type': 'application/reports+json' },
      body,
    });

  it('is named by each document, writes to the log, and has a limit', async () => {
    const page = await fetch(`${world.url}/login`);
    expect(page.headers.get('content-security-policy')).toContain('report-to csp');
    expect(page.headers.get('reporting-endpoints')).toBe(`csp="${POLICY_REPORTS_PATH}"`);
    expect((await send(JSON.stringify([report]))).status).toBe(204);
    expect(lines).toHaveLength(1);
    await send('x'.repeat(40_000));
    for (let count = 0; count < 70; count += 1) await send(JSON.stringify([report]));
    expect(lines).toHaveLength(59);
  });
});
