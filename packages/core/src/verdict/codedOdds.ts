/**
 * What the steps of the query's codec say of a match, as log-odds of another shot: of x, the logarithm of what they leave unexplained,
 *     ln p(x | another shot) / p(x | copy),   p(x | copy) = a N(x; copy) + (1 - a) p(x | another shot)
 * a the copies whose codec came last and explains everything; of the others, whose detail something else replaced before, it says
 * nothing. docs/decisions/0019-another-shot.md.
 * @module
 */
import type { CodedDetail } from '../tamper/anotherShot/codedDetail.ts';
import { CODED, CODED_LOG_ODDS_MIN } from './thresholds.ts';

interface Normal {
  readonly mean: number;
  readonly deviation: number;
}

const density = (x: number, { mean, deviation }: Normal): number =>
  Math.exp(-(((x - mean) / deviation) ** 2) / 2) / deviation;

/** 0 where no codec's grid was seen. */
export function codedLogOdds(coded: CodedDetail | null): number {
  if (coded === null) return 0;
  const log = ({ low }: CodedDetail['quiet']): number => Math.log(low + CODED.floor);
  // Less than copies have in the mean, or more than other shots, is no less of a copy, nor of another shot.
  const x = Math.min(CODED.shot.mean, Math.max(CODED.copy.mean, (log(coded.quiet) + log(coded.textured)) / 2));
  const ratio = density(x, CODED.copy) / density(x, CODED.shot);
  return Math.max(CODED_LOG_ODDS_MIN, -Math.log(CODED.explainedCopies * ratio + 1 - CODED.explainedCopies));
}
