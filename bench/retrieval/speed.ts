/**
 * CPU time of a fingerprint and of SIFT on one photo, enlarged to 12 megapixels and to 600 pixels:
 *     npx tsx --conditions=assay-source bench/retrieval/speed.ts PHOTO
 * CPU time rather than wall time, so that a busy machine disturbs less. Writes bench/results/fingerprint/speed.json.
 * @module
 */
import { sift } from '@assay/core/features/sift';
import { canvasOf } from '@assay/core/fingerprint/canvas';
import { CANVAS_SIDE_MAX, fingerprint } from '@assay/core/fingerprint/fingerprint';
import { hogLab } from '@assay/core/fingerprint/hogLab';
import { pdq } from '@assay/core/fingerprint/pdq';
import { fingerprintFeatures, siftVlad } from '@assay/core/fingerprint/siftVlad';
import { signHash } from '@assay/core/fingerprint/signHash';
import { luma } from '@assay/core/raster';
import sharp from 'sharp';
import { saveResult } from '../machine.ts';
import { fromSharp } from './rgbPicture.ts';

const RUNS = 7;

const photo = process.argv[2];
if (!photo) throw new Error('usage: bench/retrieval/speed.ts PHOTO');
const large = await fromSharp(sharp(photo).resize(4000, 3000, { fit: 'fill' }));
const small = luma(await fromSharp(sharp(photo).resize(600, 600, { fit: 'inside' })));
const canvas = canvasOf(large, CANVAS_SIDE_MAX);
const print = fingerprint(large);

const cpuMs = {
  'fingerprint, 4000 x 3000': cpuMsOf(() => fingerprint(large)),
  '  reduction to 512': cpuMsOf(() => canvasOf(large, CANVAS_SIDE_MAX)),
  '  PDQ': cpuMsOf(() => pdq(large)),
  '  HOG + Lab': cpuMsOf(() => hogLab(canvas)),
  '  SIFT-VLAD': cpuMsOf(() => siftVlad(fingerprintFeatures(canvas.luma))),
  'sign hash, 1024 numbers': cpuMsOf(() => signHash(print.embedding1024)),
  [`SIFT, ${small.width} x ${small.height}, ${sift(small).keypoints.count} features`]: cpuMsOf(() => sift(small)),
};
console.table(cpuMs);
console.log(saveResult('fingerprint/speed', { runs: RUNS, cpuMs }));

/** Median over the runs, milliseconds of user and system time. */
function cpuMsOf(work: () => unknown): number {
  const times = Array.from({ length: RUNS }, () => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  }).sort((a, b) => a - b);
  return Number((times[Math.floor(RUNS / 2)] as number).toFixed(1));
}
