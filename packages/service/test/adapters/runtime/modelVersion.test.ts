import { EMBEDDING_MODEL } from '@assay/core/fingerprint/fingerprint';
import { SIMILARITY_CONFIG } from '@assay/core/fingerprint/similarityConfig';
import { expect, test } from 'vitest';
import { JUDGEMENT, modelVersion } from '../../../src/adapters/runtime/modelVersion.ts';

const EMBEDDING = { model: EMBEDDING_MODEL, similarity: SIMILARITY_CONFIG };

test('the name of the model changes with every number that a verdict or its confidence rests on', () => {
  const { confidence, change, thresholds } = JUDGEMENT;
  const other = [
    { ...JUDGEMENT, confidence: { ...confidence, missRate: 0.5 } },
    { ...JUDGEMENT, confidence: { ...confidence, edit: { ...confidence.edit, intercept: 9 } } },
    { ...JUDGEMENT, change: { ...change, ratioStrong: 9 } },
    { ...JUDGEMENT, thresholds: { ...thresholds, INLIERS_MIN: 9 } },
    { ...JUDGEMENT, rules: JUDGEMENT.rules.slice(1) },
    { ...JUDGEMENT, c2paLibrary: 'another' },
  ].map((judgement) => modelVersion('1.2.3', EMBEDDING, judgement));
  const now = modelVersion('1.2.3', EMBEDDING);
  expect(now).toMatch(/^assay@1\.2\.3\+[0-9a-f]{8}$/);
  expect(new Set([now, ...other]).size).toBe(other.length + 1);
});
