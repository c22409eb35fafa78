// The watermark tracks as a plug-in of the attack bench: JSON lines on stdin and stdout, see benchProtocol.ts.
// Usage: node --import tsx --conditions=assay-source bench/robustness/plugin.ts --tracks abc [--strength-a X] [--strength-b X] [--strength-c X]
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import type { Raster } from '@assay/core/raster';
import { answerBenchLine } from '../../packages/cli/src/watermark/benchProtocol.ts';
import type { EmbedTracksOptions } from '@assay/core/watermark/embedTracks';
import { TRACK_IDS } from '@assay/core/watermark/tracks';
import sharp from 'sharp';
import { BENCH_KEYS } from './benchKeys.ts';
import { benchTracks } from './benchTracks.ts';

const { values } = parseArgs({
  options: {
    tracks: { type: 'string', default: 'ab' },
    ...Object.fromEntries(TRACK_IDS.map((id) => [`strength-${id}`, { type: 'string' as const }])),
  },
});

// The bench writes one file after the other under the same name: what libvips keeps of the last must not be taken for it.
sharp.cache(false);

async function read(path: string): Promise<Raster> {
  const { data, info } = await sharp(path).raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, channels: info.channels as Raster['channels'], depth: 8, data };
}

async function write(path: string, { width, height, channels, data }: Raster): Promise<void> {
  await sharp(data, { raw: { width, height, channels } }).png({ compressionLevel: 1 }).toFile(path);
}

const strengths: Record<string, number> = {};
for (const id of TRACK_IDS) {
  const typed = (values as Readonly<Record<string, string | undefined>>)[`strength-${id}`];
  if (typed) strengths[id] = Number(typed);
}
const options: EmbedTracksOptions = {
  tracks: benchTracks(values.tracks),
  keys: BENCH_KEYS,
  strengths,
};

const files = { read, write, nowMs: () => performance.now() };
for await (const line of createInterface({ input: process.stdin }))
  if (line.trim()) console.log(await answerBenchLine(line, files, options));
