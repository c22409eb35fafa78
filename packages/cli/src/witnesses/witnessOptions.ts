/** Whose cosignatures a checkpoint must have, from `--witness` and `--witnesses-min`. @module */
import { readWitnessKey } from '@assay/core/transparency/cosignature';
import { UsageError } from '../usageError.ts';
import type { WitnessOptions } from './witnessFlags.ts';

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
