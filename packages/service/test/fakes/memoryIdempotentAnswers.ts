/** Remembered answers in memory, with the rules of the port. @module */
import type { IdempotencySlot, IdempotentAnswers, Made, SavedAnswer } from '../../src/app/ports/runtime/idempotency.ts';
import type { Clock } from '../../src/app/ports/runtime/runtime.ts';

interface Row {
  readonly fingerprint: string;
  readonly expiresAt: Date;
  leaseUntil: Date;
  answer: SavedAnswer | null;
  made: Made | null;
}

export function memoryIdempotentAnswers(clock: Clock): IdempotentAnswers {
  const rows = new Map<string, Row>();
  const idOf = ({ principal, route, key }: IdempotencySlot): string => JSON.stringify([principal, route, key]);
  return {
    async isKnown(slot) {
      const known = rows.get(idOf(slot));
      return known !== undefined && known.expiresAt > clock.now();
    },
    async begin(slot, fingerprint, leaseMs, expiresAt) {
      const leaseUntil = new Date(clock.now().getTime() + leaseMs);
      const known = rows.get(idOf(slot));
      if (!known || known.expiresAt <= clock.now()) {
        rows.set(idOf(slot), { fingerprint, leaseUntil, expiresAt, answer: null, made: null });
        return { state: 'first', attempt: 1, made: null };
      }
      if (known.fingerprint !== fingerprint) return { state: 'reused' };
      if (known.answer) return { state: 'done', answer: known.answer };
      if (known.leaseUntil > clock.now()) return { state: 'running' };
      known.leaseUntil = leaseUntil;
      return { state: 'first', attempt: 2, made: known.made };
    },
    async renew(slot, leaseMs) {
      const row = rows.get(idOf(slot));
      if (row) row.leaseUntil = new Date(clock.now().getTime() + leaseMs);
    },
    async making(slot, _attempt, made, work) {
      const result = await work();
      const row = rows.get(idOf(slot));
      if (row) row.made = { ...row.made, ...made };
      return result;
    },
    async save(slot, answer) {
      const row = rows.get(idOf(slot));
      if (row) row.answer = answer;
    },
    async release(slot) {
      if (!rows.get(idOf(slot))?.made) rows.delete(idOf(slot));
    },
    async forgetExpired(now) {
      const old = [...rows].filter(([, row]) => row.expiresAt <= now);
      for (const [id] of old) rows.delete(id);
      return old.length;
    },
  };
}
