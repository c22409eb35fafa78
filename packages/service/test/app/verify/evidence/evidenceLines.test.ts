import type { CandidateEvidence, Evidence } from '@assay/core/verdict/evidence';
import { decide } from '@assay/core/verdict/decide';
import { expect, test } from 'vitest';
import { comparison, SHARED_SHOT } from '../../../../../core/test/verdict/madeEvidence.ts';
import { evidenceLines } from '../../../../src/app/verify/evidence/evidenceLines.ts';
import type { Description } from '../../../../src/app/verify/verification.ts';

const CANDIDATE: CandidateEvidence = {
  assetId: 'x',
  revokedAt: null,
  commitment: null,
  similarity: 0.5,
  localInliers: null,
  compared: true,
  registration: null,
  keypoints: null,
  comparison: null,
  payloadZScore: null,
  markInRegion: null,
  exifRestated: false,
};
const DESCRIPTION: Description = {
  payloadAssetId: null,
  beneathAssetId: null,
  detectedTracks: [],
  watermarkConfidence: 0,
  similarityScore: 0,
  matchCount: 0,
  topMatches: [],
  exifIntact: false,
  hasExif: false,
  modifications: [],
  copyId: null,
  threshold: 0.8,
  contentCredentials: {
    present: false,
    validation_state: null,
    binding_broken: false,
    codes: [],
    active_manifest: null,
    signer: null,
    certificates: [],
    assurance_level: null,
    signed_at: null,
    time_proven: false,
    revocation: 'unknown',
    remote_manifest: null,
    broken_ingredients: [],
    identities: [],
  },
  tamperSource: null,
  tamperScore: 0,
  tamperRegions: [],
};

function evidence(candidate: Partial<CandidateEvidence>): Evidence {
  const tracks = [{ track: 'a', detected: false, assetId: null, confidence: 0 }] as const;
  const c2pa = { state: 'none', bindingBroken: false, codes: [], signer: null } as const;
  const picture = { width: 640, height: 480, hashQuality: 100 };
  return {
    exact: null,
    tracks,
    candidates: [{ ...CANDIDATE, ...candidate }],
    c2pa,
    picture,
    presence: null,
  };
}

const watermarkLines = (seen: Evidence) =>
  evidenceLines(seen, DESCRIPTION, null).filter(({ kind }) => kind === 'watermark');

test('a mark that is consistent but too weak to be read is told beside the tracks, as neutral', () => {
  const lines = watermarkLines(evidence({ payloadZScore: 7.25 }));
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatchObject({ state: 'absent', statement: 'Track A was not found.' });
  expect(lines[1]).toMatchObject({ state: 'neutral', assetId: 'x' });
  expect(lines[1]?.statement).toContain('7.3 standard deviations');
});

test.each([5.9, null])('a z-score of %s is not told', (payloadZScore) => {
  expect(watermarkLines(evidence({ payloadZScore }))).toHaveLength(1);
});

test('a mark that was removed is told to the owner alone, where the copy keeps its detail and no track is read', () => {
  const compared = {
    registration: { inliers: 200, residualPx: 0.5, mirrored: false },
    comparison: comparison({ shot: SHARED_SHOT }),
  };
  const [, told, ...more] = watermarkLines(evidence({ ...compared, payloadZScore: 0.2 }));
  expect(more).toEqual([]);
  expect(told).toMatchObject({ state: 'neutral', assetId: 'x', plainStatement: null });
  expect(told?.statement).toMatch(/^Mark removed or destroyed, or a copy of the unmarked original: .* hold nothing/);
  expect(watermarkLines(evidence({ ...compared, payloadZScore: -9 }))[1]?.statement).toContain('wrong sign (-9.0');
  const read = { track: 'b', detected: true, assetId: 'x', confidence: 1 } as const;
  expect(watermarkLines({ ...evidence({ ...compared, payloadZScore: 0.2 }), tracks: [read] })).toHaveLength(1);
  const other = { ...compared, registration: { ...compared.registration, inliers: 3 } };
  expect(watermarkLines(evidence({ ...other, payloadZScore: 0.2 }))).toHaveLength(1);
});

test('no verdict rests on it', () => {
  expect(decide(evidence({ payloadZScore: 12 }))).toEqual(decide(evidence({})));
});

test('pictures without EXIF say nothing for a match', () => {
  const ofMetadata = (description: Partial<Description>) =>
    evidenceLines(evidence({}), { ...DESCRIPTION, ...description }, 'a').find(({ kind }) => kind === 'metadata');
  expect(ofMetadata({ exifIntact: true, hasExif: false })).toMatchObject({
    state: 'absent',
    statement: 'Neither picture has EXIF.',
  });
  expect(ofMetadata({ exifIntact: true, hasExif: true })).toMatchObject({ state: 'for' });
});

test('a candidate that does not fit is told once, and not at all beside one that does', () => {
  const unlaid = { ...CANDIDATE, assetId: 'b', compared: true, registration: null, comparison: null };
  const told = (candidates: readonly CandidateEvidence[]) =>
    evidenceLines({ ...evidence({}), candidates } as Evidence, DESCRIPTION, null)
      .filter(({ kind }) => kind === 'comparison')
      .map(({ statement }) => statement);
  expect(told([unlaid, { ...unlaid, assetId: 'c' }])).toEqual(['Could not be laid over the stored picture.']);
  const laid = {
    ...unlaid,
    registration: { inliers: 977 },
    comparison: { largestRegionFraction: 0.041, overlayFraction: 0, overlays: [], regions: [] },
  } as unknown as CandidateEvidence;
  expect(told([laid, unlaid])).toEqual([expect.stringMatching(/^977 points agree/)]);
});

test('whole Content Credentials: time stamp, revocation and assurance level stand in words, also where they are missing', () => {
  const told = (
    change: Partial<Description['contentCredentials']>,
    state: 'valid' | 'trusted' | 'invalid' = 'trusted',
  ) => {
    const contentCredentials = { ...DESCRIPTION.contentCredentials, ...change };
    const seen = { ...evidence({}), c2pa: { state, bindingBroken: false, codes: [], signer: 'Acme' } } as const;
    const lines = evidenceLines(seen, { ...DESCRIPTION, contentCredentials }, null);
    return lines.find(({ kind }) => kind === 'content_credentials')?.statement;
  };
  const missing =
    /No trusted time stamp proves .*, and whether their certificate was revoked is not known\. The certificate names no assurance level\.$/;
  expect(told({})).toMatch(missing);
  expect(told({}, 'valid')).toMatch(missing);
  expect(told({ time_proven: true, revocation: 'not_revoked', assurance_level: 2 })).toMatch(
    /A time stamp proves when .* was not revoked\. The certificate has assurance level 2 of the C2PA conformance programme\.$/,
  );
  const named = {
    common_name: 'Harbour News',
    organization: null,
    issuer: 'Claim Signing CA',
    valid_from: '',
    valid_to: '',
  };
  const authority = { ...named, common_name: null, organization: 'Authority', issuer: 'Root of C2PA' };
  expect(told({ certificates: [named, authority] })).toContain(
    'Their certificate: "Harbour News", issued by "Authority", issued by "Root of C2PA". No trusted time stamp',
  );
  expect(told({ certificates: Array.from({ length: 9 }, () => named) })).toMatch(/"Harbour News" and so on\. /);
  expect(told({ certificates: [{ ...named, issuer: 'Harbour News' }] })).toContain('certificate: "Harbour News". ');
  expect(told({ assurance_level: 1 })).toContain('assurance level 1 of');
  expect(told({ assurance_level: 1 }, 'invalid')).not.toContain('assurance');
});
