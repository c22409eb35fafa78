import { expect, test } from 'vitest';
import type { CandidateEvidence, Evidence } from '../../src/verdict/evidence.ts';
import { percentAtMost } from '../../src/verdict/honestShare.ts';
import { removedMarks } from '../../src/verdict/removedMarks.ts';
import { ASSET, candidate, evidence, mark, SHARED_SHOT } from './madeEvidence.ts';

const found = (change: Partial<CandidateEvidence> = {}, seen: Partial<Evidence> = {}) =>
  removedMarks(
    evidence({ candidates: [candidate({ payloadZScore: 0.2, ...change }, { shot: SHARED_SHOT })], ...seen }),
  );

test('of a copy that keeps its detail and holds nothing of its mark; of no other', () => {
  const [told, ...more] = found();
  expect(more).toEqual([]);
  expect(told).toMatchObject({ assetId: ASSET, isSubtracted: false, zScore: 0.2 });
  expect(told!.honestProbability).toBeLessThan(0.05);
  expect(found({ payloadZScore: -9 })).toMatchObject([{ isSubtracted: true, zScore: -9 }]);
  expect(found({}, { tracks: [mark(null)] })).toHaveLength(1);
  expect(found({}, { tracks: [mark()] })).toEqual([]);
  for (const change of [{ payloadZScore: null }, { payloadZScore: 5 }, { registration: null }, { comparison: null }])
    expect(found(change)).toEqual([]);
});

test('a likelihood is told as no smaller than it was measured', () => {
  expect([0, 0.0004, 0.001, 0.0031, 0.05].map(percentAtMost)).toEqual([0.1, 0.1, 0.1, 0.4, 5]);
});
