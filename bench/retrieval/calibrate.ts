/**
 * Fits the map from raw similarities to the score that people see, and the weights of the average:
 *     npx tsx --conditions=assay-source bench/retrieval/calibrate.ts PHOTOS
 * Photos that neither embedders were trained on nor bench/retrieval/run.ts measures with: `calibration` and the last of
 * `learned` (photoSets.ts). Fits what the service embeds with by default, and HANDCRAFTED.
 * Floor = median of impostors; match = the value that one impostor pair in 100,000 exceeds; weights = those with the
 * highest share of edited copies above that value, on a grid of 0.1.
 * @module
 */
import fs from 'node:fs';
import path from 'node:path';
import type { CalibrationKnots, SimilarityConfig } from '@assay/core/fingerprint/calibration';
import { type Embedders, embeddingModelOf, HANDCRAFTED } from '@assay/core/fingerprint/embedder';
import type { Fingerprint } from '@assay/core/fingerprint/fingerprint';
import { type RawSimilarity, rawSimilarity, weightedMean } from '@assay/core/fingerprint/similarity';
import { BUILT_IN, loadEmbedders } from '../../packages/service/src/adapters/models/embedders.ts';
import { type EditedFingerprint, fingerprintEdits, fingerprintFiles } from './editedFingerprints.ts';
import { photoSets } from './photoSets.ts';

const IMPOSTORS_ABOVE_MATCH = 1e-5;
const QUERY_EVERY = 3;
/** Photos that networks were trained on (training/embedders). */
const LEARNED = 417;
const ROOT = path.join(import.meta.dirname, '../..');

const folder = process.argv[2];
if (!folder) throw new Error('usage: bench/retrieval/calibrate.ts PHOTOS');
const sets = photoSets(folder);
const files = [...sets.calibration, ...sets.learned.slice(LEARNED)];
const stored = await fingerprintFiles(files);
const queried = files.map((_, i) => i).filter((i) => i % QUERY_EVERY === 0);
const queries = await fingerprintEdits(files, queried, sets.backgrounds);

const { embedders } = loadEmbedders(BUILT_IN);
fit(embedders, (one) => one.fingerprint, {
  file: 'packages/service/src/adapters/models/builtInSimilarity.ts',
  constant: 'BUILT_IN_SIMILARITY',
  of: 'the built-in embedders',
  type: '@assay/core/fingerprint/calibration',
});
fit(HANDCRAFTED, ({ fingerprint, layout }) => ({ ...fingerprint, embedding768: layout }), {
  file: 'packages/core/src/fingerprint/similarityConfig.ts',
  constant: 'SIMILARITY_CONFIG',
  of: 'the embedders that need no network',
  type: './calibration.ts',
});

interface Target {
  readonly file: string;
  readonly constant: string;
  readonly of: string;
  /** From where the file has its type. */
  readonly type: string;
}

/** Fits knots and weights to one pair of embedders and writes them. */
function fit(pair: Embedders, vectorsOf: (one: EditedFingerprint) => Fingerprint, target: Target): void {
  const copies: RawSimilarity[] = [];
  const impostors: RawSimilarity[] = [];
  for (const query of queries)
    for (const [i, one] of stored.entries())
      (i === query.photo ? copies : impostors).push(rawSimilarity(vectorsOf(query), vectorsOf(one)));
  const weights = bestWeights(copies, impostors);
  const knots = (measure: Measure) => knotsOf(impostors, measure);
  const config: SimilarityConfig = {
    name: `${embeddingModelOf(pair).replaceAll('assay-', '')}@1e-5`,
    weights,
    knots: {
      embedding768: knots((raw) => raw.embedding768),
      embedding1024: knots((raw) => raw.embedding1024),
      pdq: knots((raw) => raw.pdq),
      average: knots((raw) => weightedMean(raw, weights)),
    },
  };
  fs.writeFileSync(
    path.join(ROOT, target.file),
    `/**
 * Of ${target.of}: written by bench/retrieval/calibrate.ts, which says how; do not edit.
 * Fitted on ${copies.length} edited copies and ${impostors.length} impostor pairs.
 * @module
 */
import type { SimilarityConfig } from '${target.type}';

export const ${target.constant}: SimilarityConfig = ${literal(config)};
`,
  );
  console.log(JSON.stringify(config, null, 2), `${copies.length} copies, ${impostors.length} impostors`);
}

type Measure = (raw: RawSimilarity) => number;

function knotsOf(impostors: readonly RawSimilarity[], measure: Measure): CalibrationKnots {
  const sorted = Float64Array.from(impostors, measure).sort();
  const at = (share: number) => Number((sorted[Math.floor(share * (sorted.length - 1))] as number).toFixed(4));
  return { floor: at(0.5), match: at(1 - IMPOSTORS_ABOVE_MATCH) };
}

function bestWeights(
  copies: readonly RawSimilarity[],
  impostors: readonly RawSimilarity[],
): SimilarityConfig['weights'] {
  let best = { embedding768: 0, embedding1024: 1, pdq: 0 };
  let bestRecall = 0;
  for (let c = 0; c <= 10; c++)
    for (let d = 0; d <= 10 - c; d++) {
      const candidate = { embedding768: c / 10, embedding1024: d / 10, pdq: (10 - c - d) / 10 };
      const measure = (raw: RawSimilarity) => weightedMean(raw, candidate);
      const { match } = knotsOf(impostors, measure);
      const recall = copies.filter((raw) => measure(raw) > match).length / copies.length;
      if (recall > bestRecall) [best, bestRecall] = [candidate, recall];
    }
  console.log(`${(100 * bestRecall).toFixed(1)} % of the copies above the match`);
  return best;
}

/** JSON as our formatter writes an object literal: names without quotes, a comma after every member. */
function literal(config: SimilarityConfig): string {
  return JSON.stringify(config, null, 2)
    .replaceAll(/"(\w+)":/g, '$1:')
    .replaceAll('"', "'")
    .replaceAll(/([\w}'])\n/g, '$1,\n');
}
