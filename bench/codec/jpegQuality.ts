/**
 * What the quality of a delivered JPEG costs in bytes and gives in legibility of the marks: the table of
 * docs/reference/formats.md. Reads the first photos of ASSAY_PHOTOS/bsds, recompressed to quality 80 as sources.
 *
 *     ASSAY_PHOTOS=FOLDER npx tsx --conditions=assay-source bench/codec/jpegQuality.ts [COUNT]
 *
 * Writes bench/results/codec/jpeg-quality.json.
 */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Raster } from '@assay/core/raster';
import { psnr } from '@assay/core/signal/metrics';
import { embedTracks } from '@assay/core/watermark/embedTracks';
import { encipherPayload } from '@assay/core/watermark/payload/payloadCipher';
import { plainTracks } from '@assay/core/watermark/tracks';
import { findTracks, trackKeys } from '@assay/service/adapters/engine/tracks';
import sharp from 'sharp';
import { saveResult } from '../machine.ts';

const KEY = new Uint8Array(32).fill(7);
const ASSET_ID = '01980a5e-7c3b-7d2e-8f10-a1b2c3d4e5f6';
const QUALITIES = [80, 85, 90, 92, 95, 98];
const SAMPLINGS = ['4:2:0', '4:4:4'];
const SOURCE_QUALITY = 80;

async function decode(file: Buffer): Promise<Raster> {
  const { data, info } = await sharp(file).toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, channels: 3, depth: 8, data };
}

const folder = process.env.ASSAY_PHOTOS;
if (folder === undefined) throw new Error('set ASSAY_PHOTOS to a folder that holds bsds/');
const photos = path.join(folder, 'bsds');
const names = readdirSync(photos)
  .filter((name) => /\.(?:jpg|png)$/.test(name))
  .sort()
  .slice(0, Number(process.argv[2] ?? 8));

const rows = QUALITIES.flatMap((quality) =>
  SAMPLINGS.map((sampling) => ({ quality, sampling, sizeRatio: 0, marksRead: 0, pilotZScore: 0, psnrDb: 0 })),
);
for (const name of names) {
  const source = await sharp(path.join(photos, name)).jpeg({ quality: SOURCE_QUALITY }).toBuffer();
  const original = await decode(source);
  const { width, height } = original;
  const payload = encipherPayload(ASSET_ID, KEY);
  const { picture } = embedTracks(original, payload, { tracks: plainTracks(), keys: trackKeys(KEY) });
  for (const row of rows) {
    const options = { quality: row.quality, chromaSubsampling: row.sampling };
    const file = await sharp(picture.data, { raw: { width, height, channels: 3 } })
      .jpeg(options)
      .toBuffer();
    const delivered = await decode(file);
    const found = findTracks(delivered, { watermarkKey: KEY, modelFolders: { c: null } });
    row.sizeRatio += file.length / source.length / names.length;
    row.marksRead += found.filter(({ assetId }) => assetId === ASSET_ID).length;
    for (const { pilotZScore } of found) row.pilotZScore += pilotZScore / found.length / names.length;
    row.psnrDb += psnr(original, delivered) / names.length;
  }
  console.log(name);
}
console.table(rows);
console.log(
  saveResult('codec/jpeg-quality', { sourceQuality: SOURCE_QUALITY, photos: names, marks: 2 * names.length, rows }),
);
