import type { CandidateEvidence, Evidence } from '@assay/core/verdict/evidence';
import { decide } from '@assay/core/verdict/decide';
import { expect, test } from 'vitest';
import { evidenceLines } from '../../src/app/verify/evidenceLines.ts';
import type { Findings } from '../../src/app/verify/verification.ts';

const CANDIDATE: CandidateEvidence = {
  assetId: 'x',
  revokedAt: null,
  commitment: null,
  similarity: 0.5,
  compared: true,
  registration: null,
  comparison: null,
};
const FINDINGS = { similarityScore: 0, topMatches: [], exifIntact: false, credentials: null } as unknown as Findings;

function evidence(candidate: Partial<CandidateEvidence>): Evidence {
  const tracks = [{ track: 'a', detected: false, assetId: null, confidence: 0 }] as const;
  const c2pa = { state: 'none', bindingBroken: false } as const;
  return { version: 1, exact: null, tracks, candidates: [{ ...CANDIDATE, ...candidate }], c2pa };
}

const watermarkLines = (seen: Evidence) =>
  evidenceLines(seen, FINDINGS, null).filter(({ kind }) => kind === 'watermark');

test('a mark that is consistent but too weak to be read is told beside the tracks, as neutral', () => {
  const lines = watermarkLines(evidence({ markSigma: 7.25 }));
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatchObject({ state: 'absent', statement: 'Track A was not found.' });
  expect(lines[1]).toMatchObject({ state: 'neutral', assetId: 'x' });
  expect(lines[1]?.statement).toContain('7.3 standard deviations');
});

test.each([5.9, null, undefined])('a height of %s is not told', (markSigma) => {
  const given = markSigma === undefined ? {} : { markSigma };
  expect(watermarkLines(evidence(given))).toHaveLength(1);
});

test('no verdict rests on it', () => {
  expect(decide(evidence({ markSigma: 12 }))).toEqual(decide(evidence({})));
});
