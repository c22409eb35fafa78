/**
 * Fits what the confidence of a verdict is made of to rows whose truth is known. Honest copies and forgeries weigh the same in
 * sum, whatever their numbers. P(edit) rises with the strength of the change and is otherwise as the rows have it: isotonic regression
 * by pooling adjacent violators, over groups of rows of like strength, each guessed as Laplace would, with one more of each class.
 * `unmarkedMax` is how sure an unmarked copy without any changed region is one.
 * Sources: Ayer, Brunk, Ewing, Reid, Silverman 1955 (pooling); Zadrozny, Elkan 2002 (calibration by it).
 */
export interface FitRow {
  readonly isEdit: boolean;
  readonly changeStrength: number;
  /** A changed region counts. */
  readonly hasRegion: boolean;
}

export interface EditFit {
  /** Strengths, rising, and P(edit) there; linear in ln(strength) between them, constant beyond. */
  readonly knots: readonly (readonly [strength: number, probability: number])[];
  readonly unmarkedMax: number;
}

/** Rows of a group: fewer tell little of a probability. */
const GROUP_ROWS = 24;

interface Group {
  readonly strengths: readonly number[];
  readonly edits: number;
  readonly weight: number;
}

/** @throws {RangeError} without rows of both classes */
export function fitEdit(rows: readonly FitRow[]): EditFit {
  const edits = rows.filter(({ isEdit }) => isEdit).length;
  if (edits === 0 || edits === rows.length)
    throw new RangeError('fitEdit: rows of honest copies and of forgeries are needed');
  const weightOf = (isEdit: boolean): number => rows.length / 2 / (isEdit ? edits : rows.length - edits);
  const groupOf = (list: readonly FitRow[]): Group => {
    const sum = (isEdit: boolean): number => list.filter((row) => row.isEdit === isEdit).length * weightOf(isEdit);
    return {
      strengths: list.map(({ changeStrength }) => changeStrength),
      edits: sum(true),
      weight: sum(true) + sum(false),
    };
  };
  const sorted = [...rows].sort((a, b) => a.changeStrength - b.changeStrength);
  const count = Math.max(1, Math.floor(sorted.length / GROUP_ROWS));
  const bound = (k: number): number => Math.round((k * sorted.length) / count);
  const groups = Array.from({ length: count }, (_, k) => groupOf(sorted.slice(bound(k), bound(k + 1))));
  const intact = groupOf(rows.filter(({ hasRegion }) => !hasRegion));
  return {
    knots: pooled(groups).map((group) => [middleOf(group.strengths), editShare(group)] as const),
    unmarkedMax: 1 - editShare(intact),
  };
}

const editShare = ({ edits, weight }: Group): number => (edits + 1) / (weight + 2);
const middleOf = (rising: readonly number[]): number => rising[rising.length >> 1] as number;

/** Joins neighbours until the share of edits rises from each group to the next. */
function pooled(groups: readonly Group[]): Group[] {
  const out: Group[] = [];
  for (const group of groups) {
    let last = group;
    for (let before = out.at(-1); before !== undefined && editShare(before) >= editShare(last); before = out.at(-1)) {
      out.pop();
      last = {
        strengths: [...before.strengths, ...last.strengths],
        edits: before.edits + last.edits,
        weight: before.weight + last.weight,
      };
    }
    out.push(last);
  }
  return out;
}
