/** The table of public files that is kept: one row a file. @module */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Outcome } from './outcome.ts';
import type { Source } from './sources.ts';

export interface PublicRow extends Source {
  /** RFC 3339; from then on the signer's certificate is out of date, and no time stamp proves that it was not. Null: the outcome stands. */
  readonly until: string | null;
  readonly outcome: Outcome;
  /** Verdict and failure codes, without trust, of c2pa-rs and of c2pa-ts. */
  readonly library: string;
  readonly other: string;
  /** Who says what the file is. */
  readonly stated: string | null;
  readonly notAsStated: readonly string[];
  /** Why one of them says something else than Assay. */
  readonly reasons: readonly string[];
}

const FILE = path.resolve(import.meta.dirname, '../../results/credentials/publicFiles.json');

export const savedRows = (): readonly PublicRow[] =>
  (JSON.parse(readFileSync(FILE, 'utf8')) as { rows: readonly PublicRow[] }).rows;
