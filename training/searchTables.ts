/**
 * Learns the tables of local search from photos and writes them into the core:
 *     npx tsx --conditions=assay-source training/searchTables.ts PHOTOS
 * PHOTOS holds train/ and bsds/; learned from are the `learned` photos of bench/retrieval/photoSets.ts. The same photos
 * give the same tables. The card is models/local-search.md.
 * @module
 */
import fs from 'node:fs';
import path from 'node:path';
import { DESCRIPTOR_LENGTH } from '@assay/core/features/localFeatures';
import { project } from '@assay/core/features/pca';
import { rootSift } from '@assay/core/features/rootSift';
import { canvasOf } from '@assay/core/fingerprint/canvas';
import { CANVAS_SIDE_MAX } from '@assay/core/fingerprint/fingerprint';
import { fingerprintFeatures } from '@assay/core/fingerprint/siftVlad';
import { nearestWord } from '@assay/core/features/vlad';
import { photoSets } from '../bench/retrieval/photoSets.ts';
import { readPicture } from '../bench/retrieval/rgbPicture.ts';
import { type Random, seededRandom } from '../bench/verdict/random.ts';
import { kMeans } from './kMeans.ts';
import { principalAxes } from './principalAxes.ts';

const LENGTH = 48;
const STEPS = 256;
const COARSE = 64;
const FINE = 64;
const SIGNATURE_BITS = 64;
const ITERATIONS = 12;
const SEED = 20261121;

const photos = process.argv[2];
if (!photos) throw new Error('usage: training/searchTables.ts PHOTOS');
const { learned } = photoSets(photos);
const descriptors = await describeAll(learned);
const projection = principalAxes(descriptors, LENGTH);
const rows = project(descriptors, projection);
const random = seededRandom(SEED);
const coarse = kMeans(rows, LENGTH, COARSE, ITERATIONS, random.uniform);
const fine = fineCentres(rows, coarse, random);
writeTables();
console.log(`${learned.length} photos, ${descriptors.length / DESCRIPTOR_LENGTH} descriptors, seed ${SEED}`);

async function describeAll(files: readonly string[]): Promise<Float32Array> {
  const parts: Float32Array[] = [];
  for (const file of files) {
    const canvas = canvasOf(await readPicture(file), CANVAS_SIDE_MAX);
    parts.push(rootSift(fingerprintFeatures(canvas.luma).descriptors));
  }
  const all = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** The words of every coarse cell, from the rows that fall to it. */
function fineCentres(all: Float32Array, centres: Float32Array, source: Random): Float32Array {
  const members: number[][] = Array.from({ length: COARSE }, () => []);
  for (let row = 0; row < all.length; row += LENGTH)
    members[nearestWord(all, row, centres, LENGTH) / LENGTH]?.push(row);
  const out = new Float32Array(COARSE * FINE * LENGTH);
  for (const [cell, cellRows] of members.entries()) {
    const own = new Float32Array(cellRows.length * LENGTH);
    for (const [i, row] of cellRows.entries()) own.set(all.subarray(row, row + LENGTH), i * LENGTH);
    out.set(kMeans(own, LENGTH, FINE, ITERATIONS, source.uniform), cell * FINE * LENGTH);
  }
  return out;
}

function rounded(values: Float32Array): Int8Array {
  return Int8Array.from(values, (value) => Math.max(-127, Math.min(127, Math.round(STEPS * value))));
}

/** Random directions of unit variance, times 32: signatures ask for their sign against a threshold only. */
function directions(): Int8Array {
  const source = seededRandom(SEED + 1);
  return Int8Array.from({ length: SIGNATURE_BITS * LENGTH }, () =>
    Math.max(-127, Math.min(127, Math.round(32 * source.normal()))),
  );
}

function writeTables(): void {
  const base64 = (values: Float32Array | Int8Array): string =>
    Buffer.from(values.buffer, values.byteOffset, values.byteLength).toString('base64');
  const table = (name: string, meaning: string, make: string, values: Float32Array | Int8Array): string =>
    `/** ${meaning} */\nexport const ${name} = ${make}(\n  '${base64(values)}',\n);\n`;
  const text = [
    `/**
 * Written by training/searchTables.ts; the card is models/local-search.md. Do not edit.
 * @module
 */
import { base64 } from '@scure/base';
import { floatsOfBase64 } from '../encoding/base64.ts';

const signedBytes = (text: string): Int8Array => new Int8Array(base64.decode(text));
`,
    table('SEARCH_MEAN', 'Mean RootSIFT descriptor, 128 numbers.', 'floatsOfBase64', projection.mean),
    table('SEARCH_AXES', `${LENGTH} principal axes of RootSIFT, rows of 128.`, 'floatsOfBase64', projection.axes),
    table('COARSE_CENTRES', `${COARSE} rows of ${LENGTH}, in steps of 1 / ${STEPS}.`, 'signedBytes', rounded(coarse)),
    table('FINE_CENTRES', `${COARSE} x ${FINE} rows of ${LENGTH}, by coarse cell.`, 'signedBytes', rounded(fine)),
    table('SIGNATURE_DIRECTIONS', `${SIGNATURE_BITS} rows of ${LENGTH}, any scale.`, 'signedBytes', directions()),
  ].join('\n');
  fs.writeFileSync(path.join(import.meta.dirname, '../packages/core/src/search/searchTables.ts'), text);
}
