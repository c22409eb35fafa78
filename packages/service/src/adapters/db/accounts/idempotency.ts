/** Remembered answers; bodies may hold secrets (an API key is shown once), so they are kept sealed. @module */
import { and, eq, isNull, lte } from 'drizzle-orm';
import type { IdempotencySlot, IdempotentAnswers, IdempotentStart } from '../../../app/ports/runtime/idempotency.ts';
import type { Clock } from '../../../app/ports/runtime/runtime.ts';
import type { Database, Queries } from '../connection/database.ts';
import { idempotencyKeys } from '../schema/access.ts';
import { seal, unseal } from '../../crypto/seal.ts';

interface Settings {
  readonly clock: Clock;
  readonly keyEncryptionKey: Uint8Array;
}

const at = ({ principal, route, key }: IdempotencySlot) =>
  and(eq(idempotencyKeys.principal, principal), eq(idempotencyKeys.route, route), eq(idempotencyKeys.key, key));

const contextOf = ({ principal, route, key }: IdempotencySlot): string => `idempotency ${principal} ${route} ${key}`;

export function createIdempotentAnswers(database: Database, settings: Settings): IdempotentAnswers {
  return {
    begin: (slot, fingerprint, leaseUntil, expiresAt) =>
      database.write((transaction) => begin(transaction, settings, slot, { fingerprint, leaseUntil, expiresAt })),

    renew: (slot, leaseUntil) =>
      database.write(async (transaction) => {
        await transaction
          .update(idempotencyKeys)
          .set({ leaseUntil })
          .where(and(at(slot), isNull(idempotencyKeys.responseStatus)));
      }),

    save: (slot, { status, headers, body }) =>
      database.write(async (transaction) => {
        const sealed = seal(settings.keyEncryptionKey, contextOf(slot), body);
        await transaction
          .update(idempotencyKeys)
          .set({ responseStatus: status, responseHeaders: headers, responseBody: sealed, leaseUntil: null })
          .where(at(slot));
      }),

    release: (slot) =>
      database.write(async (transaction) => {
        await transaction.delete(idempotencyKeys).where(and(at(slot), isNull(idempotencyKeys.responseStatus)));
      }),

    forgetExpired: (now) =>
      database.write(async (transaction) => {
        await transaction.delete(idempotencyKeys).where(lte(idempotencyKeys.expiresAt, now));
      }),
  };
}

async function begin(
  transaction: Queries,
  { clock, keyEncryptionKey }: Settings,
  slot: IdempotencySlot,
  request: { readonly fingerprint: string; readonly leaseUntil: Date; readonly expiresAt: Date },
): Promise<IdempotentStart> {
  const now = clock.now();
  await transaction.delete(idempotencyKeys).where(and(at(slot), lte(idempotencyKeys.expiresAt, now)));
  const inserted = await transaction
    .insert(idempotencyKeys)
    .values({ ...slot, ...request, createdAt: now })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key });
  if (inserted.length > 0) return { state: 'first' };
  const [row] = await transaction.select().from(idempotencyKeys).where(at(slot)).for('update');
  // Released between the two statements: who comes again begins.
  if (!row) return { state: 'running' };
  if (row.fingerprint !== request.fingerprint) return { state: 'reused' };
  if (row.responseStatus !== null && row.responseBody !== null) {
    const body = unseal(keyEncryptionKey, contextOf(slot), row.responseBody);
    return { state: 'done', answer: { status: row.responseStatus, headers: row.responseHeaders ?? {}, body } };
  }
  if (row.leaseUntil !== null && row.leaseUntil > now) return { state: 'running' };
  await transaction.update(idempotencyKeys).set({ leaseUntil: request.leaseUntil }).where(at(slot));
  return { state: 'first' };
}
