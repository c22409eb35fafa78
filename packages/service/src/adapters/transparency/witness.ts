/** A witness over HTTP: POST <address>/add-checkpoint, C2SP tlog-witness. @module */
import { checkedCosignature, readWitnessKey } from '@assay/core/transparency/cosignature';
import { addCheckpointText } from '@assay/core/transparency/tlogWitness';
import type { Witness } from '../../app/ports/ledger/witnesses.ts';
import { verifyEd25519 } from '../crypto/ed25519.ts';
import type { VettingGuard } from '../webhooks/addressGuard.ts';
import { postVetted } from '../webhooks/postVetted.ts';

/** A witness answers at once; the next run asks again. */
const ANSWER_MS_MAX = 15_000;

export interface WitnessSettings {
  /** Without a slash at the end. */
  readonly address: string;
  /** Its verifier key. */
  readonly key: string;
}

/** @throws {RangeError} if the key is none of a witness */
export function createWitness({ address, key }: WitnessSettings, guard: VettingGuard): Witness {
  const witness = readWitnessKey(key);
  if (witness === null) throw new RangeError(`"${key}" is no verifier key of a witness`);
  return {
    key,
    async ask(request) {
      const late = AbortSignal.timeout(ANSWER_MS_MAX);
      const headers = { 'content-type': 'text/plain; charset=utf-8', 'user-agent': 'Assay-Log/1' };
      return postVetted(guard, { url: `${address}/add-checkpoint`, headers, body: addCheckpointText(request) }, late);
    },
    cosignedAt(note) {
      const found = checkedCosignature(note, witness, verifyEd25519);
      return found && new Date(found.time * 1000);
    },
  };
}
