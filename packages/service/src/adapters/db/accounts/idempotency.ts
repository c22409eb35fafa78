/**
 * Remembered answers; bodies may hold secrets (an API key is shown once), so they are kept sealed. What was asked may hold
 * some too (a password), of which a plain digest would let whoever reads the table try guesses: it is kept under a key.
 * @module
 */
import { createHmac } from 'node:crypto';
import { AppError } from '@assay/core/errors';
import { and, eq, getTableColumns, gt, isNotNull, isNull, lte, or } from 'drizzle-orm';
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

/** Of the try that began as `attempt`, until it is answered or a later one has begun. */
const oursAt = (slot: IdempotencySlot, attempt: number) =>
  and(at(slot), eq(idempotencyKeys.attempt, attempt), isNull(idempotencyKeys.responseStatus));

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
        const { leaseUntil, responseStatus, madeSealed } = idempotencyKeys;
        const isTaken = or(isNotNull(leaseUntil), isNotNull(responseStatus), isNotNull(madeSealed));
        const kept = and(at(slot), gt(idempotencyKeys.expiresAt, settings.clock.now()), isTaken);
        const rows = await queries.select({ key: idempotencyKeys.key }).from(idempotencyKeys).where(kept);
        return rows.length > 0;
      }),

    begin: (slot, fingerprint, leaseMs, expiresAt) =>
      database.write((transaction) =>
        begin(transaction, settings, slot, { fingerprint: keyed(slot, fingerprint), leaseMs, expiresAt }),
      ),

    renew: (slot, attempt, leaseMs) =>
      database.write(async (transaction) => {
        await transaction
          .update(idempotencyKeys)
          .set({ leaseUntil: databaseNowPlus(leaseMs) })
          .where(oursAt(slot, attempt));
      }),

    making: (slot, attempt, made, work) =>
      writtenBeside.run((transaction) => keepMade(transaction, settings, slot, { attempt, made }), work),

    save: (slot, attempt, { status, headers, body }) =>
      database.write(async (transaction) => {
        const sealed = seal(settings.keyEncryptionKey, contextOf(slot), body);
        await transaction
          .update(idempotencyKeys)
          .set({ responseStatus: status, responseHeaders: headers, responseBody: sealed, leaseUntil: null })
          .where(oursAt(slot, attempt));
      }),

    release: (slot, attempt) =>
      database.write(async (transaction) => {
        const ours = oursAt(slot, attempt);
        // The first of all tries leaves nothing. After a later one the row goes on counting them: who began before it and hung may
        // still write, and must not find its own number again.
        if (attempt === 1)
          await transaction.delete(idempotencyKeys).where(and(ours, isNull(idempotencyKeys.madeSealed)));
        await transaction.update(idempotencyKeys).set({ leaseUntil: null }).where(ours);
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
  // Whoever let it go without having made anything leaves it to any request.
  const isFree = row.responseStatus === null && row.madeSealed === null && row.leaseUntil === null;
  if (row.fingerprint !== request.fingerprint && !isFree) return { state: 'reused' };
  if (row.responseStatus !== null && row.responseBody !== null) {
    const body = unseal(keyEncryptionKey, contextOf(slot), row.responseBody);
    return { state: 'done', answer: { status: row.responseStatus, headers: row.responseHeaders ?? {}, body } };
  }
  if (row.leftMs !== null && row.leftMs > 0) return { state: 'running' };
  const attempt = row.attempt + 1;
  await transaction
    .update(idempotencyKeys)
    .set({ ...(isFree ? request : {}), leaseUntil: databaseNowPlus(leaseMs), attempt })
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
  const ours = oursAt(slot, attempt);
  const [row] = await transaction.select().from(idempotencyKeys).where(ours).for('update');
  if (!row)
    throw new AppError('IDEMPOTENCY_IN_PROGRESS', 'This request took too long, and a later one with its key goes on.', {
      retryAfterS: 1,
    });
  const all = { ...madeOf(keyEncryptionKey, slot, row.madeSealed), ...made };
  const madeSealed = seal(keyEncryptionKey, madeContext(slot), Buffer.from(JSON.stringify(all)));
  await transaction.update(idempotencyKeys).set({ madeSealed }).where(ours);
}
