import { expect, test } from 'vitest';
import { decide } from '../../src/verdict/decide.ts';
import { removedMark, unreadProbability } from '../../src/verdict/removedMark.ts';
import { candidate, comparison, evidence, LOST, SHARED_SHOT } from './madeEvidence.ts';

const kept = { shot: SHARED_SHOT };
/** So much was lost that a mark is not to be expected. */
const worn = {
  shot: { ...SHARED_SHOT, detail: { quietest: LOST, quiet: LOST, textured: LOST } },
  geometry: { ...comparison().geometry, scale: 0.25 },
};

test('a copy that keeps its detail and holds nothing of its mark is no honest one, most likely', () => {
  const removed = removedMark(candidate({ payloadZScore: 0.4 }, kept));
  expect(removed).toMatchObject({ isSubtracted: false });
  expect(removed?.honestProbability).toBeLessThan(0.05);
});

test('a copy that was worn out says nothing', () => {
  expect(removedMark(candidate({ payloadZScore: 0.4 }, worn))).toBeNull();
  expect(unreadProbability(comparison(worn))).toBeGreaterThan(unreadProbability(comparison(kept)) as number);
});

test.each([
  ['something is left of the known mark', 3, kept],
  ['the asset has no mark', null, kept],
  ['too little of the picture can be judged', 0.4, { shot: null }],
  [
    'a small piece is shown',
    0.4,
    { ...kept, geometry: { ...comparison().geometry, cropBox: { x: 0, y: 0, w: 200, h: 150 } } },
  ],
])('nothing is said where %s', (_why, payloadZScore, compared) => {
  expect(removedMark(candidate({ payloadZScore }, compared))).toBeNull();
});

test('a mark of the wrong sign was subtracted, however much was lost', () => {
  expect(removedMark(candidate({ payloadZScore: -8 }, worn))).toMatchObject({ isSubtracted: true });
  expect(removedMark(candidate({ payloadZScore: -8 }, kept))).toMatchObject({ isSubtracted: true });
});

test('no verdict rests on it', () => {
  const lost = candidate({ payloadZScore: -8 }, kept);
  expect(decide(evidence({ candidates: [lost] })).verdict).toBe('authentic');
});
