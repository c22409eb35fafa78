/** The last checkpoint on the ledger, as the ledger tells it: no database and no disk of ours has to be believed. @module */
import { openCheckpoint } from '@assay/core/transparency/checkpoint';
import type { Ledger } from '../../app/ports/ledger/ledger.ts';
import type { LogTree, SignedPlace, ToldHead } from '../../app/ports/ledger/transparencyKeeping.ts';
import type { LogIdentity } from '../../app/ports/ledger/transparencyLog.ts';
import type { Clock } from '../../app/ports/runtime/runtime.ts';
import { verifyEd25519 } from '../crypto/ed25519.ts';

/** Between two questions. Meanwhile the process itself and the other places know. */
const PAUSE_MS = 3_600_000;

/** Read only: what is written on the ledger is an anchor. */
export function createLastAnchored(
  ledger: Pick<Ledger, 'newestMemo'>,
  tree: Pick<LogTree, 'isUsed'>,
  identity: () => Promise<LogIdentity>,
  clock: Clock,
): SignedPlace {
  let told: { readonly keyId: string; readonly head: ToldHead | null; readonly atMs: number } | null = null;
  return {
    async read() {
      const { origin, publicKey, keyId } = await identity();
      const atMs = clock.now().getTime();
      if (told?.keyId === keyId && atMs - told.atMs < PAUSE_MS) return told.head;
      // An embedded ledger starts at its first use: not for a log without entries.
      if (!(await tree.isUsed())) return null;
      const opened = (memo: string) => openCheckpoint(memo, { name: origin, publicKey }, verifyEd25519);
      const note = await ledger.newestMemo((memo) => memo.startsWith(`${origin}\n`) && opened(memo) !== null);
      const checkpoint = note === null ? null : opened(note);
      const head = note !== null && checkpoint ? { ...checkpoint, note, where: 'an anchor on the ledger' } : null;
      told = { keyId, head, atMs };
      return head;
    },
    async write() {},
  };
}
