/**
 * Pictures that are no photos: does every one get an answer and a reason, what does it cost in processor time and memory?
 *
 *     npx tsx --conditions=assay-source bench/verdict/badInput/badInput.ts [NAME ...]
 *
 * Every file (badPictures.ts) goes to a process of its own, which has an engine with one worker as the service has it and
 * has handled an ordinary picture before. As a query: `inspect` and the verdict of a service that stores nothing; then two
 * comparisons, with a stored file of the same picture and with another picture. As an upload: `examine` and `mark` with all
 * tracks. `cpuSeconds` is processor time of the whole process; `growthMib` is by how much its resident memory rose above
 * what it held before the job, at the height of it. Writes bench/results/verdict/bad-input.json after each file; named files
 * replace their rows. Linux only.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { AppError } from '@assay/core/errors';
import { type Decision, decide } from '@assay/core/verdict/decide';
import type { CandidateEvidence, Evidence } from '@assay/core/verdict/evidence';
import { createEngine } from '../../../packages/service/src/adapters/engine/engine.ts';
import { forbidTelemetry } from '../../../packages/service/src/adapters/models/noTelemetry.ts';
import type { Compared, Engine, Inspected } from '../../../packages/service/src/app/ports/verify/engine.ts';
import { saveResult } from '../../machine.ts';
import { BAD_PICTURES, type BadPicture } from './badPictures.ts';

const RESULT = 'verdict/bad-input';
const ASSET_ID = '00000000-0000-4000-8000-000000000000';
const TRACKS = { assetId: ASSET_ID, tracks: { a: true, b: true, c: true } };
const MIB = 1024 * 1024;

interface Cost {
  readonly cpuSeconds: number;
  readonly growthMib: number;
}

type Refused = Cost & { readonly refused: string };
type Judged = Cost & { readonly verdict: string; readonly why: string };

/** From /proc/self/status, MiB. `VmHWM` is the most that `VmRSS` was since the last reset. */
function memory(row: 'VmRSS' | 'VmHWM'): number {
  const kib = new RegExp(`^${row}:\\s+(\\d+)`, 'm').exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
  return Number(kib) / 1024;
}

async function measured<T>(work: () => Promise<T>): Promise<(T & Cost) | Refused> {
  const before = memory('VmRSS');
  // proc(5): 5 resets the peak of the resident set.
  writeFileSync('/proc/self/clear_refs', '5');
  const cpu = process.cpuUsage();
  let outcome: T | { readonly refused: string };
  try {
    outcome = await work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    outcome = { refused: `${error.code}: ${error.detail}` };
  }
  const { user, system } = process.cpuUsage(cpu);
  const cpuSeconds = Number(((user + system) / 1e6).toFixed(2));
  return { ...outcome, cpuSeconds, growthMib: Math.max(0, Math.round(memory('VmHWM') - before)) };
}

function judge({ facts, fingerprint, tracks, presence }: Inspected, compared: Compared | null): Decision {
  const candidate: CandidateEvidence | null = compared && {
    ...{ assetId: ASSET_ID, revokedAt: null, commitment: null, similarity: null, compared: true },
    localInliers: null,
    registration: compared.registration,
    keypoints: compared.keypoints,
    comparison: compared.difference,
    payloadZScore: compared.payloadZScore,
    markInRegion: compared.markInRegion,
    exifRestated: false,
  };
  const evidence: Evidence = {
    exact: null,
    // A payload that is read would name an asset of whoever stored it; here nobody did.
    tracks: tracks.map((track) => ({ ...track, assetId: null })),
    candidates: candidate ? [candidate] : [],
    c2pa: { state: 'none', bindingBroken: false, codes: [], signer: null },
    picture: { width: facts.width, height: facts.height, hashQuality: fingerprint.pdqQuality },
    presence: presence && presence.facts,
  };
  return decide(evidence);
}

const said = ({ verdict, details }: Decision) => ({ verdict, why: details });

