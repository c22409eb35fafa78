/**
 * The entry by which a log says that it goes on where another one ended, whose history could not be continued: what was
 * signed there is named, not hidden.
 *
 *     entry = JCS({v: 1, continues, size, root_hash, last_checkpoint})
 *
 * Source: docs/spec/transparency-log.md#continued-under-another-name.
 * @module
 */
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { base64OfBytes } from '../encoding/base64.ts';
import { canonicalJson } from '../encoding/canonicalJson.ts';
import type { TreeHead } from './checkProof.ts';

export interface ContinuedLog {
  /** Verifier key of the log before. */
  readonly formerKey: string;
  /** What of its entries was taken over: the first so many. */
  readonly takenOver: TreeHead;
  /** The largest checkpoint that it is known to have signed, letter for letter; null if none is known. */
  readonly lastCheckpoint: string | null;
}

/** The bytes that are a leaf of the log. */
export const continuedLogEntry = ({ formerKey, takenOver, lastCheckpoint }: ContinuedLog): Uint8Array =>
  utf8ToBytes(
    canonicalJson({
      v: 1,
      continues: formerKey,
      size: takenOver.size,
      root_hash: base64OfBytes(takenOver.rootHash),
      last_checkpoint: lastCheckpoint,
    }),
  );
