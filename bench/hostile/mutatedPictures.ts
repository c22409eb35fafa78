/**
 * Pictures with flipped bits (zzuf, Debian): JPEG, PNG, WebP, TIFF and files with Content Credentials, verified and uploaded. The
 * service must answer each with a verdict or with what is wrong, and live. Run after `npm run build`, with zzuf installed:
 *
 *     node --import tsx --conditions=assay-source bench/hostile/mutatedPictures.ts [--count 10000] [--files FOLDER] [--continue] [--at-once 4]
 *
 * FOLDER adds files of one's own to those made here. Writes bench/results/hostile/mutated-pictures.json; ends with 1 on a fault.
 * SIGTERM ends it early with what it has; `--continue` goes on from there and adds up. A fault stays one; at the end it is asked again,
 * alone, and what that gave stands beside it: a picture that is never answered is another thing than a machine that stood still.
 * Source: Hocevar, "zzuf, a transparent application input fuzzer".
 * @module
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { crc32 } from 'node:zlib';
import { renderScene } from '@assay/core/scene/renderScene';
import { AssayClient } from '@assay/sdk/client';
import sharp from 'sharp';
import { type ServiceProcess, startServiceProcess } from '../../packages/service/test/process/serviceProcess.ts';
import { saveResult } from '../machine.ts';
import { treeRssMib } from './probe.ts';
import { ask, FORM_TYPE, formOf } from './request.ts';
import { spreadOf } from './spread.ts';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '10000' },
    files: { type: 'string' },
    continue: { type: 'boolean', default: false },
    'at-once': { type: 'string', default: '4' },
  },
});
const count = Number(values.count);

/** Small, so that 10,000 take minutes; large enough for a mark. */
const SIZE = { width: 160, height: 120 };
/** Fractions of bits that are flipped: from a few to one in fifty. */
const RATIOS = ['0.00005', '0.0002', '0.001', '0.004', '0.02'] as const;
/** A session's token lasts an hour. */
const TOKEN_USED_MS = 20 * 60 * 1000;
/** One in so many is uploaded, the others verified. */
const UPLOADED_EVERY = 5;
const PASSWORD = 'seventeen frogs';

interface Seed {
  readonly name: string;
  readonly bytes: Uint8Array;
}

async function seedsOf(client: AssayClient): Promise<Seed[]> {
  const { data, width, height } = renderScene({ ...SIZE, seed: 5 });
  const picture = () => sharp(Uint8Array.from(data), { raw: { width, height, channels: 3 } });
  const png = await picture().png().toBuffer();
  const own = values.files ?? '';
  const files = own === '' ? [] : readdirSync(own, { withFileTypes: true }).filter((entry) => entry.isFile());
  const jpeg = await picture().jpeg({ quality: 85 }).toBuffer();
  const { id } = await client.upload(new File([new Uint8Array(jpeg)], 'seed.jpg', { type: 'image/jpeg' }));
  return [
    { name: 'jpeg', bytes: jpeg },
    { name: 'png', bytes: png },
    { name: 'webp', bytes: await picture().webp({ quality: 80 }).toBuffer() },
    { name: 'tiff', bytes: await picture().tiff({ compression: 'none' }).toBuffer() },
    { name: 'content credentials', bytes: await bytesOf((await client.download(id)).blob) },
    ...files.map(({ name }) => ({ name, bytes: readFileSync(path.join(own, name)) })),
  ];
}

const bytesOf = async (file: Blob): Promise<Uint8Array> => new Uint8Array(await file.arrayBuffer());

function mutated(bytes: Uint8Array, seed: number, ratio: string): Buffer {
  const { status, stdout } = spawnSync('zzuf', ['-s', String(seed), '-r', ratio], { input: bytes, maxBuffer: 2 ** 27 });
  if (status !== 0) throw new Error(`zzuf ended with ${status}`);
  return withChecksums(stdout);
}

const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

/** A PNG's checksums made right again, as an attacker would, or nothing behind them would be reached. */
function withChecksums(file: Buffer): Buffer {
  if (!file.subarray(0, 8).equals(PNG_SIGNATURE)) return file;
  for (let at = 8; at + 12 <= file.length; ) {
    const end = at + 8 + file.readUInt32BE(at);
    if (end + 4 > file.length) break;
    file.writeUInt32BE(crc32(file.subarray(at + 4, end)), end);
    at = end + 4;
  }
  return file;
}

interface Row {
  readonly asked: number;
  readonly byStatus: Readonly<Record<string, number>>;
  readonly slowestMs: number;
  /** Of the last run. */
  readonly p50Ms: number;
}

interface Asked {
  readonly number: number;
  readonly seed: string;
  readonly status: string;
  readonly answer: string;
  readonly ms: number;
  readonly isFault: boolean;
}

interface Fault extends Pick<Asked, 'number' | 'seed' | 'status' | 'answer'> {
  /** What the same picture gave when it was asked again, alone. */
  readonly again?: { readonly status: string; readonly ms: number };
}

interface Report {
  readonly asked: number;
  readonly faults: readonly Fault[];
  readonly rows: Readonly<Record<string, Row>>;
}

