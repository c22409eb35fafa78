/**
 * The picture as the service delivers it before coding: tracks A and B of one asset, or C too. Marking takes seconds, so results
 * are kept as PNG under `.cache/bench/marked`, each with the commit of the watermark that made it; delete the folder to
 * have all made anew.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import type { Raster } from '@assay/core/raster';
import { embedTracks } from '@assay/core/watermark/embedTracks';
import { encipherPayload } from '@assay/core/watermark/payload/payloadCipher';
import { plainTracks } from '@assay/core/watermark/tracks';
import type { WatermarkTrack } from '@assay/core/watermark/watermarkTrack';
import { installedTracks } from '../../packages/service/src/adapters/engine/installedTracks.ts';
import { SETTINGS } from './library.ts';
import { trackKeys } from '../../packages/service/src/adapters/engine/tracks.ts';
import { piped, rasterOf } from './pictures.ts';

/** Any will do: nothing secret is marked here. */
export const MARK_KEY = new Uint8Array(32).fill(7);
const FOLDER = path.resolve(import.meta.dirname, '../../.cache/bench/marked');

const watermarkCommit = execFileSync(
  'git',
  ['log', '-1', '--format=%h', '--', 'packages/core/src/watermark', 'packages/core/src/signal'],
  { encoding: 'utf8' },
).trim();

export interface Marked {
  readonly picture: Raster;
  /** What the tracks name. */
  readonly assetId: string;
  /** Commit of the watermark that marked it. */
  readonly commit: string;
}

const hashOf = ({ data }: Raster): string => createHash('sha256').update(data).digest('hex');

/** What the tracks of a picture name, marked or not: an asset id that depends on the picture alone. */
export const assetIdOf = (picture: Raster): string => asAssetId(hashOf(picture));

function asAssetId(hash: string): string {
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-4${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}

/** Which tracks a picture is marked with: those that need no network, or all that an upload gets. */
export type MarkedWith = 'A+B' | 'A+B+C';

const tracksOf = (marks: MarkedWith): readonly WatermarkTrack[] =>
  marks === 'A+B' ? plainTracks() : installedTracks(SETTINGS.modelFolders).tracks.map(({ track }) => track);

export async function marked(picture: Raster, marks: MarkedWith = 'A+B'): Promise<Marked> {
  const hash = hashOf(picture);
  const assetId = asAssetId(hash);
  fs.mkdirSync(FOLDER, { recursive: true });
  const name = `${hash.slice(0, 32)}-${marks === 'A+B' ? '' : 'abc-'}${watermarkCommit}.png`;
  const file = path.join(FOLDER, name);
  if (fs.existsSync(file)) return { picture: await rasterOf(sharp(file)), assetId, commit: watermarkCommit };
  const marking = embedTracks(picture, encipherPayload(assetId, MARK_KEY), {
    tracks: tracksOf(marks),
    keys: trackKeys(MARK_KEY),
  });
  await piped(marking.picture).png({ compressionLevel: 3 }).toFile(`${file}.${process.pid}`);
  fs.renameSync(`${file}.${process.pid}`, file);
  return { picture: marking.picture, assetId, commit: watermarkCommit };
}
