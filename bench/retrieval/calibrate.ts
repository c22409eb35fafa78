/**
 * Fits the map from raw similarities to the score that people see, and the weights of the average:
 *     npx tsx --conditions=source bench/retrieval/calibrate.ts PHOTOS
 * Photos that neither embedders were trained on nor bench/retrieval/run.ts measures with: `calibration` and the last of
 * `learned` (photoSets.ts). Fits what the service embeds with by default.
 * Floor = median of strangers; match = the value that one stranger pair in 100,000 exceeds; weights = those with the
 * highest share of edited copies above that value, on a grid of 0.1.
 * @module
 */
import fs from 'node:fs';
import path from 'node:path';
import type { CalibrationKnots, SimilarityConfig } from '@assay/core/fingerprint/calibration';
import { embeddingModelOf } from '@assay/core/fingerprint/embedder';
import { type RawSimilarity, rawSimilarity, weightedMean } from '@assay/core/fingerprint/similarity';
import { BUILT_IN, loadEmbedders } from '../../packages/service/src/adapters/models/embedders.ts';
import { fingerprintEdits, fingerprintFiles } from './editedFingerprints.ts';
import { photoSets } from './photoSets.ts';

const STRANGERS_ABOVE_MATCH = 1e-5;
const QUERY_EVERY = 3;
/** Photos that networks were trained on (training/embedders). */
const LEARNED = 417;
const CONFIG = path.join(import.meta.dirname, '../../packages/service/src/adapters/models/builtInSimilarity.ts');

const folder = process.argv[2];
if (!folder) throw new Error('usage: bench/retrieval/calibrate.ts PHOTOS');
const sets = photoSets(folder);
const files = [...sets.calibration, ...sets.learned.slice(LEARNED)];
const stored = await fingerprintFiles(files);
const queried = files.map((_, i) => i).filter((i) => i % QUERY_EVERY === 0);
const queries = await fingerprintEdits(files, queried, sets.backgrounds);

const copies: RawSimilarity[] = [];
const strangers: RawSimilarity[] = [];
for (const query of queries)
  for (const [i, fingerprint] of stored.entries())
    (i === query.photo ? copies : strangers).push(rawSimilarity(query.fingerprint, fingerprint));

const weights = bestWeights();
const config: SimilarityConfig = {
  name: `${embeddingModelOf(loadEmbedders(BUILT_IN).embedders).replaceAll('assay-', '')}@1e-5`,
  weights,
  knots: {
    clip: knots((raw) => raw.clip),
    dino: knots((raw) => raw.dino),
    pdq: knots((raw) => raw.pdq),
    average: knots((raw) => weightedMean(raw, weights)),
  },
};
fs.writeFileSync(
  CONFIG,
  `/**
 * Written by bench/retrieval/calibrate.ts, which says how; do not edit.
 * Fitted on ${copies.length} edited copies and ${strangers.length} pairs of strangers.
 * @module
 */
import type { SimilarityConfig } from '@assay/core/fingerprint/calibration';

export const BUILT_IN_SIMILARITY: SimilarityConfig = ${JSON.stringify(config, null, 2)};
`,
);
console.log(JSON.stringify(config, null, 2), `${copies.length} copies, ${strangers.length} strangers`);

function knots(measure: (raw: RawSimilarity) => number): CalibrationKnots {
  const sorted = Float64Array.from(strangers, measure).sort();
  const at = (share: number) => Number((sorted[Math.floor(share * (sorted.length - 1))] as number).toFixed(4));
  return { floor: at(0.5), match: at(1 - STRANGERS_ABOVE_MATCH) };
}

function bestWeights(): SimilarityConfig['weights'] {
  let best = { clip: 0, dino: 1, pdq: 0 };
  let bestRecall = 0;
  for (let c = 0; c <= 10; c++)
    for (let d = 0; d <= 10 - c; d++) {
      const candidate = { clip: c / 10, dino: d / 10, pdq: (10 - c - d) / 10 };
      const measure = (raw: RawSimilarity) => weightedMean(raw, candidate);
      const { match } = knots(measure);
      const recall = copies.filter((raw) => measure(raw) > match).length / copies.length;
      if (recall > bestRecall) [best, bestRecall] = [candidate, recall];
    }
  console.log(`${(100 * bestRecall).toFixed(1)} % of the copies above the match`);
  return best;
}
