/** Several places in which the last signed checkpoint is kept, as one: no single disk decides what was signed. @module */
import { openCheckpoint } from '@assay/core/transparency/checkpoint';
import type { LastSigned, SignedPlace, ToldHead } from '../../app/ports/ledger/transparencyKeeping.ts';
import type { LogIdentity } from '../../app/ports/ledger/transparencyLog.ts';
import { verifyEd25519 } from '../crypto/ed25519.ts';

/** @param first what must have it before anyone may read a checkpoint */
export const inAllPlaces = (first: SignedPlace, ...others: readonly SignedPlace[]): LastSigned => ({
  async read() {
    const told = await Promise.all([first, ...others].map((place) => place.read()));
    return told.filter((head): head is ToldHead => head !== null);
  },
  async write(note) {
    await first.write(note);
    for (const place of others) await place.write(note);
  },
});

/** @param where names the place, for the operator @throws {Error} if the log did not sign it */
export function toldIn(
  where: string,
  note: string,
  { origin, publicKey }: Pick<LogIdentity, 'origin' | 'publicKey'>,
): ToldHead {
  const checkpoint = openCheckpoint(note, { name: origin, publicKey }, verifyEd25519);
  if (!checkpoint)
    throw new Error(`${where} is damaged: it is no checkpoint that the transparency log ${origin} signed`);
  return { ...checkpoint, note, where };
}
