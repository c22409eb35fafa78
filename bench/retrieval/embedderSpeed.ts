/**
 * Processor time of each embedder on one photo, its canvas and features given:
 *     npx tsx --conditions=assay-source bench/retrieval/embedderSpeed.ts PHOTO
 * Least and median of the runs: other work on the machine only ever adds. Writes bench/results/fingerprint/embedder-speed.json.
 * @module
 */
import { canvasOf } from '@assay/core/fingerprint/canvas';
import { type Embedder, HANDCRAFTED } from '@assay/core/fingerprint/embedder';
import { CANVAS_SIDE_MAX } from '@assay/core/fingerprint/fingerprint';
import { fingerprintFeatures } from '@assay/core/fingerprint/siftVlad';
import { BUILT_IN, loadEmbedders } from '../../packages/service/src/adapters/models/embedders.ts';
import { saveResult } from '../machine.ts';
import { readPicture } from './rgbPicture.ts';

const RUNS = 41;

const photo = process.argv[2];
if (!photo) throw new Error('usage: bench/retrieval/embedderSpeed.ts PHOTO');
const picture = await readPicture(photo);
const canvas = canvasOf(picture, CANVAS_SIDE_MAX);
const features = fingerprintFeatures(canvas.luma);
const { embedders } = loadEmbedders(BUILT_IN);

const cpuMs = Object.fromEntries(
  [
    ...new Set([HANDCRAFTED.embedding768, HANDCRAFTED.embedding1024, embedders.embedding768, embedders.embedding1024]),
  ].map((one) => [one.name, timesOf(one)]),
);
console.table(cpuMs);
console.log(saveResult('fingerprint/embedder-speed', { runs: RUNS, cpuMs }));

function timesOf(embedder: Embedder): { readonly least: number; readonly median: number } {
  const times = Array.from({ length: RUNS }, () => {
    const before = process.cpuUsage();
    embedder.embed({ picture, canvas, features });
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  }).sort((a, b) => a - b);
  const at = (index: number): number => Number((times[index] as number).toFixed(1));
  return { least: at(0), median: at(Math.floor(RUNS / 2)) };
}
