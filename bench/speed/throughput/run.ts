/**
 * What a service of two workers does over HTTP, with real clients, 1 to 16 at once: mixed verifications of 500 x 375 photos and
 * uploads of 768 x 512 PNGs, with tracks A, B and C; a second and a second of processor time, times, memory.
 *
 *     ASSAY_PHOTOS=DIR npx tsx --conditions=assay-source bench/speed/throughput/run.ts [CHECKOUT ...] [--seconds 30]
 *         [--clients 1,2,4,8,16] [--uploads 1,4] [--postgres ADDRESS]
 *
 * Run after `npm run build`, there and in every CHECKOUT, which are measured in turns with this one so that all meet the same machine.
 * With `--postgres`, an empty database for each checkout is made there and dropped again. Writes bench/results/service/throughput.json.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { AssayClient } from '@assay/sdk/client';
import pg from 'pg';
import { freePort } from '../../../packages/service/test/process/serviceProcess.ts';
import { type Spread, spreadOf } from '../../hostile/spread.ts';
import { saveResult } from '../../machine.ts';
import { serviceEntry } from '../builtService.ts';
import { storedPictures, uploadsOf, verificationsOf } from './pictures.ts';
import { type GroupUse, useOf } from './processGroup.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '30' },
    clients: { type: 'string', default: '1,2,4,8,16' },
    uploads: { type: 'string', default: '1,4' },
    postgres: { type: 'string' },
  },
});
const seconds = Number(values.seconds);
const numbers = (list: string): number[] => list.split(',').map(Number);
const WORKERS = 2;
/** After its start, and again after its work, a service is left alone so long before its memory is read, ms. */
const REST_MS = 10_000;
const MANY = '1000000';

interface Load {
  readonly clients: number;
  readonly perSecond: number;
  /** Of the whole process group. */
  readonly perCpuSecond: number;
  readonly times: Spread;
  /** Medians of the kinds, ms, and what they were told. */
  readonly kinds: Readonly<
    Record<string, { readonly p50Ms: number; readonly verdicts: Readonly<Record<string, number>> }>
  >;
  readonly use: Omit<GroupUse, 'cpuMs'>;
}

interface Sample {
  readonly kind: string;
  readonly verdict: string;
  readonly ms: number;
}

/** Runs `clients` loops of one request after the other until the time is over, after a few that nobody counts. */
async function underLoad(pid: number, clients: number, one: (n: number) => Promise<Omit<Sample, 'ms'>>): Promise<Load> {
  let n = 0;
  for (let i = 0; i < WORKERS; i++) await one(n++);
  const samples: Sample[] = [];
  const before = useOf(pid).cpuMs;
  const begin = performance.now();
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (performance.now() - begin < 1000 * seconds) {
        const from = performance.now();
        const told = await one(n++);
        samples.push({ ...told, ms: performance.now() - from });
      }
    }),
  );
  const elapsed = (performance.now() - begin) / 1000;
  const { cpuMs, ...use } = useOf(pid);
  return {
    clients,
    perSecond: Number((samples.length / elapsed).toFixed(2)),
    perCpuSecond: Number((samples.length / ((cpuMs - before) / 1000)).toFixed(2)),
    times: spreadOf(samples.map(({ ms }) => ms)),
    kinds: byKind(samples),
    use,
  };
}

function byKind(samples: readonly Sample[]): Load['kinds'] {
  const kinds = new Map<string, Sample[]>();
  for (const sample of samples) kinds.set(sample.kind, [...(kinds.get(sample.kind) ?? []), sample]);
  return Object.fromEntries(
    [...kinds].map(([kind, of]) => {
      const verdicts: Record<string, number> = {};
      for (const { verdict } of of) verdicts[verdict] = (verdicts[verdict] ?? 0) + 1;
      return [kind, { p50Ms: spreadOf(of.map(({ ms }) => ms)).p50Ms, verdicts }];
    }),
  );
}

