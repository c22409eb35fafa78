import { describe, expect, test } from 'vitest';
import { decide } from '../../src/verdict/decide.ts';
import { candidate, evidence } from './madeEvidence.ts';

describe('regions that differ and accuse nobody', () => {
  test('light in one place does not excuse what was replaced in another', () => {
    const lit = { luma: 40, chroma: 2, structure: 0.9 };
    const replaced = { luma: 3, chroma: 3, structure: 0.1 };
    const judged = (coloursApart: readonly (typeof lit)[]) =>
      decide(
        evidence({
          candidates: [
            candidate(
              {},
              {
                largestRegionFraction: 0.1,
                changeStrength: 3,
                backgroundChange: 1.2,
                changedColour: { luma: 35, chroma: 2, structure: 0.8 },
                coloursApart,
              },
            ),
          ],
        }),
      );
    expect(judged([])).toMatchObject({ verdict: 'unknown', ruleId: 'doubtful-change' });
    expect(judged([lit, lit])).toMatchObject({ verdict: 'unknown', ruleId: 'doubtful-change' });
    expect(judged([lit, replaced])).toMatchObject({ verdict: 'forged', ruleId: 'local-edit' });
  });

  test('a region that keeps all its detail is the same only while it is about as bright', () => {
    const judged = (luma: number) =>
      decide(
        evidence({
          candidates: [
            candidate(
              {},
              {
                largestRegionFraction: 0.05,
                changeStrength: 1.9,
                changedColour: { luma, chroma: 1, structure: 0.95 },
                keptDetail: 0.95,
              },
            ),
          ],
        }),
      );
    expect(judged(11)).toMatchObject({ verdict: 'authentic', ruleId: 'content-kept' });
    expect(judged(60)).toMatchObject({ verdict: 'unknown', ruleId: 'doubtful-change' });
  });

  test('forged is never said of a region that rather was not changed than was', () => {
    const weak = candidate({}, { largestRegionFraction: 0.02, changeStrength: 1.05 });
    expect(decide(evidence({ candidates: [weak] }))).toMatchObject({ verdict: 'unknown', ruleId: 'doubtful-change' });
  });

  test('a region that keeps its structure and colour was sharpened or smoothed, if it differs little; a recolour was not', () => {
    const ruleOf = (changeStrength: number, chroma: number, structure: number) =>
      decide(
        evidence({
          candidates: [
            candidate(
              {},
              { largestRegionFraction: 0.02, changeStrength, changedColour: { luma: 1, chroma, structure } },
            ),
          ],
        }),
      ).ruleId;
    expect(ruleOf(1.4, 6, 0.96)).toBe('doubtful-change');
    expect(ruleOf(1.4, 6, 0.4)).toBe('local-edit');
    expect(ruleOf(1.4, 20, 0.96)).toBe('local-edit');
    expect(ruleOf(2.5, 6, 0.96)).toBe('local-edit');
  });
});
