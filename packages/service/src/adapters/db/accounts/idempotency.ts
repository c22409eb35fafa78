/**
 * Remembered answers; bodies may hold secrets (an API key is shown once), so they are kept sealed. What was asked may hold
 * some too (a password), of which a plain digest would let whoever reads the table try guesses: it is kept under a key.
 * @module
 */
import { createHmac } from 'node:crypto';
import { AppError } from '@assay/core/errors';
import { and, eq, getTableColumns, gt, isNotNull, isNull, lte } from 'drizzle-orm';
import type {
  IdempotencySlot,
  IdempotentAnswers,
  IdempotentStart,
  Made,
} from '../../../app/ports/runtime/idempotency.ts';
import type { Clock } from '../../../app/ports/runtime/runtime.ts';
import { type Database, type Queries, writtenBeside } from '../connection/database.ts';
import { databaseNowPlus, millisecondsUntil } from '../connection/databaseClock.ts';
import { deleteSome } from '../connection/deleteSome.ts';
import { idempotencyKeys } from '../schema/access.ts';
import { deriveKey } from '../../crypto/deriveKey.ts';
import { seal, unseal } from '../../crypto/seal.ts';

interface Settings {
  readonly clock: Clock;
  readonly keyEncryptionKey: Uint8Array;
}

const at = ({ principal, route, key }: IdempotencySlot) =>
  and(eq(idempotencyKeys.principal, principal), eq(idempotencyKeys.route, route), eq(idempotencyKeys.key, key));

const contextOf = ({ principal, route, key }: IdempotencySlot): string => `idempotency ${principal} ${route} ${key}`;

export function createIdempotentAnswers(database: Database, settings: Settings): IdempotentAnswers {
  const fingerprintKey = deriveKey(settings.keyEncryptionKey, 'fingerprints of requests');
  const keyed = (slot: IdempotencySlot, fingerprint: string): string =>
    createHmac('sha256', fingerprintKey)
      .update(`${contextOf(slot)}\0${fingerprint}`)
      .digest('hex');
  return {
    isKnown: (slot) =>
      database.read(async (queries) => {
        const kept = and(at(slot), gt(idempotencyKeys.expiresAt, settings.clock.now()));
        const rows = await queries.select({ key: idempotencyKeys.key }).from(idempotencyKeys).where(kept);
        return rows.length > 0;
      }),

    begin: (slot, fingerprint, leaseMs, expiresAt) =>
      database.write((transaction) =>
        begin(transaction, settings, slot, { fingerprint: keyed(slot, fingerprint), leaseMs, expiresAt }),
      ),

    renew: (slot, leaseMs) =>
      database.write(async (transaction) => {
        await transaction
          .update(idempotencyKeys)
          .set({ leaseUntil: databaseNowPlus(leaseMs) })
          .where(and(at(slot), isNull(idempotencyKeys.responseStatus)));
      }),

    making: (slot, attempt, made, work) =>
      writtenBeside.run((transaction) => keepMade(transaction, settings, slot, { attempt, made }), work),

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
        const unanswered = and(at(slot), isNull(idempotencyKeys.responseStatus));
        await transaction.delete(idempotencyKeys).where(and(unanswered, isNull(idempotencyKeys.madeSealed)));
        const hasMade = and(unanswered, isNotNull(idempotencyKeys.madeSealed));
        await transaction.update(idempotencyKeys).set({ leaseUntil: null }).where(hasMade);
      }),

    forgetExpired: (now, limit) =>
      database.write((transaction) => {
        const { expiresAt } = idempotencyKeys;
        return deleteSome(transaction, idempotencyKeys, lte(expiresAt, now), expiresAt, limit);
      }),
  };
}

async function begin(
  transaction: Queries,
  { clock, keyEncryptionKey }: Settings,
  slot: IdempotencySlot,
  { leaseMs, ...request }: { readonly fingerprint: string; readonly leaseMs: number; readonly expiresAt: Date },
): Promise<IdempotentStart> {
  const now = clock.now();
  await transaction.delete(idempotencyKeys).where(and(at(slot), lte(idempotencyKeys.expiresAt, now)));
  const inserted = await transaction
    .insert(idempotencyKeys)
    .values({ ...slot, ...request, leaseUntil: databaseNowPlus(leaseMs), createdAt: now })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key });
  if (inserted.length > 0) return { state: 'first', attempt: 1, made: null };
  const leftMs = millisecondsUntil(idempotencyKeys.leaseUntil);
  const [row] = await transaction
    .select({ ...getTableColumns(idempotencyKeys), leftMs })
    .from(idempotencyKeys)
    .where(at(slot))
    .for('update');
  // Released between the two statements: who comes again begins.
  if (!row) return { state: 'running' };
  if (row.fingerprint !== request.fingerprint) return { state: 'reused' };
  if (row.responseStatus !== null && row.responseBody !== null) {
    const body = unseal(keyEncryptionKey, contextOf(slot), row.responseBody);
    return { state: 'done', answer: { status: row.responseStatus, headers: row.responseHeaders ?? {}, body } };
  }
  if (row.leftMs !== null && row.leftMs > 0) return { state: 'running' };
  const attempt = row.attempt + 1;
  await transaction
    .update(idempotencyKeys)
    .set({ leaseUntil: databaseNowPlus(leaseMs), attempt })
    .where(at(slot));
  return { state: 'first', attempt, made: madeOf(keyEncryptionKey, slot, row.madeSealed) };
}

const madeContext = (slot: IdempotencySlot): string => `made by ${contextOf(slot)}`;

const madeOf = (keyEncryptionKey: Uint8Array, slot: IdempotencySlot, sealed: Uint8Array | null): Made | null =>
  sealed && (JSON.parse(Buffer.from(unseal(keyEncryptionKey, madeContext(slot), sealed)).toString()) as Made);

/** @throws {AppError} IDEMPOTENCY_IN_PROGRESS when a later try has begun */
async function keepMade(
  transaction: Queries,
  { keyEncryptionKey }: Settings,
  slot: IdempotencySlot,
  { attempt, made }: { readonly attempt: number; readonly made: Made },
): Promise<void> {
  const ours = and(at(slot), eq(idempotencyKeys.attempt, attempt), isNull(idempotencyKeys.responseStatus));
  const [row] = await transaction.select().from(idempotencyKeys).where(ours).for('update');
  if (!row)
    throw new AppError('IDEMPOTENCY_IN_PROGRESS', 'This request took too long, and a later one with its key goes on.', {
      retryAfterS: 1,
    });
  const all = { ...madeOf(keyEncryptionKey, slot, row.madeSealed), ...made };
  const madeSealed = seal(keyEncryptionKey, madeContext(slot), Buffer.from(JSON.stringify(all)));
  await transaction.update(idempotencyKeys).set({ madeSealed }).where(ours);
}
