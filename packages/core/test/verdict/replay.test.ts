import { expect, test } from 'vitest';
import { decide } from '../../src/verdict/decide.ts';
import { EVIDENCE_FORMAT } from '../../src/verdict/evidence.ts';
import { type Judgement, newRegressionCase, replay, withoutNames } from '../../src/verdict/replay.ts';
import { ASSET, candidate, evidence, mark, OTHER_ASSET } from './madeEvidence.ts';

const edited = evidence({
  tracks: [mark()],
  candidates: [candidate({}, { largestRegionFraction: 0.05, changeStrength: 2 })],
});
const { verdict, confidence, ruleId } = decide(edited);
const today: Judgement = { verdict, confidence, ruleId };

test('the same verdict is no change; another verdict, rule or confidence is one', () => {
  expect(replay(edited, today)).toEqual({ before: today, after: today, isChanged: false });
  expect(replay(edited, { ...today, confidence: confidence - 0.001 }).isChanged).toBe(false);
  for (const before of [
    { ...today, verdict: 'authentic' as const },
    { ...today, ruleId: 'composite' },
    { ...today, confidence: confidence - 0.01 },
  ])
    expect(replay(edited, before)).toEqual({ before, after: today, isChanged: true });
});

test('a case names nobody, and is judged as what it was made from', () => {
  // Two copies that explain the picture alike: the lower id wins, also under its new name.
  const ids = Array.from({ length: 12 }, (_, i) => `${String(99 - i)}${ASSET.slice(2)}`);
  const commitment = { hashFits: true, signatureValid: true, onChain: true, txHash: 'tx of somebody' };
  const given = evidence({
    exact: null,
    tracks: [mark(OTHER_ASSET)],
    candidates: ids.map((assetId) => candidate({ assetId, commitment })),
    c2pa: { state: 'valid', bindingBroken: false, codes: [], signer: 'Harbour Press' },
  });
  const about = { id: '1', what: 'a test', expected: 'authentic', given: today, modelVersion: 'assay@test' } as const;
  const made = newRegressionCase(given, about);
  expect(made.format).toBe(EVIDENCE_FORMAT);
  const text = JSON.stringify(made);
  for (const name of [...ids, OTHER_ASSET, 'tx of somebody', 'Harbour Press']) expect(text).not.toContain(name);
  const winner = decide(given).assetId;
  const place = given.candidates.findIndex(({ assetId }) => assetId === winner);
  expect(decide(made.evidence)).toEqual({ ...decide(given), assetId: made.evidence.candidates[place]?.assetId });
  expect(withoutNames(made.evidence)).toEqual(made.evidence);
});
