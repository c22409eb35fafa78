/**
 * The picture as the service delivers it before coding: tracks A and B of one asset. Marking takes seconds, so results
 * are kept as PNG in a temporary folder, under the picture's hash and the commit of the watermark.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import type { Raster } from '@assay/core/raster';
import { embedTracks } from '@assay/core/watermark/marking';
import { encipherPayload } from '@assay/core/watermark/payloadCipher';
import { INSTALLED_TRACKS, trackKeys } from '../../packages/service/src/adapters/engine/tracks.ts';
import { piped, rasterOf } from './pictures.ts';

/** Any will do: nothing secret is marked here. */
const KEY = new Uint8Array(32).fill(7);
const FOLDER = path.join(os.tmpdir(), 'assay-bench-marked');

const watermarkCommit = execFileSync(
  'git',
  ['log', '-1', '--format=%h', '--', 'packages/core/src/watermark', 'packages/core/src/signal'],
  { encoding: 'utf8' },
).trim();

/** An asset id that depends on the picture alone. */
function assetIdOf(hash: string): string {
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-4${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}

export async function marked(picture: Raster): Promise<Raster> {
  const hash = createHash('sha256').update(picture.data).digest('hex');
  const file = path.join(FOLDER, `${watermarkCommit}-${hash.slice(0, 32)}.png`);
  if (fs.existsSync(file)) return rasterOf(sharp(file));
  const marking = embedTracks(picture, encipherPayload(assetIdOf(hash), KEY), {
    tracks: INSTALLED_TRACKS,
    keys: trackKeys(KEY),
  });
  fs.mkdirSync(FOLDER, { recursive: true });
  const unfinished = `${file}.${process.pid}`;
  await piped(marking.picture).png({ compressionLevel: 3 }).toFile(unfinished);
  fs.renameSync(unfinished, file);
  return marking.picture;
}
