/** Witnesses: strangers who sign that each checkpoint they saw continues the one before (C2SP tlog-witness). @module */
import type { AddCheckpoint } from '@assay/core/transparency/tlogWitness';
import type { SignedNote } from '@assay/core/transparency/signedNote';

export interface Witness {
  /** Its verifier key, by which it is known. */
  readonly key: string;
  /** Asks once. @throws {Error} if it cannot be reached, or may not be by docs/spec/security.md#outgoing-connections */
  ask(request: AddCheckpoint): Promise<WitnessAnswer>;
  /** When it cosigned the note, by its own clock; null if no cosignature of it on the note holds. */
  cosignedAt(note: SignedNote): Date | null;
}

export interface WitnessAnswer {
  /** Of HTTP. */
  readonly status: number;
  readonly body: string;
}

export interface LogCosignatures {
  /** Entries of the largest checkpoint of this log that the witness cosigned; 0: none yet. */
  newestOf(witness: string): Promise<number>;
  /** Nothing happens if this witness cosigned this size before. */
  add(cosignature: NewCosignature): Promise<void>;
}

export interface NewCosignature {
  readonly size: number;
  /** Verifier key. */
  readonly witness: string;
  /** Of the note, without its line break. */
  readonly line: string;
  readonly cosignedAt: Date;
}
