import { run } from './run.mjs';

/** From this severity on a hole ends the command with code 1. */
const SERIOUS = ['high', 'critical'];

const parse = (text) => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** npm's own words on why there is no report, without the paths of its logs. */
const reasonOf = (report, output) =>
  report?.message ??
  report?.error?.summary ??
  output.split('\n').find((line) => /npm (?:warn|error)/.test(line)) ??
  'npm said nothing';

const command = process.platform === 'win32' ? 'npm.cmd' : 'npm';
const { output } = await run(command, ['audit', '--omit=dev', '--audit-level=high', '--json']);
const report = parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1));
const counts = report?.metadata?.vulnerabilities;
if (counts === undefined) {
  console.log(`Nothing is known: the registry answered no audit (${reasonOf(report, output)}).`);
  process.exitCode = 2;
} else {
  for (const [name, { severity, range }] of Object.entries(report.vulnerabilities ?? {}))
    console.log(`${severity}: ${name} ${range}`);
  const serious = SERIOUS.reduce((sum, severity) => sum + (counts[severity] ?? 0), 0);
  console.log(`${counts.total} packages of production with known holes, ${serious} of them high or critical`);
  process.exitCode = serious === 0 ? 0 : 1;
}
