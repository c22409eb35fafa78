/**
 * Retrieval bench: does an edited photo find its original among 400?
 *     npx tsx --conditions=assay-source bench/retrieval/run.ts PHOTOS [COUNT]
 * PHOTOS holds train/ and bsds/. COUNT (at most and by default 100) of the held-aside photos are queried after each of
 * the 19 edits of edits.ts; half as many absent photos after the same edits must find nothing. About 8 minutes of two
 * free cores. Writes bench/results/fingerprint/retrieval.json.
 * @module
 */
import { embeddingModelOf } from '@assay/core/fingerprint/embedder';
import type { Fingerprint } from '@assay/core/fingerprint/fingerprint';
import { hammingDistance } from '@assay/core/fingerprint/hammingDistance';
import { SIMILARITY_THRESHOLD, similarity } from '@assay/core/fingerprint/similarity';
import { BUILT_IN, loadEmbedders } from '../../packages/service/src/adapters/models/embedders.ts';
import { saveResult } from '../machine.ts';
import { type EditedFingerprint, fingerprintEdits, fingerprintFiles } from './editedFingerprints.ts';
import { EDITS } from './edits.ts';
import { photoSets } from './photoSets.ts';

const QUERY_EVERY = 4;

const { embedders, similarity: config } = loadEmbedders(BUILT_IN);

type Scores = Readonly<Record<'pdq' | 'pdq8' | 'embedding768' | 'embedding1024' | 'combined', number>>;

/** Scores by which a database is ranked; the calibrated ones are cut at 0 and 1, which ranking survives. */
function scores(query: Fingerprint, stored: Fingerprint): Scores {
  const { embedding768, embedding1024, pdq, average } = similarity(query, stored, config);
  return { pdq: -hammingDistance(query.pdq, stored.pdq), pdq8: pdq, embedding768, embedding1024, combined: average };
}
const METHODS = ['pdq', 'pdq8', 'embedding768', 'embedding1024', 'combined'] as const;
const CALIBRATED = ['pdq8', 'embedding768', 'embedding1024', 'combined'] as const;

const folder = process.argv[2];
const count = Number(process.argv[3] ?? 100);
if (!folder || !(count >= 1 && count <= 100)) throw new Error('usage: bench/retrieval/run.ts PHOTOS [COUNT]');
const sets = photoSets(folder);
const database = (await fingerprintFiles(sets.database)).map((one) => one.fingerprint);
const queried = Array.from({ length: count }, (_, i) => i * QUERY_EVERY);
const queries = await fingerprintEdits(sets.database, queried, sets.backgrounds);
const absentPhotos = Array.from({ length: Math.ceil(count / 2) }, (_, i) => i);
const absent = await fingerprintEdits(sets.absent, absentPhotos, sets.backgrounds);

const ranked = queries.map((query) => ({ query, scores: database.map((stored) => scores(query.fingerprint, stored)) }));
const impostors = [
  ...ranked.flatMap(({ query, scores }) => scores.filter((_, i) => i !== query.photo)),
  ...absent.flatMap((query) => database.map((stored) => scores(query.fingerprint, stored))),
];
const absentBest = absent.map((query) => best(query));
const percent = (share: number) => Number((100 * share).toFixed(1));

const recallAt1 = Object.fromEntries(METHODS.map((method) => [method, recallByEdit((row) => foundFirst(row, method))]));
const recallAtThreshold = Object.fromEntries(
  CALIBRATED.map((method) => [
    method,
    recallByEdit(({ query, scores }) => (scores[query.photo] as Scores)[method] >= SIMILARITY_THRESHOLD),
  ]),
);
const falseMatchesAtThreshold = Object.fromEntries(
  CALIBRATED.map((method) => [
    method,
    {
      perPair: impostors.filter((score) => score[method] >= SIMILARITY_THRESHOLD).length / impostors.length,
      perAbsentQueryPercent: percent(
        absentBest.filter((top) => top[method] >= SIMILARITY_THRESHOLD).length / absentBest.length,
      ),
    },
  ]),
);
const result = {
  photos: `database: last 400 files of train/, of which ${count} queried; absent: first ${absentPhotos.length} of bsds/`,
  embeddingModel: embeddingModelOf(embedders),
  similarityConfig: config.name,
  database: database.length,
  queries: queries.length,
  absentQueries: absent.length,
  impostorPairs: impostors.length,
  recallAt1,
  recallAtThreshold,
  falseMatchesAtThreshold,
};
console.table(recallAt1);
console.table(recallAtThreshold);
console.table(falseMatchesAtThreshold);
console.log(saveResult('fingerprint/retrieval', result));

/** The best score of each method over the whole database. */
function best(query: EditedFingerprint): Scores {
  const all = database.map((stored) => scores(query.fingerprint, stored));
  return Object.fromEntries(METHODS.map((m) => [m, Math.max(...all.map((score) => score[m]))])) as Scores;
}

/** True if the original stands alone at the top: a tie is a miss. */
function foundFirst({ query, scores }: (typeof ranked)[number], method: (typeof METHODS)[number]): boolean {
  const own = (scores[query.photo] as Scores)[method];
  return scores.every((score, i) => i === query.photo || score[method] < own);
}

/** Percent of queries that hold, by edit, with the mean over the edits. */
function recallByEdit(holds: (row: (typeof ranked)[number]) => boolean): Record<string, number> {
  const byEdit = Object.keys(EDITS).map((edit) => {
    const rows = ranked.filter(({ query }) => query.edit === edit);
    return [edit, percent(rows.filter(holds).length / rows.length)] as const;
  });
  const mean = byEdit.reduce((sum, [, value]) => sum + value, 0) / byEdit.length;
  return { mean: Number(mean.toFixed(1)), ...Object.fromEntries(byEdit) };
}
