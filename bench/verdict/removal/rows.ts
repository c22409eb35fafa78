/** What is kept of each measured picture, and what it depends on. @module */
import type { ComparisonFacts } from '@assay/core/tamper/comparison';

/** Rows of other states of these are never mixed. */
export const SOURCES = [
  'bench/verdict/removal/removal.ts',
  'bench/verdict/edits',
  'bench/adversary',
  'packages/core/src/watermark',
  'packages/core/src/signal',
  'packages/core/src/tamper',
  'packages/core/src/registration',
] as const;

export interface RemovalRow {
  readonly photo: string;
  /** `worn` is honest as well: an edit that no bar speaks of, for the fit. */
  readonly what: 'honest' | 'worn' | 'attack';
  readonly edit: string;
  /** Tracks that are read blindly, and name the asset. */
  readonly read: readonly string[];
  /** Of the known payload; null where nothing could be looked for. */
  readonly payloadZScore: number | null;
  readonly comparison: Pick<ComparisonFacts, 'shot' | 'geometry'> | null;
}