/** The built service of a checkout, as `npm start` runs it. */
async function started(checkout: string, dataDir: string, database: string | null) {
  const port = await freePort();
  const child = spawn(process.execPath, [serviceEntry(checkout)], {
    cwd: dataDir,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env.PATH ?? '',
      PORT: String(port),
      HOST: '127.0.0.1',
      ASSAY_DATA_DIR: dataDir,
      ASSAY_LOG_LEVEL: 'error',
      ASSAY_WORKERS: String(WORKERS),
      // Measured behind uploads when nobody waits; here somebody always does.
      ASSAY_ROBUSTNESS_SCORE: 'off',
      ASSAY_FREE_UPLOADS_PER_MONTH: MANY,
      ASSAY_FREE_VERIFICATIONS_PER_DAY: MANY,
      ASSAY_RATE_PER_MINUTE: MANY,
      ASSAY_RATE_PER_HOUR: MANY,
      ASSAY_RATE_PER_DAY: MANY,
      ...(database === null ? {} : { DATABASE_URL: database }),
    },
  });
  process.once('exit', () => child.kill('SIGKILL'));
  const url = `http://127.0.0.1:${port}`;
  while (
    !(await fetch(`${url}/health`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error(`the service of ${checkout} ended with ${child.exitCode}`);
    await wait(50);
  }
  return { url, pid: child.pid as number, child };
}

async function measured(checkout: string, database: string | null): Promise<object> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'assay-throughput-'));
  const { url, pid, child } = await started(checkout, dataDir, database);
  try {
    await wait(REST_MS);
    const atStart = useOf(pid);
    const client = new AssayClient({ baseUrl: url, retry: { retriesMax: 0 } });
    await client.register({ email: 'a@example.org', password: 'seventeen frogs' });
    await client.login('a@example.org', 'seventeen frogs');
    const sent = verificationsOf(await storedPictures(client));
    const verifications: Load[] = [];
    for (const clients of numbers(values.clients))
      verifications.push(
        await underLoad(pid, clients, async () => {
          const { kind, bytes } = sent.next().value;
          const file = new File([new Uint8Array(bytes)], 'photo.jpg');
          return { kind, verdict: (await client.verify(file, { tamperMap: true })).verdict };
        }),
      );
    const pictures = [...(await uploadsOf(Math.max(64, 8 * seconds)))];
    const uploads: Load[] = [];
    for (const clients of numbers(values.uploads))
      uploads.push(
        await underLoad(pid, clients, async () => {
          const bytes = pictures.pop();
          if (bytes === undefined) throw new Error('no pictures are left to upload');
          await client.upload(new File([new Uint8Array(bytes)], 'photo.png'));
          return { kind: 'upload', verdict: 'stored' };
        }),
      );
    await wait(REST_MS);
    return { atStart, atRest: useOf(pid), verifications, uploads };
  } finally {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Runs with an empty database of its own on the server at `address`. */
async function withDatabase<T>(address: string, work: (database: string) => Promise<T>): Promise<T> {
  const name = `assay_throughput_${process.pid}`;
  const admin = new pg.Client({ connectionString: address });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name}`);
  try {
    return await work(Object.assign(new URL(address), { pathname: `/${name}` }).href);
  } finally {
    await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await admin.end();
  }
}

const here = path.resolve(import.meta.dirname, '../../..');
const commitOf = (cwd: string): string => execFileSync('git', ['rev-parse', 'HEAD'], { cwd, encoding: 'utf8' }).trim();
const results: object[] = [];
for (const checkout of [...positionals.map((folder) => path.resolve(folder)), here]) {
  const side = { checkout: checkout === here ? 'this' : 'other', commit: commitOf(checkout) };
  results.push({ ...side, database: 'embedded', ...(await measured(checkout, null)) });
  const { postgres } = values;
  if (postgres !== undefined)
    results.push({
      ...side,
      database: 'postgresql',
      ...(await withDatabase(postgres, (database) => measured(checkout, database))),
    });
}
console.log(saveResult('service/throughput', { workers: WORKERS, seconds, results }));
process.exit(0);
