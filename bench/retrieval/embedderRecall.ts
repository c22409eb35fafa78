/**
 * Bench of embedders: recall@1 over the 19 edits with 100,000 distractors, each embedder alone:
 *     npx tsx --conditions=assay-source bench/retrieval/embedderRecall.ts PHOTOS VECTORS...
 * VECTORS are files of embedderVectors.ts, named after their embedder. Distractors are its windows of photos that are not
 * queried, and vectors blended of two of those,
 *     b = (u + v) / |u + v|,   so   q.b = (q.u + q.v) / sqrt(2 + 2 u.v),
 * which needs no further picture. For impostors u and v (photos of other things) the blend's similarity to a query varies as much as that of one
 * impostor, but it never is as extreme as the worst of them: a blend is a somewhat easier distractor than a picture. How
 * much, the column `halfBlended` says: half of the windows, and as many blends of them, in place of all windows.
 * Intervals: 95 %, bootstrap over the queried photos. `at08`: what similarity 0.8 finds, and how many impostor pairs (a
 * query and a photo of the database) read 0.8 or more, by the scale in use. All files are cut to the windows that the
 * shortest has. Writes bench/results/fingerprint/embedder-recall.json.
 * @module
 */
import fs from 'node:fs';
import path from 'node:path';
import { type CalibrationKnots } from '@assay/core/fingerprint/calibration';
import { SIMILARITY_CONFIG } from '@assay/core/fingerprint/similarityConfig';
import { dot } from '@assay/core/signal/unitVector';
import { BUILT_IN, loadEmbedders } from '../../packages/service/src/adapters/models/embedders.ts';
import { saveResult } from '../machine.ts';
import { type Random, seededRandom } from '../verdict/random.ts';
import { EDITS } from './edits.ts';
import { embedderSets } from './embedderSets.ts';

const DISTRACTORS = 100_000;
const RESAMPLES = 1000;

const [folder, ...files] = process.argv.slice(2);
if (!folder || files.length === 0) throw new Error('usage: bench/retrieval/embedderRecall.ts PHOTOS VECTORS...');
const { database, queried } = embedderSets(folder);
const edits = Object.keys(EDITS);
const shortest = Math.min(...files.map((file) => readVectors(file).length));
const results = Object.fromEntries(files.map((file) => [path.basename(file, '.f32'), measure(file)]));
console.table(Object.fromEntries(Object.entries(results).map(([name, { mean }]) => [name, mean])));
console.table(Object.fromEntries(edits.map((edit) => [edit, rowOf(edit)])));
console.log(
  saveResult('fingerprint/embedder-recall', {
    database: database.length,
    queriedPhotos: queried.length,
    distractors: DISTRACTORS,
    results,
  }),
);

function rowOf(edit: string): Record<string, number> {
  return Object.fromEntries(Object.entries(results).map(([name, { byEdit }]) => [name, byEdit[edit] as number]));
}

