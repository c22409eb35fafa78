/**
 * Learns what the fingerprints need from photos and writes it into the core:
 *     npx tsx --conditions=assay-source training/fingerprintTables.ts PHOTOS
 * PHOTOS holds train/ and bsds/. Learned from are the `learned` photos of bench/retrieval/photoSets.ts: all of train/ but
 * the last 400 by name. The same photos give the same tables. The card is models/vlad-1024.md.
 * @module
 */
import fs from 'node:fs';
import path from 'node:path';
import { canvasOf } from '@assay/core/fingerprint/canvas';
import { rootHog } from '@assay/core/fingerprint/hogLab';
import { CANVAS_SIDE_MAX } from '@assay/core/fingerprint/fingerprint';
import { HOG_LENGTH } from '@assay/core/fingerprint/hogLayout';
import { project } from '@assay/core/features/pca';
import { DESCRIPTOR_LENGTH } from '@assay/core/features/localFeatures';
import { rootSift } from '@assay/core/features/rootSift';
import { DESCRIPTOR_DIMENSION, fingerprintFeatures, SIFT_VLAD_LENGTH } from '@assay/core/fingerprint/siftVlad';
import { photoSets } from '../bench/retrieval/photoSets.ts';
import { readPicture } from '../bench/retrieval/rgbPicture.ts';
import { seededRandom } from '../bench/verdict/random.ts';
import { kMeans } from './kMeans.ts';
import { principalAxes } from './principalAxes.ts';

const WORDS = SIFT_VLAD_LENGTH / DESCRIPTOR_DIMENSION;
const K_MEANS_ITERATIONS = 40;
const SEED = 20261120;
const TABLES = path.join(import.meta.dirname, '../packages/core/src/fingerprint');

const photos = process.argv[2];
if (!photos) throw new Error('usage: training/fingerprintTables.ts PHOTOS');
const { learned } = photoSets(photos);
const { descriptors, hogMean } = await measure(learned);

const projection = principalAxes(descriptors, DESCRIPTOR_DIMENSION);
const words = kMeans(
  project(descriptors, projection),
  DESCRIPTOR_DIMENSION,
  WORDS,
  K_MEANS_ITERATIONS,
  seededRandom(SEED).uniform,
);
writeTable('hogMean.ts', [['HOG_ROOT_MEAN', 'Mean of sqrt(unit(hog)), 576 numbers.', hogMean]]);
writeTable('vladCodebook.ts', [
  ['DESCRIPTOR_MEAN', 'Mean RootSIFT descriptor, 128 numbers.', projection.mean],
  ['DESCRIPTOR_AXES', `${DESCRIPTOR_DIMENSION} principal axes of RootSIFT, rows of 128 numbers.`, projection.axes],
  ['VLAD_WORDS', `${WORDS} words, rows of ${DESCRIPTOR_DIMENSION} numbers.`, words],
]);
console.log(`${learned.length} photos, ${descriptors.length / DESCRIPTOR_LENGTH} descriptors, seed ${SEED}`);

/** RootSIFT of all photos, and the mean of their root histograms. */
async function measure(files: readonly string[]) {
  const hogMean = new Float32Array(HOG_LENGTH);
  const parts: Float32Array[] = [];
  for (const file of files) {
    const canvas = canvasOf(await readPicture(file), CANVAS_SIDE_MAX);
    const hog = rootHog(canvas);
    for (let i = 0; i < HOG_LENGTH; i++) hogMean[i] = (hogMean[i] as number) + (hog?.[i] ?? 0) / files.length;
    parts.push(rootSift(fingerprintFeatures(canvas.luma).descriptors));
  }
  const descriptors = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    descriptors.set(part, at);
    at += part.length;
  }
  return { descriptors, hogMean };
}

function writeTable(file: string, tables: readonly (readonly [name: string, meaning: string, values: Float32Array])[]) {
  const lines = tables.map(([name, meaning, values]) => {
    const base64 = Buffer.from(values.buffer, values.byteOffset, values.byteLength).toString('base64');
    return `/** ${meaning} */\nexport const ${name} = floatsOfBase64(\n  '${base64}',\n);\n`;
  });
  const head = `/**
 * Written by training/fingerprintTables.ts; the card is models/vlad-1024.md. Do not edit.
 * @module
 */
import { floatsOfBase64 } from '../encoding/base64.ts';
`;
  fs.writeFileSync(path.join(TABLES, file), [head, ...lines].join('\n'));
}
