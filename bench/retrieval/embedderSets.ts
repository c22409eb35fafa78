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
  readonly strangers: readonly string[];
}

const QUERY_EVERY = 8;

export function embedderSets(folder: string): EmbedderSets {
  const { database, backgrounds, absent, calibration } = photoSets(folder);
  const queried = database.map((_, i) => i).filter((i) => i % QUERY_EVERY === 0);
  const rest = database.filter((_, i) => i % QUERY_EVERY !== 0);
  return { database, queried, backgrounds, strangers: [...rest, ...absent, ...calibration] };
}
