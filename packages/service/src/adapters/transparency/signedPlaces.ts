/** Several places in which the last signed checkpoint is kept, as one: no single disk decides what was signed. @module */
import type { LastSigned, SignedPlace, ToldHead } from '../../app/ports/ledger/transparencyKeeping.ts';

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
