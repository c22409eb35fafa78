/**
 * Marked over: pictures of ours marked again, by the same service for another owner or by another service with another key. Is the
 * first payload still read?
 *
 *     ASSAY_PHOTOS=DIR npx tsx --conditions=assay-source bench/robustness/markedOver.ts [PHOTOS]
 *
 * Photos resized to 768 x 512, all tracks, at the usual strengths; read untouched and after JPEG. Pictures that were marked once must show
 * nothing beneath. Writes bench/results/robustness/marked-over.json.
 */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import type { Raster } from '@assay/core/raster';
import { keyedStream } from '@assay/core/signal/keyedStream';
import { psnr } from '@assay/core/signal/metrics';
import { embedTracks } from '@assay/core/watermark/embedTracks';
import { extractTracks } from '@assay/core/watermark/extractTracks';
import { analysePicture } from '@assay/core/watermark/tile/spectrum/pictureAnalysis';
import { deriveTrackKey, type TrackKeys } from '@assay/core/watermark/trackKey';
import { saveResult } from '../machine.ts';
import { PHOTOS } from '../verdict/pictures.ts';
import { BENCH_KEYS } from './benchKeys.ts';
import { benchTracks } from './benchTracks.ts';

const [photos = 20] = process.argv.slice(2).map(Number);
const SIZE = { width: 768, height: 512 };
const HANDLING = { untouched: null, jpeg85: 85, jpeg60: 60 } as const;
const tracks = benchTracks('abc');
const otherSecret = new Uint8Array(32).fill(9);
const OTHER_KEYS: TrackKeys = Object.fromEntries(tracks.map(({ id }) => [id, deriveTrackKey(otherSecret, id)]));

/** Spread over the folder. */
const names = readdirSync(path.join(PHOTOS, 'train')).filter((name) => name.endsWith('.jpg'));
const taken = names
  .sort()
  .filter((_, i) => i % Math.floor(names.length / photos) === 0)
  .slice(0, photos);

async function photo(name: string): Promise<Raster> {
  const image = sharp(path.join(PHOTOS, 'train', name))
    .resize({ ...SIZE, fit: 'fill' })
    .removeAlpha();
  const data = await image.toColourspace('srgb').raw().toBuffer();
  return { ...SIZE, channels: 3, depth: 8, data: new Uint8Array(data) };
}

async function handled(picture: Raster, quality: number | null): Promise<Raster> {
  if (quality === null) return picture;
  const raw = sharp(picture.data, { raw: { ...SIZE, channels: 3 } });
  const data = await sharp(await raw.jpeg({ quality }).toBuffer())
    .raw()
    .toBuffer();
  return { ...picture, data: new Uint8Array(data) };
}

/** Payloads on top and beneath, as hexadecimal numbers. */
function readBoth(picture: Raster): { readonly top: readonly string[]; readonly beneath: readonly string[] } {
  const analysis = analysePicture(picture);
  const read = extractTracks(picture, { tracks, keys: BENCH_KEYS, analysis });
  const hex = (payload: Uint8Array | null | undefined): string[] =>
    payload ? [Buffer.from(payload).toString('hex')] : [];
  return {
    top: read.flatMap(({ extraction }) => hex(extraction.payload)),
    beneath: tracks.flatMap((track, i) => {
      const { extraction } = read[i] as (typeof read)[number];
      const key = BENCH_KEYS[track.id];
      return key ? hex(track.payloadBeneath?.(analysis, extraction, key)) : [];
    }),
  };
}

const stream = keyedStream(BENCH_KEYS['a'] as TrackKeys[string], 'payloads');
const payloadOf = (): Uint8Array => Uint8Array.from({ length: 16 }, () => stream.below(256));
const count = (): Record<string, number> => Object.fromEntries(Object.keys(HANDLING).map((name) => [name, 0]));
const [firstBeneath, secondOnTop, firstUnderOtherKey, falselyBeneath] = [count(), count(), count(), count()];
const quality: number[] = [];
for (const name of taken) {
  const original = await photo(name);
  const [first, second] = [payloadOf(), payloadOf()];
  const [firstHex, secondHex] = [first, second].map((payload) => Buffer.from(payload).toString('hex')) as [
    string,
    string,
  ];
  const once = embedTracks(original, first, { tracks, keys: BENCH_KEYS }).picture;
  const over = embedTracks(once, second, { tracks, keys: BENCH_KEYS }).picture;
  const foreign = embedTracks(once, second, { tracks, keys: OTHER_KEYS }).picture;
  quality.push(psnr(original, over));
  for (const [handling, jpeg] of Object.entries(HANDLING)) {
    const add = (to: Record<string, number>, isSo: boolean) => (to[handling] = (to[handling] ?? 0) + Number(isSo));
    const both = readBoth(await handled(over, jpeg));
    add(firstBeneath, [...both.top, ...both.beneath].includes(firstHex));
    add(secondOnTop, both.top.includes(secondHex));
    add(firstUnderOtherKey, readBoth(await handled(foreign, jpeg)).top.includes(firstHex));
    add(falselyBeneath, readBoth(await handled(once, jpeg)).beneath.length > 0);
  }
}
const psnrDb = Number((quality.reduce((sum, value) => sum + value, 0) / quality.length).toFixed(2));
const result = { photos: taken.length, psnrDb, firstBeneath, secondOnTop, firstUnderOtherKey, falselyBeneath };
console.log(saveResult('robustness/marked-over', result), JSON.stringify(result));
process.exit(0);
