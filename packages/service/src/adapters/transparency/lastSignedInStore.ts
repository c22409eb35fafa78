/** The last checkpoint that was signed, in the store of pictures: it is there when database and data folder are lost. @module */
import type { StoreKeeping } from '../../app/ports/assets/storeKeeping.ts';
import type { SignedPlace } from '../../app/ports/ledger/transparencyKeeping.ts';
import type { LogIdentity } from '../../app/ports/ledger/transparencyLog.ts';
import type { Clock } from '../../app/ports/runtime/runtime.ts';
import { toldIn } from './signedPlaces.ts';

/** A bucket is paid by the request, and the file in the data folder knows every one. */
const PAUSE_MS = 60_000;

/** Written once a minute at most. */
export function createLastSignedInStore(
  store: Pick<StoreKeeping, 'note' | 'keepNote'>,
  identity: () => Promise<LogIdentity>,
  clock: Clock,
): SignedPlace {
  let writtenAtMs = Number.NEGATIVE_INFINITY;
  return {
    async read() {
      const known = await identity();
      const note = await store.note(`${known.keyId}.checkpoint`);
      return note === null ? null : toldIn('the store of pictures', note, known);
    },
    async write(note) {
      const nowMs = clock.now().getTime();
      if (nowMs - writtenAtMs < PAUSE_MS) return;
      const { keyId } = await identity();
      await store.keepNote(`${keyId}.checkpoint`, note);
      writtenAtMs = nowMs;
    },
  };
}
