/**
 * Fits what the confidence of a verdict is made of to rows whose truth is known. Honest copies and forgeries weigh the same in
 * sum, whatever their numbers.
 *     P(edit) = s(a + c ln x + d ln b),   x changeStrength, b backgroundChange, s(t) = 1 / (1 + exp(-t)),
 * by Newton's method with a Gaussian prior of standard deviation 3 about (0, 8, 0), which keeps the three numbers finite where the
 * classes hardly overlap. Shares are guessed as Laplace would, with one more of each class: the bounds of P(edit), of
 * forgeries among pictures whose strength lies in the lower half of the honest ones and among all with a strength of more
 * than 1.2; and how sure an unmarked copy without any changed region is one, `unmarkedMax`.
 */
import { factorise, solveFactorised } from '@assay/core/signal/cholesky';

export interface FitRow {
  readonly isEdit: boolean;
  readonly changeStrength: number;
  readonly backgroundChange: number;
  /** A changed region counts. */
  readonly hasRegion: boolean;
}

export interface EditFit {
  readonly intercept: number;
  readonly perLogStrength: number;
  readonly perLogBackground: number;
  readonly min: number;
  readonly max: number;
  readonly unmarkedMax: number;
}

const PRIOR = { mean: [0, 8, 0], deviation: 3 } as const;
const TERMS = 3;
const STRENGTH_FLOOR = 0.05;
const STRENGTH_CERTAIN = 1.2;
const ITERATIONS = 60;
/** Full steps overshoot where the classes hardly overlap. */
const STEP = 0.5;

const termsOf = ({ changeStrength, backgroundChange }: FitRow): readonly number[] => [
  1,
  Math.log(Math.max(STRENGTH_FLOOR, changeStrength)),
  Math.log(Math.max(1, backgroundChange)),
];

/** @throws {RangeError} without rows of both classes */
export function fitEdit(rows: readonly FitRow[]): EditFit {
  const edits = rows.filter(({ isEdit }) => isEdit).length;
  if (edits === 0 || edits === rows.length)
    throw new RangeError('fitEdit: rows of honest copies and of forgeries are needed');
  const weightOf = (isEdit: boolean): number => rows.length / 2 / (isEdit ? edits : rows.length - edits);
  const [intercept, perLogStrength, perLogBackground] = [...newton(rows, weightOf)] as [number, number, number];
  const guessed = (list: readonly FitRow[], wanted: boolean): number => {
    const sum = (isEdit: boolean): number => list.filter((row) => row.isEdit === isEdit).length * weightOf(isEdit);
    return (sum(wanted) + 1) / (sum(true) + sum(false) + 2);
  };
  const honest = rows
    .filter(({ isEdit }) => !isEdit)
    .map(({ changeStrength }) => changeStrength)
    .sort((x, y) => x - y);
  const quiet = honest[honest.length >> 1] as number;
  const among = (test: (row: FitRow) => boolean, wanted: boolean): number => guessed(rows.filter(test), wanted);
  return {
    intercept,
    perLogStrength,
    perLogBackground,
    min: among(({ changeStrength }) => changeStrength <= quiet, true),
    max: among(({ changeStrength }) => changeStrength > STRENGTH_CERTAIN, true),
    unmarkedMax: among(({ hasRegion }) => !hasRegion, false),
  };
}

/** Maximises the posterior. */
function newton(rows: readonly FitRow[], weightOf: (isEdit: boolean) => number): Float64Array {
  const at = Float64Array.from(PRIOR.mean);
  const precision = 1 / PRIOR.deviation ** 2;
  for (let iteration = 0; iteration < ITERATIONS; iteration++) {
    const gradient = at.map((value, k) => precision * ((PRIOR.mean[k] as number) - value));
    const curvature = new Float64Array(TERMS * TERMS);
    for (let k = 0; k < TERMS; k++) curvature[k * TERMS + k] = precision;
    for (const row of rows) {
      const terms = termsOf(row);
      const p = 1 / (1 + Math.exp(-terms.reduce((sum, term, k) => sum + term * (at[k] as number), 0)));
      const weight = weightOf(row.isEdit);
      for (let k = 0; k < TERMS; k++) {
        gradient[k] = (gradient[k] as number) + weight * ((row.isEdit ? 1 : 0) - p) * (terms[k] as number);
        for (let l = 0; l <= k; l++)
          curvature[k * TERMS + l] =
            (curvature[k * TERMS + l] as number) + weight * p * (1 - p) * (terms[k] as number) * (terms[l] as number);
      }
    }
    factorise(curvature, TERMS);
    solveFactorised(curvature, TERMS, gradient);
    for (let k = 0; k < TERMS; k++) at[k] = (at[k] as number) + STEP * (gradient[k] as number);
  }
  return at;
}
