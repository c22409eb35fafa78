/** Deferred verifications, each with its picture until it has ended. @module */
import { AppError } from '@assay/core/errors';
import { and, eq, isNotNull, isNull, lte, type SQL, sql } from 'drizzle-orm';
import type {
  DeferredVerification,
  DeferredVerifications,
  FailedVerification,
  HeldVerification,
  VerificationLease,
} from '../../../app/ports/verify/deferredVerifications.ts';
import type { LeaseRequest } from '../../../app/ports/runtime/leases.ts';
import { seal, unseal } from '../../crypto/seal.ts';
import { type Database, type Queries, writtenBeside } from '../connection/database.ts';
import { deleteSome } from '../connection/deleteSome.ts';
import { databaseNow, databaseNowPlus } from '../connection/databaseClock.ts';
import {
  deathsOnceTaken,
  heldBy,
  isLost,
  leasedTo,
  letGo,
  lockInTurns,
  NO_LEASE,
  oneDeathLess,
} from '../connection/leasedRows.ts';
import { deferredVerifications } from '../schema/verifications.ts';

interface Settings {
  /** 32 secret bytes. */
  readonly keyEncryptionKey: Uint8Array;
}

/** For the encryption context. */
export const deferredPictureContext = (id: string): string => `picture of deferred verification ${id}`;

/** In the words of the index `deferred_verifications_waiting`. */
const isUnfinished = sql`${deferredVerifications.failure} is null`;

const { id, userId, organizationId, failure, createdAt, expiresAt, request, attempts, leaseNumber, inBulk } =
  deferredVerifications;
const TOLD = { id, userId, organizationId, failure, createdAt, expiresAt };

const isHeldBy = (lease: VerificationLease): SQL | undefined =>
  and(heldBy(deferredVerifications, lease.verificationId, lease), isUnfinished);

export const createDeferredVerifications = (database: Database, settings: Settings): DeferredVerifications => ({
  add: (deferred, asked, picture, lease) =>
    database.write(async (transaction) => {
      const pictureSealed = seal(settings.keyEncryptionKey, deferredPictureContext(deferred.id), picture);
      await transaction.insert(deferredVerifications).values({ ...deferred, request: asked, pictureSealed });
      return take(transaction, deferred.id, lease);
    }),

  find: (wanted) =>
    database.read(async (queries) => {
      const [row] = await queries.select(TOLD).from(deferredVerifications).where(eq(id, wanted));
      return (row as DeferredVerification | undefined) ?? null;
    }),

  takeStranded: (lease) =>
    database.write(async (transaction) => {
      const [waiting] = await lockInTurns(transaction, deferredVerifications, isUnfinished, 1, inBulk);
      return waiting === undefined ? null : take(transaction, waiting, lease);
    }),

  picture: (lease) =>
    database.read(async (queries) => {
      const { pictureSealed } = deferredVerifications;
      const [row] = await queries.select({ pictureSealed }).from(deferredVerifications).where(isHeldBy(lease));
      const context = deferredPictureContext(lease.verificationId);
      return row?.pictureSealed ? unseal(settings.keyEncryptionKey, context, row.pictureSealed) : null;
    }),

  renew: (lease, ms) =>
    database.write(async (transaction) => {
      const { rowCount } = await transaction
        .update(deferredVerifications)
        .set({ leaseUntil: databaseNowPlus(ms) })
        .where(isHeldBy(lease));
      return rowCount === 1;
    }),

  release: (lease, afterMs) =>
    database.write(async (transaction) => {
      const { rowCount } = await transaction.update(deferredVerifications).set(letGo(afterMs)).where(isHeldBy(lease));
      if (rowCount === 0)
        await transaction
          .update(deferredVerifications)
          .set({ attempts: oneDeathLess(attempts) })
          .where(isLost(deferredVerifications, lease.verificationId, lease));
    }),

  releaseAll: (owner) =>
    database.write(async (transaction) => {
      await transaction.update(deferredVerifications).set(NO_LEASE).where(eq(deferredVerifications.leaseOwner, owner));
    }),

  endLeases: () =>
    database.write(async (transaction) => {
      await transaction
        .update(deferredVerifications)
        .set({ leaseUntil: databaseNow() })
        .where(isNotNull(deferredVerifications.leaseOwner));
    }),

  ending: (lease, end, work) => writtenBeside.run((transaction) => endRow(transaction, lease, end), work),

  forgetExpired: (now, limit) =>
    database.write((transaction) =>
      deleteSome(transaction, deferredVerifications, lte(expiresAt, now), expiresAt, limit),
    ),
});

/** Of a row that is locked, or new. */
async function take(transaction: Queries, taken: string, lease: LeaseRequest): Promise<HeldVerification> {
  const [row] = await transaction
    .update(deferredVerifications)
    .set({
      ...leasedTo(deferredVerifications, lease),
      attempts: deathsOnceTaken(deferredVerifications, attempts, lease),
    })
    .where(and(eq(id, taken), isNull(failure)))
    .returning({ ...TOLD, request, attempts, number: leaseNumber });
  if (!row?.request) throw new Error('a row vanished inside the transaction that locked it');
  const { request: asked, attempts: deaths, number, ...deferred } = row;
  return {
    deferred: deferred as DeferredVerification,
    request: asked,
    attempts: deaths,
    lease: { verificationId: taken, owner: lease.owner, number },
  };
}

/** @throws {AppError} CONFLICT: another process works on it, or its account is gone */
async function endRow(
  transaction: Queries,
  lease: VerificationLease,
  end: 'judged' | FailedVerification,
): Promise<void> {
  const { rowCount } =
    end === 'judged'
      ? await transaction.delete(deferredVerifications).where(isHeldBy(lease))
      : await transaction
          .update(deferredVerifications)
          .set({ ...end, request: null, pictureSealed: null, ...NO_LEASE })
          .where(isHeldBy(lease));
  if (rowCount !== 1) throw new AppError('CONFLICT', 'Another process works on this verification.');
}
