import { array, record, assert, boolean as anyBoolean, double, nat, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { BandAgreement, BandAgreements } from '../../src/tamper/anotherShot/sharedDetail.ts';
import type { ShotFacts } from '../../src/tamper/anotherShot/shotFacts.ts';
import { decide, RULES } from '../../src/verdict/decide.ts';
import type { Evidence, ExactEvidence } from '../../src/verdict/evidence.ts';
import { markLogOdds } from '../../src/verdict/markOdds.ts';
import { isWholeCopy } from '../../src/verdict/readEvidence.ts';
import { ASSET, candidate, comparison, evidence, mark, OTHER_ASSET } from './madeEvidence.ts';

/** A copy as it is, which shows so much of the asset. */
const shownPart = (visibleFraction: number) => ({ ...comparison().geometry, visibleFraction });

const exact: ExactEvidence = { assetId: ASSET, revokedAt: null, commitment: null, variant: 'delivered' };
const commitment = { hashFits: true, signatureValid: true, onChain: true, txHash: 'tx' };
const unregistered = { registration: null, comparison: null };

/** One piece of evidence for every rule, with what must follow. */
const agreeing = (coherence: number, slope: number, queryEnergy: number, referenceEnergy = 4): BandAgreement => ({
  coherence,
  medianCoherence: coherence,
  slope,
  queryEnergy,
  referenceEnergy,
});
const bandsOf = (band: BandAgreement): BandAgreements => [band, band, band];
/** As much noise as the stored picture has, and other noise; things displaced as no bend explains. */
const OTHER_SHOT: ShotFacts = {
  detail: {
    quietest: bandsOf(agreeing(0.05, 0.05, 4)),
    quiet: bandsOf(agreeing(0.1, 0.1, 4)),
    textured: bandsOf(agreeing(0.9, 0.95, 100, 98)),
  },
  parallax: { residualPx: 0.8, bendLogRatio: 0.1 },
  moved: { forward: 0.5, backward: 0.6 },
};
const SHARED_SHOT: ShotFacts = {
  detail: {
    quietest: bandsOf(agreeing(0.95, 1, 4.4)),
    quiet: bandsOf(agreeing(0.97, 1, 4.3)),
    textured: bandsOf(agreeing(0.99, 1, 100, 98)),
  },
  parallax: { residualPx: 0.08, bendLogRatio: 0 },
  moved: null,
};
const LOST = bandsOf(agreeing(0.3, 0.08, 0.3));

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
    'mark-kept',
    evidence({
      tracks: [mark()],
      candidates: [
        candidate({ markInRegion: { held: 40, power: 40 } }, { largestRegionFraction: 0.05, changeStrength: 2 }),
      ],
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

  test('of a candidate that a mark names, what tells another shot changes nothing: it need not be measured', () => {
    const edits = [{}, { largestRegionFraction: 0.05, changeStrength: 2 }, { badNccFraction: 0.9 }];
    for (const edit of edits)
      for (const registration of [{ inliers: 200, residualPx: 0.6, mirrored: false }, null])
        for (const shot of [OTHER_SHOT, SHARED_SHOT]) {
          const judged = (facts: ShotFacts | null) =>
            decide(evidence({ tracks: [mark()], candidates: [candidate({ registration }, { ...edit, shot: facts })] }));
          expect(judged(shot)).toEqual(judged(null));
        }
  });

  test('a whole copy is one that nothing speaks against: no part, no edit, no overlay, no other shot', () => {
    const registration = { inliers: 200 };
    const { geometry } = comparison();
    const isWhole = (change: Parameters<typeof comparison>[0], payloadZScore: number | null = 0) =>
      isWholeCopy(registration, comparison(change), payloadZScore);
    expect(isWhole({})).toBe(true);
    expect(isWhole({ shot: SHARED_SHOT })).toBe(true);
    expect(isWholeCopy(null, comparison(), 0)).toBe(false);
    expect(isWholeCopy({ inliers: 3 }, comparison(), 0)).toBe(false);
    expect(isWholeCopy(registration, null, 0)).toBe(false);
    expect(isWhole({ badNccFraction: 0.6 })).toBe(false);
    expect(isWhole({ largestRegionFraction: 0.01 })).toBe(false);
    expect(isWhole({ coverage: 0.95 })).toBe(false);
    expect(isWhole({ geometry: { ...geometry, visibleFraction: 0.95 } })).toBe(false);
    expect(isWhole({ overlays: [{ x: 0, y: 0, w: 9, h: 9, score: 1 }] as never })).toBe(false);
    expect(isWhole({ shot: OTHER_SHOT }, 1)).toBe(false);
    // Other shots carry no mark.
    expect(isWhole({ shot: OTHER_SHOT }, 20)).toBe(true);
  });

  test('another shot of the scene is no forgery, unless its mark says that it is a copy', () => {
    const edited = { shot: OTHER_SHOT, largestRegionFraction: 0.05, changeStrength: 2 };
    const judged = (change: Parameters<typeof candidate>[0], given: Parameters<typeof evidence>[0] = {}) =>
      decide(evidence({ candidates: [candidate(change, edited)], ...given })).ruleId;
    expect(judged({})).toBe('another-shot');
    expect(judged({}, { tracks: [mark()] })).toBe('local-edit');
    expect(judged({ payloadZScore: 6.5 })).toBe('local-edit');
    expect(judged({ payloadZScore: 1 })).toBe('another-shot');
  });

  test('a mark that is missing speaks for another shot, one that is nearly there against it', () => {
    expect(markLogOdds(0)).toBeCloseTo(-Math.log(0.2), 1);
    expect(markLogOdds(-3)).toBeCloseTo(-Math.log(0.2), 3);
    for (const [less, more] of [
      [0, 2],
      [2, 3],
      [3, 4],
      [4, 5.9],
    ] as const)
      expect(markLogOdds(more)).toBeLessThan(markLogOdds(less));
    expect(markLogOdds(4.5)).toBeLessThan(-4);
  });

  test('where the very regions that differ still hold the mark, nobody is accused; a recolour keeps it too', () => {
    const judged = (held: number, chroma = 1, changeStrength = 2) =>
      decide(
        evidence({
          tracks: [mark()],
          candidates: [
            candidate(
              { markInRegion: { held, power: 40 } },
              { largestRegionFraction: 0.05, changeStrength, changedColour: { luma: 2, chroma } },
            ),
          ],
        }),
      );
    expect(judged(40).verdict).not.toBe('forged');
    expect(judged(0)).toMatchObject({ verdict: 'forged', ruleId: 'local-edit' });
    expect(judged(40, 30)).toMatchObject({ verdict: 'forged', ruleId: 'local-edit' });
    expect(judged(40, 1, 4)).toMatchObject({ verdict: 'forged', ruleId: 'local-edit' });
  });

  test('a copy shares its detail, and one that lost it is none the less a copy', () => {
    for (const shot of [SHARED_SHOT, { ...SHARED_SHOT, detail: { ...SHARED_SHOT.detail, quietest: LOST } }])
      expect(decide(evidence({ candidates: [candidate({}, { shot })] })).ruleId).toBe('copy-unmarked');
  });

  test('what stands out clearly is forged also in a picture that was changed all over', () => {
    const clear = candidate({}, { largestRegionFraction: 0.05, changeStrength: 1.5, backgroundChange: 1.6 });
    expect(decide(evidence({ candidates: [clear] }))).toMatchObject({ verdict: 'forged', ruleId: 'local-edit' });
  });

  test('what was laid over a third of the picture does not make it forged, nor hide an edit beside it', () => {
    const covered = { overlays: [{ x: 0, y: 0, w: 640, h: 150 }], overlayFraction: 0.33 };
    expect(decide(evidence({ candidates: [candidate({}, covered)] }))).toMatchObject({ ruleId: 'copy-unmarked' });
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
      for (const changeStrength of [1, 1.1, 1.5, 2, 3, 4]) {
        const changed = candidate({}, { largestRegionFraction, changeStrength });
        const { confidence, verdict } = decide(evidence({ candidates: [changed] }));
        expect(verdict).toBe('forged');
        expect(confidence).toBeGreaterThanOrEqual(last);
        last = confidence;
      }
      expect(last).toBeGreaterThan(0.9);
    },
  );

  const share = double({ min: 0, max: 1, noNaN: true });
  const anyCandidate = record({
    named: anyBoolean(),
    registered: anyBoolean(),
    inliers: nat(3000),
    a: share,
    b: share,
    c: share,
    s: share,
  }).map(({ named, registered, inliers, a, b, c, s }) =>
    candidate(
      {
        assetId: named ? ASSET : OTHER_ASSET,
        similarity: s,
        ...(registered ? { registration: { inliers, residualPx: a, mirrored: false } } : unregistered),
      },
      { badNccFraction: a, largestRegionFraction: b, changeStrength: 4 * b, foreignFraction: c },
    ),
  );

  test('any evidence gives a finite confidence in 0..1 and replays from its JSON to the same decision', () => {
    assert(
      property(array(anyCandidate, { maxLength: 4 }), anyBoolean(), (candidates, isMarked) => {
        const given = evidence({ candidates, tracks: isMarked ? [mark()] : [] });
        const decision = decide(given);
        expect(decision.confidence).toBeGreaterThanOrEqual(0);
        expect(decision.confidence).toBeLessThanOrEqual(1);
        expect(decide(JSON.parse(JSON.stringify(given)) as Evidence)).toEqual(decision);
        // Only equal bytes are certain.
        if (decision.isAuthentic) expect(decision.confidence).toBeLessThan(1);
      }),
    );
  });
});

test('where a marked picture is the same one, whatever looks alike changes nothing of the decision', () => {
  const marked = [
    candidate(),
    candidate({}, { largestRegionFraction: 0.05, changeStrength: 2 }),
    candidate({}, { foreignFraction: 0.7, coverage: 0.3 }),
    candidate({}, { largestRegionFraction: 0.004, changeStrength: 1.1, backgroundChange: 1.5 }),
    candidate({ commitment: { ...commitment, hashFits: false } }),
  ];
  const other = { assetId: OTHER_ASSET };
  const alike = [
    candidate({ ...other, registration: { inliers: 999, residualPx: 0.1, mirrored: false } }),
    candidate({ ...other, commitment: { ...commitment, signatureValid: false } }),
    candidate({ ...other, ...unregistered, similarity: 1 }),
    candidate(other, { badNccFraction: 0.9 }),
    candidate({ ...other, compared: false, ...unregistered }),
  ];
  for (const copy of marked) {
    const { firedRules: _, ...alone } = decide(evidence({ tracks: [mark()], candidates: [copy] }));
    for (const one of alike)
      for (const candidates of [
        [copy, one],
        [one, copy],
      ])
        expect(decide(evidence({ tracks: [mark()], candidates }))).toMatchObject(alone);
  }
});
