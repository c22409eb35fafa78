/** Which photos play which part in the bench of embedders. @module */
import { photoSets } from './photoSets.ts';

export interface EmbedderSets {
  /** 400 photos that nothing was learned from. */
  readonly database: readonly string[];
  /** Indices of those that are looked for. */
  readonly queried: readonly number[];
  /** What pictures are pasted onto; in no database, for a copy of the background is a copy too. */
  readonly backgrounds: readonly string[];
  /** Distractors are cut out of these: photos of the database that are not queried, and photos of no other part. */
  readonly impostors: readonly string[];
}

export type EmbedderRole = 'bench' | 'validation' | 'training';

/** @param role `validation`: the same on photos that the bench does not use; `training`: windows of learned photos alone */
export function embedderSets(folder: string, role: EmbedderRole = 'bench'): EmbedderSets {
  const { database, backgrounds, absent, calibration, learned } = photoSets(folder);
  if (role === 'training') return { database: [], queried: [], backgrounds, impostors: learned.slice(0, LEARNED) };
  if (role === 'validation') return split(calibration, 5, backgrounds, []);
  return split(database, 8, backgrounds, [...absent, ...calibration]);
}

/** Photos that networks were trained on, by name (training/embedders). */
const LEARNED = 417;

function split(
  database: readonly string[],
  queryEvery: number,
  backgrounds: readonly string[],
  others: readonly string[],
): EmbedderSets {
  const queried = database.map((_, i) => i).filter((i) => i % queryEvery === 0);
  const rest = database.filter((_, i) => i % queryEvery !== 0);
  return { database, queried, backgrounds, impostors: [...rest, ...others] };
}
