import { describe, expect, test } from 'vitest';
import type { ShotFacts } from '../../src/tamper/anotherShot/shotFacts.ts';
import { anotherShotLogOdds, speakingStatistics } from '../../src/verdict/anotherShot.ts';
import { codedLogOdds } from '../../src/verdict/codedOdds.ts';
import { decide } from '../../src/verdict/decide.ts';
import { markLogOdds } from '../../src/verdict/markOdds.ts';
import { isWholeCopy } from '../../src/verdict/readEvidence.ts';
import {
  candidate,
  comparison,
  evidence,
  LOST,
  mark,
  NOTHING_DONE,
  OTHER_SHOT,
  SAME_CONTENT,
  SHARED_SHOT,
} from './madeEvidence.ts';

describe('what the mark says of a match', () => {
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

  test('places without detail share nothing and say nothing', () => {
    const faint = (energy: number): ShotFacts => {
      const band = { coherence: 0, medianCoherence: 0, slope: 1, queryEnergy: energy, referenceEnergy: energy };
      const { textured } = SHARED_SHOT.detail;
      const quiet = [band, band, band] as const;
      return { ...SHARED_SHOT, detail: { quietest: quiet, quiet, textured } };
    };
    expect(anotherShotLogOdds(faint(0.01))).toBeLessThan(anotherShotLogOdds(faint(2)) - 1);
  });

  test('where the steps of a codec explain all that differs, it is a copy; where they do not, they say next to nothing', () => {
    const coded = (low: number) => ({ low, high: low });
    const at = (quiet: number, textured: number) =>
      codedLogOdds({ steppedFraction: 1, quiet: coded(quiet), textured: coded(textured) });
    const judged = (quiet: number) =>
      decide(
        evidence({
          candidates: [
            candidate(
              { payloadZScore: 0 },
              {
                shot: {
                  ...OTHER_SHOT,
                  parallax: null,
                  moved: null,
                  coded: { steppedFraction: 1, quiet: coded(quiet), textured: coded(2 * quiet) },
                },
              },
            ),
          ],
        }),
      ).ruleId;
    expect(judged(0.02)).toBe('copy-unmarked');
    expect(judged(20)).toBe('another-shot');
    expect(codedLogOdds(null)).toBe(0);
    expect(at(0, 0)).toBeLessThan(-4);
    expect(at(30, 60)).toBeGreaterThan(0);
    expect(at(1e4, 1e4)).toBeLessThan(0.4);
    for (const [less, more] of [
      [0.05, 0.2],
      [0.2, 1],
      [1, 5],
    ] as const)
      expect(at(less, less)).toBeLessThan(at(more, more));
  });

  test('the sentence says which statistics speak for another shot', () => {
    const said = (shot: ShotFacts) => decide(evidence({ candidates: [candidate({}, { shot })] })).details;
    expect(said(OTHER_SHOT)).toMatch(/What says so: noise and fine detail of quiet places are others/);
    expect(speakingStatistics(OTHER_SHOT)).toContain('detail');
    expect(speakingStatistics({ ...OTHER_SHOT, parallax: null, moved: null })).toEqual(['detail']);
    expect(speakingStatistics(SHARED_SHOT)).toEqual([]);
  });

  test('a mark that is missing speaks for another shot, one that is nearly there against it', () => {
    expect(markLogOdds(0)).toBeCloseTo(Math.log(3), 1);
    expect(markLogOdds(-3)).toBeCloseTo(Math.log(3), 3);
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
    const judged = (held: number, chroma = 1, changeStrength = 2, luma = 2, colours = 10, structure = 0.6) =>
      decide(
        evidence({
          tracks: [mark()],
          candidates: [
            candidate(
              { markInRegion: { held, power: 40 } },
              {
                largestRegionFraction: 0.05,
                changeStrength,
                changedColour: { luma, chroma, structure },
                whole: { ...NOTHING_DONE, chroma: colours },
              },
            ),
          ],
        }),
      );
    expect(judged(40).verdict).not.toBe('forged');
    expect(judged(0)).toMatchObject({ verdict: 'forged', ruleId: 'local-edit' });
    expect(judged(40, 30)).toMatchObject({ verdict: 'forged', ruleId: 'local-edit' });
    expect(judged(40, 1, 4)).toMatchObject({ verdict: 'forged', ruleId: 'local-edit' });
    // A lamp makes it brighter alone; of a grey picture a recolour does.
    expect(judged(40, 2, 4, 50).verdict).not.toBe('forged');
    // A part of the region was replaced, and the rest holds the mark.
    expect(judged(40, 1, 2, 2, 10, 0.39)).toMatchObject({ verdict: 'forged', ruleId: 'local-edit' });
    expect(judged(40, 2, 4, 50, 10, 0.39)).toMatchObject({ verdict: 'forged', ruleId: 'local-edit' });
    expect(judged(40, 2, 4, 50, 0)).toMatchObject({ verdict: 'forged', ruleId: 'local-edit' });
    expect(judged(0, 2, 4, 50)).toMatchObject({ verdict: 'forged', ruleId: 'local-edit' });
  });

  test('a region that holds the mark as the rest of the picture does is authentic where the mark was read, and unsaid where not', () => {
    const judged = (held: number, power: number, tracks = [mark()], luma: number = SAME_CONTENT.changedColour.luma) =>
      decide(
        evidence({
          tracks,
          candidates: [
            candidate(
              { markInRegion: { held, power } },
              { ...SAME_CONTENT, changedColour: { ...SAME_CONTENT.changedColour, luma } },
            ),
          ],
        }),
      );
    expect(judged(100, 100)).toMatchObject({ verdict: 'authentic', ruleId: 'mark-whole', confidence: 0.8 });
    expect(judged(100, 100, [])).toMatchObject({ verdict: 'unknown', ruleId: 'mark-kept' });
    // Weakened all over, as a recolour leaves it; too little of it to tell.
    expect(judged(60, 100)).toMatchObject({ verdict: 'unknown', ruleId: 'mark-kept' });
    expect(judged(20, 20)).toMatchObject({ verdict: 'unknown', ruleId: 'mark-kept' });
    // A mark outlasts any gain: who darkened a car leaves it there.
    expect(judged(100, 100, [mark()], 80)).toMatchObject({ verdict: 'unknown', ruleId: 'mark-kept' });
  });

  test('a copy shares its detail, and one that lost it is none the less a copy', () => {
    for (const shot of [SHARED_SHOT, { ...SHARED_SHOT, detail: { ...SHARED_SHOT.detail, quietest: LOST } }])
      expect(decide(evidence({ candidates: [candidate({}, { shot })] })).ruleId).toBe('copy-unmarked');
  });
});
