/**
 * What the engine costs: milliseconds and peak memory of each job for pictures of 0.4, 12 and 40 megapixels, and how
 * long the main thread's event loop was late meanwhile. Every job runs in a process of its own, so that peaks do not mix.
 *
 *     npx tsx --conditions=assay-source bench/speed/engine.ts [MEGAPIXELS ...]
 *
 * Writes bench/results/service/engine-node<major>.json. `ms` depends on what else the machine does (`load`: runnable threads before
 * the job), `cpuMs` hardly.
 */
import { execFileSync } from 'node:child_process';
import { loadavg } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { renderScene } from '@assay/core/scene/renderScene';
import { createEngine } from '@assay/service/adapters/engine/engine';
import sharp from 'sharp';
import { saveResult } from '../machine.ts';

const JOBS = ['examine', 'inspect', 'mark', 'compare'] as const;
type Job = (typeof JOBS)[number];

interface Measurement {
  readonly job: Job;
  readonly megapixels: number;
  readonly fileBytes: number;
  readonly ms: number;
  /** Processor time of all threads, user and system. */
  readonly cpuMs: number;
  /** Peak resident memory of the whole process, MiB: worker, main thread, and about 120 MiB that Node and tsx take. */
  readonly peakRssMib: number;
  readonly eventLoopLagMs: { readonly p99: number; readonly max: number };
  /** What the job said, so that a fast failure is not taken for speed. */
  readonly outcome: string;
}

const KEY = new Uint8Array(32).fill(7);
const ASSET_ID = '01980a5e-7c3b-7d2e-8f10-a1b2c3d4e5f6';

/** A JPEG of quality 90 and aspect 3:2: an invented landscape, enlarged if need be, with grain at its own scale. */
async function picture(megapixels: number): Promise<Buffer> {
  const height = Math.round(Math.sqrt((megapixels * 1e6) / 1.5));
  const width = Math.round(height * 1.5);
  const scene = renderScene({ width: Math.min(width, 1536), height: Math.min(height, 1024), seed: 3 });
  const grown = await sharp(scene.data, { raw: { width: scene.width, height: scene.height, channels: 3 } })
    .resize(width, height)
    .raw()
    .toBuffer();
  let noise = 1;
  for (let i = 0; i < grown.length; i++) {
    noise = (Math.imul(noise, 1664525) + 1013904223) >>> 0;
    grown[i] = Math.min(255, Math.max(0, (grown[i] as number) + ((noise >>> 29) - 3)));
  }
  return sharp(grown, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 90 })
    .toBuffer();
}

async function perform(engine: ReturnType<typeof createEngine>, job: Job, bytes: Uint8Array): Promise<string> {
  switch (job) {
    case 'examine':
      return `pdq quality ${(await engine.examine(bytes)).fingerprint.pdqQuality}`;
    case 'inspect':
      return (await engine.inspect(bytes)).tracks.map(({ track, detected }) => `${track}: ${detected}`).join(', ');
    case 'mark': {
      const marked = await engine.mark(bytes, { assetId: ASSET_ID, tracks: { a: true, b: true, c: false } });
      const tracks = marked.tracks.map(({ track, detected }) => `${track}: ${detected}`).join(', ');
      return `${tracks}, ${marked.psnrDb?.toFixed(2)} dB, ${marked.delivered?.bytes.length} bytes`;
    }
    case 'compare': {
      const request = { query: bytes, reference: bytes, mapSideMax: 640 };
      return `inliers ${(await engine.compare(request)).registration?.inliers}`;
    }
  }
}

/** Milliseconds with one decimal. */
function late(nanoseconds: number): number {
  return Math.round(nanoseconds / 1e5) / 10;
}

/** In a process of its own: one job on a warm worker. */
async function measure(job: Job, megapixels: number): Promise<Measurement> {
  const bytes = execFileSync(
    process.execPath,
    [...process.execArgv, import.meta.filename, 'picture', String(megapixels)],
    {
      maxBuffer: 1 << 30,
    },
  );
  const engine = createEngine({ watermarkKey: KEY, threads: 1 });
  const small = execFileSync(process.execPath, [...process.execArgv, import.meta.filename, 'picture', '0.1']);
  await perform(engine, job, small);
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const cpu = process.cpuUsage();
  const start = performance.now();
  const outcome = await perform(engine, job, bytes);
  const ms = Math.round(performance.now() - start);
  const { user, system } = process.cpuUsage(cpu);
  delay.disable();
  await engine.close();
  return {
    job,
    megapixels,
    fileBytes: bytes.length,
    ms,
    cpuMs: Math.round((user + system) / 1000),
    peakRssMib: Math.round(process.resourceUsage().maxRSS / 1024),
    eventLoopLagMs: { p99: late(delay.percentile(99)), max: late(delay.max) },
    outcome,
  };
}

function runAll(sizes: readonly number[]): void {
  const measurements: Measurement[] = [];
  for (const megapixels of sizes)
    for (const job of JOBS) {
      const load = loadavg()[0];
      const args = [...process.execArgv, import.meta.filename, 'measure', job, String(megapixels)];
      const text = execFileSync(process.execPath, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
      const measurement = { ...(JSON.parse(text) as Measurement), load };
      measurements.push(measurement);
      console.log(JSON.stringify(measurement));
    }
  console.log(saveResult(`service/engine-node${process.versions.node.split('.')[0]}`, { measurements }));
}

const [command, ...rest] = process.argv.slice(2);
if (command === 'picture') process.stdout.write(await picture(Number(rest[0])));
else if (command === 'measure') process.stdout.write(JSON.stringify(await measure(rest[0] as Job, Number(rest[1]))));
else runAll(process.argv.length > 2 ? process.argv.slice(2).map(Number) : [0.4, 12, 40]);
