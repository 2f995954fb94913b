/** Run by the tests of the database: opens a data folder in a process of its own, to be refused or killed. */
import { openDatabase } from '../src/db/open.ts';

const [mode, dataDir = ''] = process.argv.slice(2);
try {
  const database = await openDatabase({ dataDir });
  process.stdout.write('open\n');
  if (mode === 'write') {
    await database.pool.query('create table if not exists written (run text, n bigint primary key)');
    const { rows } = await database.pool.query<{ n: number }>(
      'select coalesce(max(n), 0)::int8 as n from written',
    );
    for (let n = (rows[0]?.n ?? 0) + 1; ; n += 1) {
      const client = await database.pool.connect();
      await client.query('begin');
      await client.query('insert into written (run, n) values ($1, $2)', [String(process.pid), n]);
      await client.query('commit');
      client.release();
      process.stdout.write(`${n}\n`);
    }
  }
  process.stdin.resume();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? `${error.name}: ${error.message}` : String(error)}\n`);
  process.exitCode = 3;
}