const RESULT = 'hostile/mutated-pictures';
/** What earlier runs found, to go on from. */
function earlier(): Report {
  if (!values.continue) return { asked: 0, faults: [], rows: {} };
  return JSON.parse(readFileSync(path.resolve(import.meta.dirname, `../results/${RESULT}.json`), 'utf8')) as Report;
}

const sumOf = (a: Readonly<Record<string, number>>, b: Readonly<Record<string, number>>): Record<string, number> =>
  Object.fromEntries(
    [...new Set([...Object.keys(a), ...Object.keys(b)])].sort().map((key) => [key, (a[key] ?? 0) + (b[key] ?? 0)]),
  );

/** The process itself: on a busy machine a health check may wait as long as a picture. */
function hasDied({ pid }: ServiceProcess): boolean {
  try {
    return !process.kill(pid, 0);
  } catch {
    return true;
  }
}

execFileSync('zzuf', ['--version'], { stdio: 'ignore' });
const dataDir = await mkdtemp(path.join(tmpdir(), 'assay-mutated-'));
const service = await startServiceProcess(dataDir, { ASSAY_ROBUSTNESS_SCORE: '1' });
const times = new Map<string, number[]>();
const statuses = new Map<string, Record<string, number>>();
const faults: Fault[] = [];
const rss: number[] = [treeRssMib(service.pid)];
let hasEnded = false;
let isStopped = false;
process.once('SIGTERM', () => (isStopped = true));
const before = earlier();
const all: Fault[] = [];
try {
  const client = new AssayClient({ baseUrl: service.url });
  await client.register({ email: 'mutated@example.org', password: PASSWORD });
  const signIn = async () => ({
    token: (await client.login('mutated@example.org', PASSWORD)).access_token,
    sinceMs: performance.now(),
  });
  let session = signIn();
  const tokenNow = async (): Promise<string> => {
    if (performance.now() - (await session).sinceMs > TOKEN_USED_MS) session = signIn();
    return (await session).token;
  };
  await session;
  const seeds = await seedsOf(client);
  let next = before.asked;
  const askOne = async (number: number): Promise<Asked> => {
    const seed = seeds[number % seeds.length] as Seed;
    // Every kind of picture meets every share of flipped bits, uploaded and verified.
    const turn = Math.floor(number / seeds.length);
    const isUpload = turn % UPLOADED_EVERY === 0;
    const ratio = RATIOS[Math.floor(turn / UPLOADED_EVERY) % RATIOS.length] as string;
    const body = formOf('file', [mutated(seed.bytes, number, ratio)]);
    const token = await tokenNow();
    const startMs = performance.now();
    const answer = await ask(service.url, {
      method: 'POST',
      path: isUpload ? '/v1/assets/' : '/v1/verify/',
      headers: { ...FORM_TYPE, authorization: `Bearer ${token}` },
      body,
      from: '127.0.0.1',
    }).catch((error: NodeJS.ErrnoException) => error);
    return {
      number,
      seed: seed.name,
      status: 'status' in answer ? String(answer.status) : (answer.code ?? answer.message),
      answer: 'body' in answer ? String(answer.body).slice(0, 300) : '',
      ms: performance.now() - startMs,
      isFault: !('status' in answer) || (answer.status >= 500 && answer.status !== 503),
    };
  };
  const asker = async (): Promise<void> => {
    while (next < count && !hasEnded && !isStopped) {
      const { isFault, ms, ...asked } = await askOne(next++);
      const { number, seed, status } = asked;
      times.set(seed, [...(times.get(seed) ?? []), ms]);
      const counted = statuses.get(seed) ?? {};
      counted[status] = (counted[status] ?? 0) + 1;
      statuses.set(seed, counted);
      if (isFault) {
        faults.push(asked);
        hasEnded = hasDied(service);
      }
      if (number % 500 === 499) {
        rss.push(treeRssMib(service.pid));
        console.log(number + 1, 'faults', faults.length, 'memory', rss.at(-1), 'MiB');
      }
    }
  };
  const again = async ({ number }: Fault): Promise<NonNullable<Fault['again']>> => {
    const { status, ms } = await askOne(number);
    return { status, ms: Math.round(ms) };
  };
  await Promise.all(Array.from({ length: Number(values['at-once']) }, asker));
  for (const fault of [...before.faults, ...faults])
    all.push(hasEnded || fault.again ? fault : { ...fault, again: await again(fault) });
} finally {
  await service.kill();
  await rm(dataDir, { recursive: true, force: true });
}
const rows: Record<string, Row> = { ...before.rows };
for (const [name, all] of times) {
  const { p50Ms, maxMs } = spreadOf(all);
  const was = before.rows[name];
  rows[name] = {
    asked: (was?.asked ?? 0) + all.length,
    byStatus: sumOf(was?.byStatus ?? {}, statuses.get(name) ?? {}),
    p50Ms,
    slowestMs: Math.max(was?.slowestMs ?? 0, maxMs),
  };
}
const asked = Object.values(rows).reduce((sum, row) => sum + row.asked, 0);
const rssMib = { before: rss[0], max: Math.max(...rss), after: rss.at(-1) };
console.log(saveResult(RESULT, { asked, serviceEnded: hasEnded, rssMib, faults: all, rows }));
console.log(JSON.stringify({ asked, faults: all.length, hasEnded, rows }));
process.exitCode = all.length > 0 || hasEnded ? 1 : 0;