function measure(file: string) {
  const vectors = readVectors(file).slice(0, shortest);
  const knots = knotsOf(path.basename(file));
  const at08 = { found: 0, falseMatches: 0, pairs: 0 };
  const queryStart = database.length;
  const windowStart = queryStart + queried.length * edits.length;
  const windows = vectors.slice(windowStart);
  const blends = blendsOf(windows, windows.length, DISTRACTORS - windows.length);
  const half = Math.floor(windows.length / 2);
  const halfBlends = blendsOf(windows, half, windows.length - half);
  const hits = { alone: [], windows: [], halfBlended: [], all: [] } as Record<string, number[][]>;
  for (const [p, photo] of queried.entries()) {
    for (const list of Object.values(hits)) list.push([]);
    for (let e = 0; e < edits.length; e++) {
      const query = vectors[queryStart + p * edits.length + e] as Float32Array;
      const own = dot(query, vectors[photo] as Float32Array);
      const similar = Float32Array.from(windows, (window) => dot(query, window));
      const others = database.map((_, i) => (i === photo ? -1 : dot(query, vectors[i] as Float32Array)));
      const stored = Math.max(...others);
      at08.found += own >= knots.match ? 1 : 0;
      at08.falseMatches += others.filter((other) => other >= knots.match).length;
      at08.pairs += others.length - 1;
      const nearWindow = greatest(similar, windows.length);
      const found = {
        alone: own > stored,
        windows: own > Math.max(stored, nearWindow),
        halfBlended: own > Math.max(stored, greatest(similar, half), nearestBlend(similar, halfBlends)),
        all: own > Math.max(stored, nearWindow, nearestBlend(similar, blends)),
      };
      for (const [name, hit] of Object.entries(found)) hits[name]?.[p]?.push(hit ? 1 : 0);
    }
  }
  const all = hits['all'] as number[][];
  const byEdit = edits.map((edit, e) => [edit, percent(all.map((row) => row[e] as number))] as const);
  const [low, high] = interval(all);
  const means = Object.entries(hits).map(([name, rows]) => [name, percent(rows.flat())] as const);
  return {
    mean: { ...Object.fromEntries(means), low, high } as Record<string, number>,
    windows: windows.length,
    at08: {
      recallPercent: Number(((100 * at08.found) / (queried.length * edits.length)).toFixed(1)),
      falseMatches: at08.falseMatches,
      pairs: at08.pairs,
    },
    byEdit: Object.fromEntries(byEdit),
  };
}

function readVectors(file: string): Float32Array[] {
  const bytes = fs.readFileSync(file);
  const length = /768|hog/.test(path.basename(file)) ? 768 : 1024;
  const all = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
  return Array.from({ length: all.length / length }, (_, i) => all.subarray(i * length, (i + 1) * length));
}

/** The scale by which similarities of this embedder are read. */
function knotsOf(name: string): CalibrationKnots {
  if (name.includes('hog')) return SIMILARITY_CONFIG.knots.embedding768;
  const { knots } = loadEmbedders(BUILT_IN).similarity;
  return name.includes('768') ? knots.embedding768 : knots.embedding1024;
}

interface Blends {
  readonly first: Uint32Array;
  readonly second: Uint32Array;
  /** 1 / |u + v| */
  readonly scale: Float32Array;
}

function blendsOf(windows: readonly Float32Array[], among: number, count: number): Blends {
  const random = seededRandom(11);
  const first = new Uint32Array(count).map(() => random.below(among));
  const second = first.map((i) => (i + 1 + random.below(among - 1)) % among);
  const scale = Float32Array.from(first, (i, b) => {
    const likeness = dot(windows[i] as Float32Array, windows[second[b] as number] as Float32Array);
    return 1 / Math.sqrt(2 + 2 * Math.max(likeness, -0.9));
  });
  return { first, second, scale };
}

function nearestBlend(similar: Float32Array, { first, second, scale }: Blends): number {
  let best = -1;
  for (let b = 0; b < first.length; b++) {
    const value =
      ((similar[first[b] as number] as number) + (similar[second[b] as number] as number)) * (scale[b] as number);
    if (value > best) best = value;
  }
  return best;
}

function greatest(values: Float32Array, count: number): number {
  let best = -1;
  for (let i = 0; i < count; i++) if ((values[i] as number) > best) best = values[i] as number;
  return best;
}

function percent(hits: readonly number[]): number {
  return Number(((100 * hits.reduce((sum, hit) => sum + hit, 0)) / hits.length).toFixed(1));
}

/** Of the mean over photos that are drawn again with replacement. */
function interval(rows: readonly (readonly number[])[]): [number, number] {
  const random: Random = seededRandom(3);
  const means = Array.from({ length: RESAMPLES }, () =>
    percent(Array.from({ length: rows.length }, () => rows[random.below(rows.length)] as readonly number[]).flat()),
  ).sort((a, b) => a - b);
  return [means[Math.floor(0.025 * RESAMPLES)] as number, means[Math.floor(0.975 * RESAMPLES)] as number];
}
