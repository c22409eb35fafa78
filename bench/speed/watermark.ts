/**
 * What tracks A and B cost, and track C: processor time of embedding and extraction and peak memory for pictures of 0.15,
 * 0.4, 12 and 40 megapixels, beside decoding and encoding the same JPEG with sharp, in turns in the same process: medians of several
 * rounds, and of the ratios within a round.
 *
 *     npx tsx --conditions=assay-source bench/speed/watermark.ts [MEGAPIXELS ...]
 *
 * Writes bench/results/watermark/speed.json. Each size runs in a process of its own, so that peaks do not mix. Processor
 * time grows with what else the machine does (shared caches and threads), so read the ratios.
 */
import { execFileSync } from 'node:child_process';
import { loadavg } from 'node:os';
import type { Raster } from '@assay/core/raster';
import { renderScene } from '@assay/core/scene/renderScene';
import { embedTracks } from '@assay/core/watermark/embedTracks';
import { extractTracks } from '@assay/core/watermark/extractTracks';
import sharp from 'sharp';
import { saveResult } from '../machine.ts';
import { BENCH_KEYS } from '../robustness/benchKeys.ts';
import { benchTracks, hasTrackC } from '../robustness/benchTracks.ts';

const PAYLOAD = Uint8Array.from({ length: 16 }, (_, i) => 31 * i + 5);
/** Rounds in which every operation runs once, so that what else the machine does meets all of them alike. */
const ROUNDS = 9;
const ROUNDS_LARGE = 5;
const LARGE_MEGAPIXELS = 4;

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

/** The result of a run and its processor time of all threads, user and system, milliseconds. */
async function timed<T>(run: () => T | Promise<T>): Promise<{ readonly result: T; readonly cpuMs: number }> {
  const before = process.cpuUsage();
  const result = await run();
  const { user, system } = process.cpuUsage(before);
  return { result, cpuMs: (user + system) / 1000 };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] as number;
}

function detected(readings: ReturnType<typeof extractTracks>): string {
  return readings.map(({ id, extraction }) => `${id}: ${extraction.detected}`).join(', ');
}

/** Processor times of one round, milliseconds. */
interface Round {
  readonly embed: number;
  readonly extractMarked: number;
  readonly extractUnmarked: number;
  readonly decode: number;
  readonly encode: number;
}

async function measure(megapixels: number, letters: string): Promise<object> {
  const marking = { tracks: benchTracks(letters), keys: BENCH_KEYS };
  // One thread, as the tracks have one.
  sharp.concurrency(1);
  const original = await picture(megapixels);
  const raw = { width: original.width, height: original.height, channels: 3 } as const;
  const peakBeforeMib = peakMib();
  const embed = () => embedTracks(original, PAYLOAD, marking);
  const embedded = embed();
  const peakEmbeddingMib = peakMib();
  const encode = (): Promise<Buffer> => sharp(original.data, { raw }).jpeg({ quality: 90 }).toBuffer();
  const file = await encode();
  const decode = (): Promise<Buffer> => sharp(file).raw().toBuffer();
  const marked = () => extractTracks(embedded.picture, marking);
  const unmarked = () => extractTracks(original, marking);
  const [ofMarked, ofUnmarked] = [marked(), unmarked()];
  await decode();
  const rounds: Round[] = [];
  for (let i = 0; i < (megapixels > LARGE_MEGAPIXELS ? ROUNDS_LARGE : ROUNDS); i++)
    rounds.push({
      encode: (await timed(encode)).cpuMs,
      extractMarked: (await timed(marked)).cpuMs,
      decode: (await timed(decode)).cpuMs,
      extractUnmarked: (await timed(unmarked)).cpuMs,
      embed: (await timed(embed)).cpuMs,
    });
  const cpuMs = (of: keyof Round): number => Number(median(rounds.map((round) => round[of])).toFixed(1));
  const ratio = (of: keyof Round): number =>
    Number(median(rounds.map((round) => round[of] / (round.decode + round.encode))).toFixed(2));
  return {
    tracks: letters,
    megapixels,
    rounds: rounds.length,
    embedCpuMs: cpuMs('embed'),
    extractMarkedCpuMs: cpuMs('extractMarked'),
    extractUnmarkedCpuMs: cpuMs('extractUnmarked'),
    sharpDecodeCpuMs: cpuMs('decode'),
    sharpEncodeCpuMs: cpuMs('encode'),
    // Times of one round over sharp's decoding and encoding in the same round.
    embedRatio: ratio('embed'),
    extractMarkedRatio: ratio('extractMarked'),
    extractUnmarkedRatio: ratio('extractUnmarked'),
    // Of the whole process, with the picture, Node and tsx; then after embedding.
    peakBeforeMib,
    peakEmbeddingMib,
    // What was done, so that a fast failure is not taken for speed.
    outcome: `${embedded.psnrDb.toFixed(2)} dB, SSIM ${embedded.ssim.toFixed(4)}; read ${detected(ofMarked)}; unmarked ${detected(ofUnmarked)}`,
  };
}

function runAll(sizes: readonly number[]): void {
  const measurements: object[] = [];
  for (const letters of hasTrackC() ? ['ab', 'c'] : ['ab'])
    for (const megapixels of sizes) {
      const load = loadavg()[0];
      const args = [...process.execArgv, import.meta.filename, 'measure', String(megapixels), letters];
      const text = execFileSync(process.execPath, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
      measurements.push({ ...(JSON.parse(text) as object), load });
      console.log(JSON.stringify(measurements.at(-1)));
    }
  console.log(saveResult('watermark/speed', { measurements }));
}

const [command, ...rest] = process.argv.slice(2);
if (command === 'measure') process.stdout.write(JSON.stringify(await measure(Number(rest[0]), String(rest[1]))));
else runAll(process.argv.length > 2 ? process.argv.slice(2).map(Number) : [0.15, 0.4, 12, 40]);
