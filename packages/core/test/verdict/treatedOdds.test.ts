import { expect, test } from 'vitest';
import { decide } from '../../src/verdict/decide.ts';
import { treatedLogOdds } from '../../src/verdict/treatedOdds.ts';
import { candidate, comparison, evidence, NOTHING_DONE, OTHER_SHOT } from './madeEvidence.ts';

const PALETTE = { whole: { ...NOTHING_DONE, palette: { colours: 24, isDithered: false } } };

test.each([
  ['a palette', PALETTE],
  ['the grid of a screen', { whole: { ...NOTHING_DONE, screenGrid: 400 } }],
  ['light that changed from place to place', { whole: { ...NOTHING_DONE, localTone: 5 } }],
  ['colours that changed all over', { tone: { lumaShift: 2, chromaShift: 12, changed: true } }],
])('%s speaks for a copy, by seven and a half to one', (_, done) => {
  expect(treatedLogOdds(comparison(done))).toBeCloseTo(Math.log(4 / 30), 9);
});

test.each([
  ['nothing', {}],
  ['a little light', { whole: { ...NOTHING_DONE, localTone: 1 } }],
  ['another exposure', { tone: { lumaShift: 25, chromaShift: 4, changed: true } }],
])('%s says nothing', (_, done) => {
  expect(treatedLogOdds(comparison(done))).toBe(0);
});

test('what was plainly taken anew stays another shot, whatever was done to it', () => {
  const judged = (done: object) =>
    decide(evidence({ candidates: [candidate({ payloadZScore: 0 }, { ...done, shot: OTHER_SHOT })] }));
  expect(judged({}).ruleId).toBe('another-shot');
  expect(judged(PALETTE).ruleId).toBe('another-shot');
  expect(judged(PALETTE).confidence).toBeLessThan(judged({}).confidence);
});
