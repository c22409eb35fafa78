/**
 * What tracks A and B cost: processor time of embedding and extraction and peak memory for pictures of 0.15, 0.4, 12 and
 * 40 megapixels, beside decoding and encoding the same JPEG with sharp in the same process.
 *
 *     npx tsx --conditions=source bench/speed/watermark.ts [MEGAPIXELS ...]
 *
 * Writes bench/results/watermark-speed.json. Each size runs in a process of its own, so that peaks do not mix. Processor
 * time grows with what else the machine does (shared caches and threads), so read it beside that of sharp.
 */
import { execFileSync } from 'node:child_process';
import { loadavg } from 'node:os';
import type { Raster } from '@assay/core/raster';
import { renderScene } from '@assay/core/scene/renderScene';
import { embedTracks, extractTracks } from '@assay/core/watermark/marking';
import { trackA } from '@assay/core/watermark/trackA';
import { trackB } from '@assay/core/watermark/trackB';
import { deriveTrackKey } from '@assay/core/watermark/trackKey';
import sharp from 'sharp';
import { saveResult } from '../machine.ts';

const KEY = new Uint8Array(32).fill(7);
const MARKING = {
  tracks: [trackA, trackB],
  keys: { a: deriveTrackKey(KEY, 'a'), b: deriveTrackKey(KEY, 'b') },
};
const PAYLOAD = Uint8Array.from({ length: 16 }, (_, i) => 31 * i + 5);
/** Runs of each operation; the quickest counts, because other work can only add. Large pictures run once. */
const RUNS = 3;
const LARGE_MEGAPIXELS = 4;
const WARM_UP_MEGAPIXELS = 0.15;

/** An invented landscape of aspect 3:2, enlarged if need be, with grain at its own scale. */
async function picture(megapixels: number): Promise<Raster> {
  const height = Math.round(Math.sqrt((megapixels * 1e6) / 1.5));
  const width = Math.round(height * 1.5);
  const scene = renderScene({ width: Math.min(width, 1536), height: Math.min(height, 1024), seed: 3 });
  const data = await sharp(scene.data, { raw: { width: scene.width, height: scene.height, channels: 3 } })
    .resize(width, height)
    .raw()
    .toBuffer();
  let noise = 1;
  for (let i = 0; i < data.length; i++) {
    noise = (Math.imul(noise, 1664525) + 1013904223) >>> 0;
    data[i] = Math.min(255, Math.max(0, (data[i] as number) + ((noise >>> 29) - 3)));
  }
  return { width, height, channels: 3, depth: 8, data };
}

function peakMib(): number {
  return Math.round(process.resourceUsage().maxRSS / 1024);
}

/** The result of `runs` runs and the least processor time of all threads, user and system, milliseconds. */
async function timed<T>(
  runs: number,
  run: () => T | Promise<T>,
): Promise<{ readonly result: T; readonly cpuMs: number }> {
  let cpuMs = Number.POSITIVE_INFINITY;
  let result = undefined as T;
  for (let i = 0; i < runs; i++) {
    const before = process.cpuUsage();
    result = await run();
    const { user, system } = process.cpuUsage(before);
    cpuMs = Math.min(cpuMs, (user + system) / 1000);
  }
  return { result, cpuMs: Math.round(cpuMs) };
}

function detected(readings: ReturnType<typeof extractTracks>): string {
  return readings.map(({ id, extraction }) => `${id}: ${extraction.detected}`).join(', ');
}

async function measure(megapixels: number): Promise<object> {
  const small = await picture(WARM_UP_MEGAPIXELS);
  extractTracks(embedTracks(small, PAYLOAD, MARKING).picture, MARKING);
  extractTracks(small, MARKING);
  const original = await picture(megapixels);
  const { width, height } = original;
  const runs = megapixels > LARGE_MEGAPIXELS ? 1 : RUNS;
  const peakBeforeMib = peakMib();
  const embedded = await timed(runs, () => embedTracks(original, PAYLOAD, MARKING));
  const peakEmbeddingMib = peakMib();
  const marked = await timed(runs, () => extractTracks(embedded.result.picture, MARKING));
  const unmarked = await timed(runs, () => extractTracks(original, MARKING));
  const jpeg = (): Promise<Buffer> =>
    sharp(original.data, { raw: { width, height, channels: 3 } })
      .jpeg({ quality: 90 })
      .toBuffer();
  const encoded = await timed(runs, jpeg);
  const decoded = await timed(runs, () => sharp(encoded.result).raw().toBuffer());
  return {
    megapixels,
    embedCpuMs: embedded.cpuMs,
    extractMarkedCpuMs: marked.cpuMs,
    extractUnmarkedCpuMs: unmarked.cpuMs,
    sharpDecodeCpuMs: decoded.cpuMs,
    sharpEncodeCpuMs: encoded.cpuMs,
    // Of the whole process, with the picture, Node and tsx; then after embedding A and B.
    peakBeforeMib,
    peakEmbeddingMib,
    // What was done, so that a fast failure is not taken for speed.
    outcome: `${embedded.result.psnrDb.toFixed(2)} dB, SSIM ${embedded.result.ssim.toFixed(4)}; read ${detected(marked.result)}; unmarked ${detected(unmarked.result)}`,
  };
}

function runAll(sizes: readonly number[]): void {
  const measurements: object[] = [];
  for (const megapixels of sizes) {
    const load = loadavg()[0];
    const args = [...process.execArgv, import.meta.filename, 'measure', String(megapixels)];
    const text = execFileSync(process.execPath, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
    measurements.push({ ...(JSON.parse(text) as object), load });
    console.log(JSON.stringify(measurements.at(-1)));
  }
  console.log(saveResult('watermark-speed', { measurements }));
}

const [command, ...rest] = process.argv.slice(2);
if (command === 'measure') process.stdout.write(JSON.stringify(await measure(Number(rest[0]))));
else runAll(process.argv.length > 2 ? process.argv.slice(2).map(Number) : [0.15, 0.4, 12, 40]);