async function asQuery(engine: Engine, bytes: Uint8Array, another: Uint8Array): Promise<object> {
  let inspected: Inspected | null = null;
  const unstored: Judged | Refused = await measured(async () => {
    inspected = await engine.inspect(bytes);
    return said(judge(inspected, null));
  });
  if ('refused' in unstored || inspected === null) return { alone: unstored };
  // Another file of the same pixels: what follows the end of a picture is not read.
  const stored = Buffer.concat([bytes, Buffer.of(0)]);
  const request = { query: bytes, mapSideMax: 1024, asset: { id: ASSET_ID, isMarked: true, isMarkRead: false } };
  const against = (reference: Uint8Array) =>
    measured(async () => said(judge(inspected as Inspected, await engine.compare({ ...request, reference }))));
  return { alone: unstored, againstItself: await against(stored), againstAnother: await against(another) };
}

function asUpload(engine: Engine, bytes: Uint8Array): Promise<object> {
  return measured(async () => {
    const { warnings } = await engine.examine(bytes);
    const marked = await engine.mark(bytes, TRACKS);
    const readable = marked.tracks.filter(({ detected }) => detected).map(({ track }) => track);
    return {
      readable,
      deliveredMib: Math.round((marked.delivered?.bytes.length ?? 0) / MIB),
      warnings: [...warnings, ...marked.warnings],
    };
  });
}

async function handle(file: string): Promise<object> {
  forbidTelemetry();
  const engine = createEngine({ watermarkKey: new Uint8Array(32).fill(7), threads: 1 });
  const grain = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const create = { width: 1200, height: 900, channels: 3, background: '#808080', noise: grain } as const;
  const another = new Uint8Array(await sharp({ create }).jpeg().toBuffer());
  // A worker of the service has loaded its models and compiled its loops long before.
  await engine.inspect(another);
  await engine.compare({ query: another, reference: Buffer.concat([another, Buffer.of(0)]), mapSideMax: 1024 });
  await engine.mark(another, TRACKS);
  const bytes = new Uint8Array(readFileSync(file));
  const heldMib = Math.round(memory('VmRSS'));
  const query = await asQuery(engine, bytes, another);
  const upload = await asUpload(engine, bytes);
  await engine.close();
  return { fileBytes: bytes.length, heldBeforeMib: heldMib, query, upload };
}

async function inProcessOfItsOwn({ name, make }: BadPicture, folder: string): Promise<object> {
  const file = path.join(folder, 'picture');
  writeFileSync(file, await make());
  const output = execFileSync(process.execPath, [...process.execArgv, import.meta.filename, CHILD, file], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  return {
    picture: name,
    ...(JSON.parse(output.trim().split('\n').at(-1) as string) as object),
    load: os.loadavg()[0],
  };
}

function earlierRows(): Record<string, object> {
  try {
    const file = path.resolve(import.meta.dirname, '../../results', `${RESULT}.json`);
    const { pictures } = JSON.parse(readFileSync(file, 'utf8')) as { pictures: { picture: string }[] };
    return Object.fromEntries(pictures.map((row) => [row.picture, row]));
  } catch {
    return {};
  }
}

async function run(names: readonly string[]): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'bad-input-'));
  const rows = names.length > 0 ? earlierRows() : {};
  try {
    for (const picture of BAD_PICTURES) {
      if (names.length > 0 && !names.includes(picture.name)) continue;
      rows[picture.name] = await inProcessOfItsOwn(picture, folder);
      console.log(JSON.stringify(rows[picture.name], null, 1));
      const pictures = BAD_PICTURES.flatMap(({ name }) => rows[name] ?? []);
      console.log(saveResult(RESULT, { load: os.loadavg()[0], pictures }));
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const CHILD = '--child';
const [first, second, ...rest] = process.argv.slice(2);
if (first === CHILD) console.log(JSON.stringify(await handle(second as string)));
else await run([first, second, ...rest].filter((name) => name !== undefined));
