/**
 * What it costs to hold the features of a query, as they are and reflected, against those of the twenty pictures that a search compares,
 * with the kernel and without:
 *
 *     npx tsx --conditions=assay-source bench/retrieval/matchFeatures.ts
 *
 * Rendered scenes, medians of processor time. Writes bench/results/fingerprint/match-features.json.
 */
import { fingerprint } from '@assay/core/fingerprint/fingerprint';
import { renderScene } from '@assay/core/scene/renderScene';
import { queryFeatures } from '@assay/core/search/queryFeatures';
import { matchFeatures } from '@assay/core/search/similarityVote';
import { withoutKernels } from '../../packages/core/src/kernels/kernels.ts';
import { saveResult } from '../machine.ts';

const COMPARED = 20;
const ROUNDS = 7;
const size = { width: 500, height: 375 };
const stored = Array.from({ length: COMPARED }, (_, seed) => fingerprint(renderScene({ ...size, seed })).local);
const forms = Object.values(queryFeatures(renderScene({ ...size, seed: COMPARED })));

function cpuMs(run: <T>(work: () => T) => T): number {
  const times = Array.from({ length: ROUNDS }, () => {
    const before = process.cpuUsage();
    for (const form of forms) for (const features of stored) run(() => matchFeatures(form, features));
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.round(times.sort((a, b) => a - b)[ROUNDS >> 1] as number);
}

const features = { query: forms[0]?.count, stored: Math.round(stored.reduce((sum, { count }) => sum + count, 0) / 20) };
const result = { compared: COMPARED, features, kernelMs: cpuMs((work) => work()), scalarMs: cpuMs(withoutKernels) };
console.log(saveResult('fingerprint/match-features', result));
