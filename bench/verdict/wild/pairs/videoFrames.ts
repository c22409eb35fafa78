/**
 * Two frames of a video a little apart: videos below the folders of ASSAY_VIDEOS (separated by colons; unpacked Debian packages),
 * read by ffmpeg. Without either there are none.
 */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { fromSharp, type RgbPicture } from '../../../retrieval/rgbPicture.ts';
import type { Random } from '../../random.ts';
import { between } from '../pixels.ts';
import type { Pair } from './exposures.ts';

const FOLDERS = (process.env.ASSAY_VIDEOS ?? '').split(':').filter((folder) => fs.existsSync(folder));

/** Every video there is, or none, with a line that says why. */
export function videoFiles(): string[] {
  if (spawnSync('ffmpeg', ['-version']).status !== 0) {
    console.log('no pairs of video frames: ffmpeg is not installed');
    return [];
  }
  const files = FOLDERS.flatMap((folder) =>
    fs
      .readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:webm|ogv|mp4|mkv|avi|mov|mpe?g)$/i.test(name))
      .sort()
      .map((name) => path.join(folder, name)),
  );
  if (files.length === 0) console.log('no pairs of video frames: no videos below ASSAY_VIDEOS');
  return files;
}

async function frameAt(file: string, seconds: number): Promise<RgbPicture | null> {
  const where = ['-ss', seconds.toFixed(3), '-i', file, '-frames:v', '1', '-f', 'image2pipe', '-c:v', 'png', '-'];
  const { stdout, status } = spawnSync('ffmpeg', ['-v', 'error', ...where], { maxBuffer: 2 ** 28 });
  return status === 0 && stdout.length > 0 ? fromSharp(sharp(stdout)) : null;
}

/** Seconds; 0 where the file does not say. */
function durationOf(file: string): number {
  const what = ['-show_entries', 'format=duration', '-of', 'csv=p=0'];
  const seconds = Number(spawnSync('ffprobe', ['-v', 'error', ...what, file], { encoding: 'utf8' }).stdout);
  return Number.isFinite(seconds) ? seconds : 0;
}

/** Null if there are no two different frames there. */
export async function twoFrames(file: string, random: Random): Promise<Pair | null> {
  const duration = durationOf(file);
  const start = between(random, 0, 0.8 * duration);
  const reference = await frameAt(file, start);
  const query = await frameAt(file, Math.min(0.98 * duration, start + 2 ** between(random, -4, 1)));
  if (!reference || !query || Buffer.compare(query.data, reference.data) === 0) return null;
  return { reference, query };
}
