import { array, record, assert, boolean as anyBoolean, double, nat, property } from 'fast-check';
import { expect, test } from 'vitest';
import { decide } from '../../src/verdict/decide.ts';
import type { Evidence } from '../../src/verdict/evidence.ts';
import { ASSET, candidate, evidence, mark, OTHER_ASSET } from './madeEvidence.ts';

const commitment = { hashFits: true, signatureValid: true, onChain: true, txHash: 'tx' };
const unregistered = { registration: null, comparison: null };

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
