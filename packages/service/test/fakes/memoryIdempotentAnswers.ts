/** Remembered answers in memory, with the rules of the port. @module */
import { AppError } from '@assay/core/errors';
import type { IdempotencySlot, IdempotentAnswers, Made, SavedAnswer } from '../../src/app/ports/runtime/idempotency.ts';
import type { Clock } from '../../src/app/ports/runtime/runtime.ts';

interface Row {
  fingerprint: string;
  expiresAt: Date;
  attempt: number;
  leaseUntil: Date | null;
  answer: SavedAnswer | null;
  made: Made | null;
}

export function memoryIdempotentAnswers(clock: Clock): IdempotentAnswers {
  const rows = new Map<string, Row>();
  const idOf = ({ principal, route, key }: IdempotencySlot): string => JSON.stringify([principal, route, key]);
  /** Of the try that began as `attempt`, until it is answered or a later one has begun. */
  const oursAt = (slot: IdempotencySlot, attempt: number): Row | null => {
    const row = rows.get(idOf(slot));
    return row?.attempt === attempt && !row.answer ? row : null;
  };
  const isFree = ({ answer, made, leaseUntil }: Row): boolean => !answer && !made && !leaseUntil;
  return {
    async isKnown(slot) {
      const known = rows.get(idOf(slot));
      return known !== undefined && known.expiresAt > clock.now() && !isFree(known);
    },
    async begin(slot, fingerprint, leaseMs, expiresAt) {
      const leaseUntil = new Date(clock.now().getTime() + leaseMs);
      const known = rows.get(idOf(slot));
      if (!known || known.expiresAt <= clock.now()) {
        rows.set(idOf(slot), { fingerprint, leaseUntil, expiresAt, attempt: 1, answer: null, made: null });
        return { state: 'first', attempt: 1, made: null };
      }
      if (isFree(known)) Object.assign(known, { fingerprint, expiresAt });
      if (known.fingerprint !== fingerprint) return { state: 'reused' };
      if (known.answer) return { state: 'done', answer: known.answer };
      if (known.leaseUntil && known.leaseUntil > clock.now()) return { state: 'running' };
      known.leaseUntil = leaseUntil;
      known.attempt++;
      return { state: 'first', attempt: known.attempt, made: known.made };
    },
    async renew(slot, attempt, leaseMs) {
      const row = oursAt(slot, attempt);
      if (row) row.leaseUntil = new Date(clock.now().getTime() + leaseMs);
    },
    async making(slot, attempt, made, work) {
      const late = () => new AppError('IDEMPOTENCY_IN_PROGRESS', 'A later one goes on.', { retryAfterS: 1 });
      if (!oursAt(slot, attempt)) throw late();
      const result = await work();
      const row = oursAt(slot, attempt);
      if (row) row.made = { ...row.made, ...made };
      return result;
    },
    async save(slot, attempt, answer) {
      const row = oursAt(slot, attempt);
      if (row) row.answer = answer;
    },
    async release(slot, attempt) {
      const row = oursAt(slot, attempt);
      if (row && attempt === 1 && !row.made) rows.delete(idOf(slot));
      else if (row) row.leaseUntil = null;
    },
    async forgetExpired(now) {
      const old = [...rows].filter(([, row]) => row.expiresAt <= now);
      for (const [id] of old) rows.delete(id);
      return old.length;
    },
  };
}
