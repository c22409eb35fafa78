/**
 * Ten hostile clients, one after the other, each against a service of its own, while a probe measures what others notice;
 * then a noisy tenant. Run after `npm run build`, on a machine that does nothing else:
 *
 *     node --import tsx --conditions=assay-source bench/hostile/run.ts [--seconds 20] [--only NAME,NAME] [--no-tenant]
 *
 * Writes bench/results/hostile/clients.json and clients.md (with --only: nothing); ends with 1 when a bar is missed.
 * @module
 */
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type ServiceProcess, startServiceProcess } from '../../packages/service/test/process/serviceProcess.ts';
import { provenance, saveResult } from '../machine.ts';
import { ATTACKS } from './attacks.ts';
import { noisyTenant } from './noisyTenant.ts';
import { openAccount, probeDuring } from './probe.ts';
import { type AttackResult, hostileReport, type Results } from './report.ts';

/**
 * A person does not notice 200 ms. Memory: the pictures and bodies that one client may have under way
 * (docs/reference/limits.md) stay below it on a machine of 8 GiB. Twice: whoever shares a machine with one other gets half of it.
 */
const BARS = { p99Ms: 200, rssMib: 2048, ratio: 2 };

/** What a service does without settings; the process of the tests raises these. */
const STOCK = {
  ASSAY_FREE_UPLOADS_PER_MONTH: '1000',
  ASSAY_FREE_VERIFICATIONS_PER_DAY: '100',
  ASSAY_RATE_PER_MINUTE: '60',
  ASSAY_RATE_PER_HOUR: '1000',
  ASSAY_RATE_PER_DAY: '10000',
};

const NOBODY = 'nobody';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '20' },
    only: { type: 'string' },
    'no-tenant': { type: 'boolean', default: false },
  },
});
const seconds = Number(values.seconds);
const names = values.only?.split(',') ?? [NOBODY, ...Object.keys(ATTACKS)];

async function withService<Result>(
  environment: Readonly<Record<string, string>>,
  work: (service: ServiceProcess) => Promise<Result>,
): Promise<Result> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'assay-hostile-'));
  const service = await startServiceProcess(dataDir, { ASSAY_ROBUSTNESS_SCORE: '1', ...environment });
  try {
    return await work(service);
  } finally {
    await service.kill();
    await rm(dataDir, { recursive: true, force: true });
  }
}

interface RunningClient {
  /** By answer, how often. */
  readonly answers: Promise<Record<string, number>>;
}

/** Resolves when the attack begins. */
async function startClient(name: string, url: string): Promise<RunningClient> {
  const client = path.join(import.meta.dirname, 'client.ts');
  const command = ['--import', 'tsx', '--conditions=assay-source', client, name, url, String(seconds)];
  // It would sit on a machine of its own: what it computes itself is not to be in the way of service and probe.
  const child = spawn('nice', ['-n', '19', process.execPath, ...command], { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async (): Promise<string> => {
    const { value, done } = await lines.next();
    if (done) throw new Error(`the hostile client ${name} ended early`);
    return value as string;
  };
  if ((await next()) !== 'ready') throw new Error(`the hostile client ${name} did not begin`);
  return { answers: next().then((line) => JSON.parse(line) as Record<string, number>) };
}

function judged(found: Omit<AttackResult, 'meetsBar'>): AttackResult {
  const { health, login, refused, rssMib } = found;
  const isFast = health.p99Ms < BARS.p99Ms && login.p99Ms < BARS.p99Ms;
  return { ...found, meetsBar: isFast && refused === 0 && rssMib.max - rssMib.before <= BARS.rssMib };
}

const under = (name: string): Promise<AttackResult> =>
  withService(STOCK, async ({ url, pid }) => {
    await openAccount(url);
    const idle = (): RunningClient => ({ answers: wait(seconds * 1000).then(() => ({})) });
    const { answers: attacked } = name === NOBODY ? idle() : await startClient(name, url);
    const probed = await probeDuring(url, pid, attacked);
    return judged({ name, answers: await attacked, ...probed });
  });

const clients: AttackResult[] = [];
for (const name of names) {
  const result = await under(name);
  console.log(JSON.stringify(result));
  clients.push(result);
}
const tenant = values['no-tenant'] ? null : await withService({}, ({ url }) => noisyTenant(url, seconds));
if (tenant) console.log(JSON.stringify(tenant));
const results: Results = { seconds, bars: BARS, settings: STOCK, clients, noisyTenant: tenant };
if (values.only === undefined) {
  const file = saveResult('hostile/clients', results);
  await writeFile(path.resolve(file.replace(/json$/, 'md')), hostileReport(results, provenance()));
  console.log(file);
}
const isFair = tenant === null || Math.max(...Object.values(tenant.ratio)) <= BARS.ratio;
process.exitCode = isFair && clients.every(({ meetsBar }) => meetsBar) ? 0 : 1;
