/** P(edit) by how strongly anything differs, 0..1: what the calibration says of the comparison alone. @module */
import { EDIT_CALIBRATION } from './editCalibration.ts';

export interface EditCalibration {
  /** Strengths, rising, and P(edit) there. */
  readonly knots: readonly (readonly [strength: number, probability: number])[];
  readonly unmarkedMax: number;
}

/** Linear in ln(strength) between the knots, constant beyond them. */
export function editProbabilityOf(changeStrength: number, { knots }: EditCalibration = EDIT_CALIBRATION): number {
  const next = knots.findIndex(([strength]) => strength > changeStrength);
  const [above, most] = knots[next === -1 ? knots.length - 1 : next] as readonly [number, number];
  const [below, least] = knots[next === -1 ? knots.length - 1 : Math.max(0, next - 1)] as readonly [number, number];
  if (!(changeStrength > below) || above === below) return changeStrength >= above ? most : least;
  return least + ((most - least) * Math.log(changeStrength / below)) / Math.log(above / below);
}

/** Log-odds of the same, finite. */
export function editLogOdds(changeStrength: number): number {
  const edited = editProbabilityOf(changeStrength);
  return Math.log(edited / (1 - edited));
}
