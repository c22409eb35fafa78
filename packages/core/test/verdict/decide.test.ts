import { describe, expect, test } from 'vitest';
import { decide, RULES } from '../../src/verdict/decide.ts';
import type { Evidence, ExactEvidence } from '../../src/verdict/evidence.ts';
import { ASSET, candidate, comparison, evidence, mark, OTHER_ASSET, OTHER_SHOT, SAME_CONTENT } from './madeEvidence.ts';

/** A copy as it is, which shows so much of the asset. */
const shownPart = (visibleFraction: number) => ({ ...comparison().geometry, visibleFraction });

const exact: ExactEvidence = { assetId: ASSET, revokedAt: null, commitment: null, variant: 'delivered' };
const commitment = { hashFits: true, signatureValid: true, onChain: true, txHash: 'tx' };
const unregistered = { registration: null, comparison: null };

/** One piece of evidence for every rule, with what must follow. */
const CASES: [rule: string, given: Evidence, verdict: string, least: number, most: number][] = [
  ['exact', evidence({ exact }), 'authentic', 1, 1],
  ['exact', evidence({ exact: { ...exact, commitment } }), 'authentic', 1, 1],
  ['exact-withdrawn', evidence({ exact: { ...exact, revokedAt: '2026-01-02T00:00:00.000Z' } }), 'authentic', 1, 1],
  [
    'commitment-broken',
    evidence({ exact: { ...exact, commitment: { ...commitment, hashFits: false } } }),
    'forged',
    0.9,
    1,
  ],
  [
    'commitment-broken',
    evidence({ candidates: [candidate({ commitment: { ...commitment, signatureValid: false } })] }),
    'forged',
    0.9,
    1,
  ],
  [
    'mark-transplanted',
    evidence({ tracks: [mark()], candidates: [candidate({ ...unregistered, similarity: 0.4 })] }),
    'forged',
    0.9,
    1,
  ],
  [
    'mark-transplanted',
    evidence({ tracks: [mark()], candidates: [candidate({}, { badNccFraction: 0.9 })] }),
    'forged',
    0.7,
    1,
  ],
  [
    'local-edit',
    evidence({ tracks: [mark()], candidates: [candidate({}, { largestRegionFraction: 0.05, changeStrength: 4 })] }),
    'forged',
    0.95,
    1,
  ],
  [
    'local-edit',
    evidence({ candidates: [candidate({}, { largestRegionFraction: 0.009, changeStrength: 2.5 })] }),
    'forged',
    0.8,
    0.95,
  ],
  ['another-shot', evidence({ candidates: [candidate({}, { shot: OTHER_SHOT })] }), 'unknown', 0.7, 1],
  [
    'composite',
    evidence({ candidates: [candidate({}, { foreignFraction: 0.7, coverage: 0.3, geometry: shownPart(0.6) })] }),
    'forged',
    0.8,
    1,
  ],
  [
    'one-of-several',
    evidence({ candidates: [candidate({}, { foreignFraction: 0.7, coverage: 0.3, geometry: shownPart(1) })] }),
    'unknown',
    0.8,
    1,
  ],
  [
    'continued',
    evidence({
      tracks: [mark()],
      candidates: [candidate({}, { foreignFraction: 0.3, coverage: 0.7, continuation: 0.9 })],
    }),
    'unknown',
    0.5,
    0.5,
  ],
  [
    'continued',
    evidence({
      candidates: [candidate({}, { foreignFraction: 0.7, coverage: 0.3, continuation: 0.9, geometry: shownPart(0.6) })],
    }),
    'unknown',
    0.5,
    0.5,
  ],
  [
    'mark-missing',
    evidence({
      tracks: [mark()],
      candidates: [
        candidate({ markInRegion: { held: 0, power: 60 } }, { largestRegionFraction: 0.05, changeStrength: 0.8 }),
      ],
    }),
    'forged',
    0.95,
    1,
  ],
  [
    'detail-missing',
    evidence({
      candidates: [
        candidate({}, { largestRegionFraction: 0.05, changeStrength: 1.2, backgroundChange: 1.5, keptDetail: 0.05 }),
      ],
    }),
    'forged',
    0.9,
    1,
  ],
  [
    'mark-whole',
    evidence({
      tracks: [mark()],
      candidates: [candidate({ markInRegion: { held: 90, power: 100 } }, SAME_CONTENT)],
    }),
    'authentic',
    0.8,
    0.8,
  ],
  [
    'content-kept',
    evidence({
      candidates: [
        candidate(
          {},
          {
            largestRegionFraction: 0.05,
            changeStrength: 1.9,
            changedColour: { luma: 1, chroma: 7, structure: 0.88 },
            keptDetail: 0.9,
          },
        ),
      ],
    }),
    'authentic',
    0.7,
    0.7,
  ],
  [
    'mark-kept',
    evidence({
      tracks: [mark()],
      candidates: [candidate({ markInRegion: { held: 40, power: 40 } }, SAME_CONTENT)],
    }),
    'unknown',
    0.5,
    0.5,
  ],
  [
    'content-credentials-broken',
    evidence({ candidates: [candidate()], c2pa: { state: 'invalid', bindingBroken: true, codes: [], signer: null } }),
    'forged',
    0.5,
    0.9,
  ],
  [
    'local-edit-small',
    evidence({ candidates: [candidate({}, { largestRegionFraction: 0.005, changeStrength: 1.5 })] }),
    'forged',
    0.6,
    0.8,
  ],
  [
    'doubtful-change',
    evidence({
      candidates: [candidate({}, { largestRegionFraction: 0.05, changeStrength: 1.2, backgroundChange: 1.6 })],
    }),
    'unknown',
    0.5,
    0.5,
  ],
  [
    'mostly-covered',
    evidence({ tracks: [mark()], candidates: [candidate({}, { overlays: [], overlayFraction: 0.4 })] }),
    'unknown',
    0.5,
    0.5,
  ],
  ['copy-marked', evidence({ tracks: [mark()], candidates: [candidate()] }), 'authentic', 0.95, 0.99],
  ['copy-unmarked', evidence({ candidates: [candidate()] }), 'authentic', 0.8, 0.92],
  ['mark-unaligned', evidence({ tracks: [mark()], candidates: [candidate(unregistered)] }), 'unknown', 0.7, 0.95],
  [
    'mark-uncompared',
    evidence({ tracks: [mark()], candidates: [candidate({ compared: false, ...unregistered, similarity: null })] }),
    'unknown',
    0.9,
    1,
  ],
  ['similar-scene', evidence({ candidates: [candidate({}, { badNccFraction: 0.8 })] }), 'unknown', 0.5, 1],
  ['nothing-found', evidence({ candidates: [candidate({ ...unregistered, similarity: 0.6 })] }), 'unknown', 0.9, 1],
  ['nothing-found', evidence(), 'unknown', 0.9, 1],
];

