/**
 * What finds copies and forgeries under the wild edits of bench/verdict/wild: local features, the whole picture's similarity, keypoints
 * of a pairwise comparison. And how similar strangers are.
 *
 *     ASSAY_PHOTOS=DIR npx tsx --conditions=assay-source bench/retrieval/wildCandidates.ts [PHOTOS] [MINUTES] [SEED]
 *
 * Photos of part `tune`, kinds of both halves in turns. Writes bench/results/fingerprint/wild-candidates.json.
 */
import { similarity } from '@assay/core/fingerprint/similarity';
import { luma } from '@assay/core/raster';
import { decodeFeatures } from '@assay/core/search/compactFeatures';
import { queryFeatures } from '@assay/core/search/queryFeatures';
import { agreeOnSimilarity, LOCAL_INLIERS_MIN, matchFeatures } from '@assay/core/search/similarityVote';
import { INLIERS_MIN } from '@assay/core/verdict/thresholds';
import {
  fingerprintVectors,
  storedFingerprint,
} from '../../packages/service/src/adapters/engine/fingerprintVectors.ts';
import { registerPictures } from '../../packages/service/src/adapters/vision/register.ts';
import { saveResult } from '../machine.ts';
import { HALVES } from '../verdict/wild/kinds.ts';
import { makeWildCase, wildCases } from '../verdict/wild/wildCases.ts';

const [photos = 30, minutes = 6, seed = 11] = process.argv.slice(2).map(Number);

/** Of those that keypoints register and local features do not find. */
interface Missed {
  readonly kind: string;
  readonly edit: string;
  readonly longSide: number;
  readonly features: number;
  readonly similarity: number;
}

const cases = await Promise.all(
  HALVES.map((kinds) => wildCases({ part: 'tune', kinds, photos, honestEach: 4, forgedEach: 2, seed })),
);
const longest = Math.max(...cases.map(({ length }) => length));
const inTurns = Array.from({ length: longest }, (_, i) => cases.flatMap((list) => list.slice(i, i + 1))).flat();
const end = performance.now() + 60_000 * minutes;
let [judged, registered, found, foundAlone] = [0, 0, 0, 0];
const missed: Missed[] = [];
const strangers: number[] = [];
let before: { readonly photo: string; readonly stored: ReturnType<typeof storedFingerprint> } | null = null;
for (const spec of inTurns) {
  if (performance.now() > end) break;
  const { query, reference } = await makeWildCase(spec, 'A+B');
  const stored = storedFingerprint(reference);
  const local = decodeFeatures(stored.local.features);
  const forms = Object.values(queryFeatures(query));
  const inliers = Math.max(...forms.map((form) => agreeOnSimilarity(form, local, matchFeatures(form, local)).inliers));
  const vectors = fingerprintVectors(query);
  const { average } = similarity(vectors, stored);
  const registration = await registerPictures(luma(query), luma(reference));
  const [isFound, isRegistered] = [inliers >= LOCAL_INLIERS_MIN, (registration?.inliers ?? 0) >= INLIERS_MIN];
  judged++;
  if (isRegistered) registered++;
  if (isRegistered && isFound) found++;
  if (!isRegistered && isFound) foundAlone++;
  if (isRegistered && !isFound)
    missed.push({
      ...{ kind: spec.kind, edit: spec.edit, longSide: Math.max(query.width, query.height) },
      ...{ features: forms[0]?.count ?? 0, similarity: Number(average.toFixed(3)) },
    });
  if (before && before.photo !== spec.photo) strangers.push(similarity(vectors, before.stored).average);
  before = { photo: spec.photo, stored };
}
strangers.sort((a, b) => a - b);
const at = (share: number): number => Number((strangers[Math.floor(share * (strangers.length - 1))] ?? 0).toFixed(3));
console.log(
  saveResult('fingerprint/wild-candidates', {
    ...{ photos, seed, judged, registered, found, foundAlone, missed },
    strangers: { pairs: strangers.length, above0: strangers.filter((value) => value > 0).length },
    strangersSimilarity: { median: at(0.5), p95: at(0.95), most: at(1) },
  }),
);
process.exit(0);
