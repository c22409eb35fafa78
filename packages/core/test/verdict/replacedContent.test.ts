import { describe, expect, test } from 'vitest';
import type { Comparison, ComparisonFacts, TamperMap } from '../../src/tamper/comparison.ts';
import type { MarkInRegion } from '../../src/watermark/presence/markInRegion.ts';
import { decide } from '../../src/verdict/decide.ts';
import { detailLogOdds, lacksDetail, lacksMark, weighedComparison } from '../../src/verdict/replacedContent.ts';
import { candidate, comparison, evidence, mark } from './madeEvidence.ts';

const NOTHING: TamperMap = { width: 1, height: 1, data: new Uint8Array(1) };
const REGION: TamperMap = { width: 1, height: 1, data: new Uint8Array(1).fill(255) };
const BOX = { x: 1, y: 2, w: 3, h: 4, score: 0.5 };

const doubted = (changeStrength: number): Comparison => ({
  ...comparison({ changeStrength }),
  map: NOTHING,
  doubtful: {
    largestRegionFraction: 0.03,
    changedFraction: 0.03,
    tamperScore: 0.5,
    regions: [BOX],
    changedColour: { luma: 3, chroma: 1, structure: 0 },
    coloursApart: [],
    keptDetail: null,
    map: REGION,
  },
});

describe('a region that lacks the mark', () => {
  test('the weaker the difference, the more of the mark must be missing', () => {
    const missing = (changeStrength: number, power: number, held = 0) =>
      lacksMark({
        candidate: { markInRegion: { held, power } },
        comparison: comparison({ changeStrength, largestRegionFraction: 0.03 }),
      });
    expect([missing(0.7, 30), missing(0.7, 45)]).toEqual([false, true]);
    expect([missing(1.2, 15), missing(1.2, 30)]).toEqual([false, true]);
    // It holds the mark, or little of it could be there.
    expect([missing(1.2, 60, 60), missing(1.2, 1)]).toEqual([false, false]);
  });

  test('what would count first is asked, and counts where it lacks the mark', () => {
    const asked: (TamperMap | null)[] = [];
    const weighed = (held: number) =>
      weighedComparison(doubted(0.8), (map) => {
        asked.push(map);
        return { markInRegion: { held, power: 60 }, payloadZScore: 30 };
      });
    const replaced = weighed(0);
    expect(replaced.facts).toMatchObject({ largestRegionFraction: 0.03, regions: [BOX], changeStrength: 0.8 });
    expect([replaced.map, replaced.mark.markInRegion]).toEqual([REGION, { held: 0, power: 60 }]);
    const kept = weighed(60);
    expect(kept.facts).toMatchObject({ largestRegionFraction: 0, regions: [], changeStrength: 0.8 });
    // Nothing changed, so nothing is said of a region.
    expect([kept.map, kept.mark]).toEqual([NOTHING, { markInRegion: null, payloadZScore: 30 }]);
    expect(asked).toEqual([REGION, REGION]);
  });

  test('it is forged where the difference alone would be doubted, and not where the mark is there', () => {
    const judged = (held: number, background: number, changeStrength: number) =>
      decide(
        evidence({
          tracks: [mark()],
          candidates: [
            candidate(
              { markInRegion: { held, power: 60 } },
              { largestRegionFraction: 0.05, backgroundChange: background, changeStrength },
            ),
          ],
        }),
      );
    expect(judged(0, 1.5, 1.2)).toMatchObject({ verdict: 'forged', ruleId: 'mark-missing' });
    expect(judged(15, 1.5, 1.2)).toMatchObject({ verdict: 'unknown', ruleId: 'doubtful-change' });
    expect(judged(0, 1, 0.8)).toMatchObject({ verdict: 'forged', ruleId: 'mark-missing' });
  });
});

describe('a region that lacks the detail of the stored picture', () => {
  const region = (change: Partial<ComparisonFacts>) => comparison({ largestRegionFraction: 0.03, ...change });
  const lacking = (change: Partial<ComparisonFacts>, markInRegion: MarkInRegion | null = null) =>
    lacksDetail({ candidate: { markInRegion }, comparison: region(change) });

  test('the weaker the difference, the less of it may be left', () => {
    expect([
      lacking({ changeStrength: 1.2, keptDetail: 0.1 }),
      lacking({ changeStrength: 1.2, keptDetail: 0.4 }),
    ]).toEqual([true, false]);
    expect([
      lacking({ changeStrength: 0.95, keptDetail: 0.05 }),
      lacking({ changeStrength: 0.7, keptDetail: 0 }),
    ]).toEqual([true, false]);
    // Nothing is known of it, or nothing differs.
    expect(lacking({ changeStrength: 1.2, keptDetail: null })).toBe(false);
    expect(lacking({ changeStrength: 1.2, keptDetail: 0, largestRegionFraction: 0 })).toBe(false);
  });

  test('detail that is there speaks for nothing, for a recolour keeps it, and light may burn it out', () => {
    expect(detailLogOdds({ comparison: region({ keptDetail: 1 }) })).toBe(0);
    const lit = { luma: 30, chroma: 2, structure: 0.6 };
    expect(detailLogOdds({ comparison: region({ keptDetail: 0, changedColour: lit }) })).toBe(0);
  });

  test('what the mark and the detail say is one thing, unless the mark is there', () => {
    const missing = { held: 0, power: 20 };
    expect(lacking({ changeStrength: 0.9, keptDetail: 0.2 }, missing)).toBe(false);
    expect(lacking({ changeStrength: 1.2, keptDetail: 0.1 }, missing)).toBe(true);
    expect(lacking({ changeStrength: 1.2, keptDetail: 0.1 }, { held: 20, power: 20 })).toBe(false);
  });

  test('it is forged where the difference alone would be doubted', () => {
    const judged = (keptDetail: number | null) =>
      decide(
        evidence({ candidates: [candidate({}, region({ changeStrength: 1.2, backgroundChange: 1.5, keptDetail }))] }),
      );
    expect(judged(0.05)).toMatchObject({ verdict: 'forged', ruleId: 'detail-missing' });
    expect(judged(0.05).confidence).toBeGreaterThan(0.9);
    expect(judged(0.8)).toMatchObject({ verdict: 'unknown', ruleId: 'doubtful-change' });
    expect(judged(null)).toMatchObject({ verdict: 'unknown', ruleId: 'doubtful-change' });
  });

  test('what would count first is asked, and counts where it lacks its detail', () => {
    const weighed = (keptDetail: number | null) => {
      const { doubtful, ...seen } = doubted(0.95);
      if (!doubtful) throw new Error('nothing is doubted');
      return weighedComparison({ ...seen, doubtful: { ...doubtful, keptDetail } }, () => ({ markInRegion: null }));
    };
    expect(weighed(0)).toMatchObject({ map: REGION, facts: { largestRegionFraction: 0.03, keptDetail: 0 } });
    expect(weighed(0.9)).toMatchObject({ map: NOTHING, facts: { largestRegionFraction: 0, keptDetail: null } });
  });
});
