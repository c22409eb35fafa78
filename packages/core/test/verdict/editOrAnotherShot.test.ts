import { describe, expect, test } from 'vitest';
import type { ShotFacts } from '../../src/tamper/anotherShot/shotFacts.ts';
import { decide } from '../../src/verdict/decide.ts';
import { anotherShotOdds } from '../../src/verdict/markOdds.ts';
import { ANOTHER_SHOT_LOG_ODDS_MIN } from '../../src/verdict/thresholds.ts';
import { candidate, comparison, evidence, OTHER_SHOT, SHARED_SHOT } from './madeEvidence.ts';

const oddsOf = (shot: ShotFacts, payloadZScore: number): number =>
  anotherShotOdds({ candidate: { payloadZScore }, comparison: { ...comparison(), shot }, isMarked: false }) ??
  Number.NaN;

/** A shot and a z-score of the known payload whose log-odds lie between two bounds. */
function shotBetween(least: number, most: number): { shot: ShotFacts; payloadZScore: number } {
  const shots: ShotFacts[] = [];
  for (const detail of [OTHER_SHOT.detail, SHARED_SHOT.detail])
    for (const parallax of [OTHER_SHOT.parallax, SHARED_SHOT.parallax, null])
      for (const moved of [OTHER_SHOT.moved, null]) shots.push({ detail, parallax, moved, coded: null });
  for (const shot of shots)
    for (let payloadZScore = -2; payloadZScore <= 4; payloadZScore += 0.05) {
      const odds = oddsOf(shot, payloadZScore);
      if (odds > least && odds < most) return { shot, payloadZScore };
    }
  throw new RangeError(`no made shot has log-odds between ${least} and ${most}`);
}

const judged = ({ shot, payloadZScore }: ReturnType<typeof shotBetween>, region: number, changeStrength: number) =>
  decide(
    evidence({ candidates: [candidate({ payloadZScore }, { shot, largestRegionFraction: region, changeStrength })] }),
  );

describe('log-odds of another shot between the two bounds', () => {
  const between = shotBetween(ANOTHER_SHOT_LOG_ODDS_MIN.whole, ANOTHER_SHOT_LOG_ODDS_MIN.edited);

  test('without a changed region it is another shot', () => {
    expect(judged(between, 0, comparison().changeStrength)).toMatchObject({
      verdict: 'unknown',
      ruleId: 'another-shot',
    });
  });

  test('with one that stands out it is an edit', () => {
    expect(judged(between, 0.05, 3)).toMatchObject({ verdict: 'forged', ruleId: 'local-edit' });
  });

  test('with one that is doubtful it is another shot', () => {
    expect(judged(between, 0.05, 0.9)).toMatchObject({ verdict: 'unknown', ruleId: 'another-shot' });
  });

  test('above both it is another shot, changed or not', () => {
    const above = shotBetween(ANOTHER_SHOT_LOG_ODDS_MIN.edited, Number.POSITIVE_INFINITY);
    expect(judged(above, 0.05, 3)).toMatchObject({ verdict: 'unknown', ruleId: 'another-shot' });
  });
});