describe('decide', () => {
  for (const [rule, given, verdict, least, most] of CASES)
    test(`${rule}: ${verdict}, confidence ${least} .. ${most}`, () => {
      const decision = decide(given);
      expect(decision.ruleId).toBe(rule);
      expect(decision.verdict).toBe(verdict);
      expect(decision.isAuthentic).toBe(verdict === 'authentic');
      expect(decision.confidence).toBeGreaterThanOrEqual(least);
      expect(decision.confidence).toBeLessThanOrEqual(most);
      expect(decision.firedRules[0]).toBe(rule);
      expect(decision.firedRules).toContain('nothing-found');
      expect(decision.details).toContain(RULES.find(({ id }) => id === rule)!.why);
    });

  test('every rule is reached by some evidence, and rule ids are unique', () => {
    expect(new Set(CASES.map(([rule]) => rule))).toEqual(new Set(RULES.map(({ id }) => id)));
    expect(new Set(RULES.map(({ id }) => id)).size).toBe(RULES.length);
  });

  test('a small cut-out that holds the mark and does not register accuses nobody; one that shows something else does', () => {
    const judged = (
      side: number,
      change: Parameters<typeof candidate>[0],
      compared: Parameters<typeof candidate>[1] = {},
    ) =>
      decide(
        evidence({
          tracks: [mark()],
          candidates: [candidate({ similarity: 0.2, ...change }, compared)],
          picture: { width: 300, height: side, hashQuality: 100 },
        }),
      );
    expect(judged(127, unregistered)).toMatchObject({ verdict: 'unknown', ruleId: 'mark-unaligned', assetId: ASSET });
    expect(judged(128, unregistered)).toMatchObject({ verdict: 'forged', ruleId: 'mark-transplanted' });
    expect(judged(127, {}, { badNccFraction: 0.9 })).toMatchObject({ verdict: 'forged', ruleId: 'mark-transplanted' });
  });

  test('what registers, and is rather a copy than none although most of its texture disagrees, is accused of nothing', () => {
    const judged = (inliers: number, badNccFraction: number) =>
      decide(
        evidence({
          tracks: [mark()],
          candidates: [candidate({ registration: { inliers, residualPx: 1, mirrored: false } }, { badNccFraction })],
        }),
      );
    expect(judged(31, 0.6)).toMatchObject({ verdict: 'unknown', ruleId: 'mark-unaligned', assetId: ASSET });
    expect(judged(8, 0.6)).toMatchObject({ verdict: 'forged', ruleId: 'mark-transplanted' });
    expect(judged(31, 0.9)).toMatchObject({ verdict: 'forged', ruleId: 'mark-transplanted' });
  });

  test('nor does a large cut-out with little detail: a piece of sky with its own mark is no transplant', () => {
    const judged = (
      hashQuality: number,
      compared: Parameters<typeof candidate>[1] = {},
      registration: Parameters<typeof candidate>[0] = unregistered,
    ) =>
      decide(
        evidence({
          tracks: [mark()],
          candidates: [candidate({ similarity: 0.06, ...registration }, compared)],
          picture: { width: 393, height: 213, hashQuality },
        }),
      ).ruleId;
    expect(judged(49)).toBe('mark-unaligned');
    expect(judged(50)).toBe('mark-transplanted');
    expect(judged(11, { badNccFraction: 0.9 }, {})).toBe('mark-transplanted');
    // Nor does a painting of soft shapes, whose hash is as good as a photograph's.
    expect(judged(100, {}, { ...unregistered, keypoints: 749 })).toBe('mark-unaligned');
    expect(judged(100, {}, { ...unregistered, keypoints: 750 })).toBe('mark-transplanted');
  });

  test('what stands out clearly is forged also in a picture that was changed all over', () => {
    const clear = candidate({}, { largestRegionFraction: 0.05, changeStrength: 1.5, backgroundChange: 1.6 });
    expect(decide(evidence({ candidates: [clear] }))).toMatchObject({ verdict: 'forged', ruleId: 'local-edit' });
  });

  test('what was laid over a third of the picture does not make it forged, nor hide an edit beside it', () => {
    const covered = { overlays: [{ x: 0, y: 0, w: 640, h: 150 }], overlayFraction: 0.33 };
    const laidOver = decide(evidence({ candidates: [candidate({}, covered)] }));
    expect(laidOver).toMatchObject({ ruleId: 'copy-unmarked' });
    expect(laidOver.details).toMatch(/ of what both show; 33 % of that is covered by what was laid over it\.$/);
    const edited = candidate({}, { ...covered, largestRegionFraction: 0.05, changeStrength: 2 });
    expect(decide(evidence({ candidates: [edited] }))).toMatchObject({ ruleId: 'local-edit' });
  });

  test('a withdrawn asset is named, with the date, for the file and for a copy', () => {
    const revokedAt = '2026-03-04T05:06:07.000Z';
    for (const given of [
      evidence({ exact: { ...exact, revokedAt } }),
      evidence({ candidates: [candidate({ revokedAt })] }),
    ]) {
      expect(decide(given)).toMatchObject({ verdict: 'authentic', revokedAt, assetId: ASSET });
      expect(decide(given).details.toLowerCase()).toContain(`withdrawn by owner on ${revokedAt}`.toLowerCase());
    }
  });

  test('a picture marked with one asset and showing another is never authentic, whatever else fits', () => {
    const shown = candidate({ assetId: OTHER_ASSET });
    const named = candidate({ ...unregistered, similarity: 0.3 });
    const decision = decide(evidence({ tracks: [mark(ASSET)], candidates: [shown, named] }));
    expect(decision).toMatchObject({ verdict: 'forged', ruleId: 'mark-transplanted', assetId: ASSET });
  });

  test('an asset that could not be read says nothing against its mark', () => {
    const unread = candidate({ compared: false, ...unregistered, similarity: null });
    const decision = decide(evidence({ tracks: [mark()], candidates: [unread] }));
    expect(decision).toMatchObject({ verdict: 'unknown', assetId: ASSET });
  });

  test('a place where the mark is missing changes no verdict, whether or not there is an original', () => {
    const regions = [{ x: 0, y: 0, w: 200, h: 200, score: 1 }];
    const presence = { tracks: [], assessableFraction: 1, missingFraction: 0.2, evidence: 400, regions };
    for (const [, given] of CASES) expect(decide({ ...given, presence })).toEqual(decide(given));
  });

  test('a missing mark, an untrusted signer and an unfinished chain record do not make a forgery', () => {
    const pending = { ...commitment, onChain: false, txHash: null };
    const given = evidence({
      tracks: [mark(null)],
      candidates: [candidate({ commitment: pending })],
      c2pa: { state: 'valid', bindingBroken: false, codes: [], signer: null },
    });
    expect(decide(given).verdict).toBe('authentic');
  });

  test('of two stored versions the one that agrees everywhere explains the picture', () => {
    const before = candidate({ assetId: ASSET }, { largestRegionFraction: 0.1 });
    const after = candidate({ assetId: OTHER_ASSET });
    expect(decide(evidence({ candidates: [before, after] }))).toMatchObject({
      verdict: 'authentic',
      assetId: OTHER_ASSET,
    });
  });

  test.each([0.0001, 0.0081, 0.5])(
    'a stronger change of a fraction of %s never makes a forgery less certain',
    (largestRegionFraction) => {
      let last = 0;
      for (const changeStrength of [1.2, 1.3, 1.5, 2, 3, 4]) {
        const changed = candidate({}, { largestRegionFraction, changeStrength });
        const { confidence, verdict } = decide(evidence({ candidates: [changed] }));
        expect(verdict).toBe('forged');
        expect(confidence).toBeGreaterThanOrEqual(last);
        last = confidence;
      }
      expect(last).toBeGreaterThan(0.9);
    },
  );
});
