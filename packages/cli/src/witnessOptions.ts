/** `--witness` and `--witnesses-min`: whose cosignatures a checkpoint must have. @module */
import { readWitnessKey } from '@assay/core/transparency/cosignature';
import { several, value } from './options.ts';
import { UsageError } from './usageError.ts';

export interface WitnessOptions {
  readonly witness?: readonly string[] | undefined;
  readonly witnessesMin?: string | undefined;
}

export const WITNESS_FLAGS = {
  witness: several('KEY', 'verifier key of a witness that you trust; may be given again'),
  witnessesMin: value('N', 'so many of them must have cosigned the checkpoint; default all'),
} as const;

export interface WantedWitnesses {
  /** Verifier keys. */
  readonly keys: readonly string[];
  readonly min: number;
}

/** Null: none is wanted. @throws {UsageError} */
export function wantedWitnesses({ witness: keys, witnessesMin }: WitnessOptions): WantedWitnesses | null {
  if (keys === undefined || keys.length === 0) {
    if (witnessesMin !== undefined) throw new UsageError('--witnesses-min needs --witness');
    return null;
  }
  const bad = keys.find((key) => readWitnessKey(key) === null);
  if (bad !== undefined) throw new UsageError(`"${bad}" is no verifier key of a witness`);
  const min = Number(witnessesMin ?? keys.length);
  if (!Number.isInteger(min) || min < 1 || min > keys.length)
    throw new UsageError(`--witnesses-min must be from 1 to ${keys.length}, got "${witnessesMin}"`);
  return { keys, min };
}
