/** Counts over all organizations. @module */
import { and, asc, count, eq, inArray, isNotNull, isNull, ne, or, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Failed, Searched, ServiceFigures, Waiting } from '../../../app/ports/runtime/serviceFigures.ts';
import type { Database, Queries } from '../connection/database.ts';
import { users } from '../schema/accounts.ts';
import { assets } from '../schema/assets.ts';
import { archives, pins } from '../schema/content.ts';
import { mails, webhookDeliveries } from '../schema/delivery.ts';
import { fingerprints, fingerprintWork } from '../schema/fingerprints.ts';
import { importFiles, imports } from '../schema/imports.ts';
import { commitments } from '../schema/ledger.ts';
import { localFeatures } from '../schema/localFeatures.ts';
import { deferredVerifications } from '../schema/verifications.ts';

export const createServiceFigures = (database: Database): ServiceFigures => ({
  read: (embeddingModel) =>
    database.read(async (queries) => ({
      waiting: await waitingIn(queries, embeddingModel),
      failed: await failedIn(queries),
      searched: await searchedIn(queries),
    })),

  firstAccount: () =>
    database.read(async (queries) => {
      const [row] = await queries
        .select({ id: users.id })
        .from(users)
        .orderBy(asc(users.createdAt), asc(users.id))
        .limit(1);
      return row?.id ?? null;
    }),
});

async function counted(queries: Queries, table: PgTable, condition?: SQL): Promise<number> {
  const [row] = await queries.select({ rows: count() }).from(table).where(condition);
  return row?.rows ?? 0;
}

const isUnderWay = inArray(assets.processingStatus, ['pending', 'processing']);
const isCompleted = eq(assets.processingStatus, 'completed');

async function waitingIn(queries: Queries, embeddingModel: string): Promise<Waiting> {
  const [files] = await queries
    .select({ rows: count() })
    .from(importFiles)
    .innerJoin(imports, eq(imports.id, importFiles.importId))
    .where(and(eq(importFiles.state, 'waiting'), isNull(imports.endedAt)));
  const isOld = or(ne(fingerprints.embeddingModel, embeddingModel), isNotNull(fingerprintWork.assetId));
  const [bare] = await queries
    .select({ rows: count() })
    .from(assets)
    .leftJoin(fingerprints, eq(fingerprints.assetId, assets.id))
    .leftJoin(fingerprintWork, eq(fingerprintWork.assetId, assets.id))
    .where(and(isCompleted, or(isNull(fingerprints.id), isOld)));
  return {
    uploads: await counted(queries, assets, isUnderWay),
    verifications: await counted(queries, deferredVerifications, isNull(deferredVerifications.failure)),
    importFiles: files?.rows ?? 0,
    fingerprints: bare?.rows ?? 0,
    deliveries: await counted(queries, webhookDeliveries, isWaiting(webhookDeliveries.status)),
    mails: await counted(queries, mails, isWaiting(mails.status)),
    commitments: await counted(queries, commitments, ne(commitments.confirmationStatus, 'finalized')),
    pins: await counted(queries, pins, inArray(pins.status, ['queued', 'pinning'])),
  };
}

/** Of what is sent with retries. */
const isWaiting = (status: typeof mails.status | typeof webhookDeliveries.status): SQL =>
  inArray(status, ['pending', 'delivering']);

async function failedIn(queries: Queries): Promise<Failed> {
  return {
    uploads: await counted(queries, assets, eq(assets.processingStatus, 'failed')),
    verifications: await counted(queries, deferredVerifications, isNotNull(deferredVerifications.failure)),
    importFiles: await counted(queries, importFiles, eq(importFiles.state, 'failed')),
    deliveries: await counted(queries, webhookDeliveries, eq(webhookDeliveries.status, 'failed')),
    mails: await counted(queries, mails, eq(mails.status, 'failed')),
    pins: await counted(queries, pins, eq(pins.status, 'failed')),
    archives: await counted(queries, archives, inArray(archives.checkState, ['altered', 'missing'])),
  };
}

async function searchedIn(queries: Queries): Promise<Searched> {
  return {
    pictures: await counted(queries, assets, isCompleted),
    fingerprints: await counted(queries, fingerprints),
    localFeatures: await counted(queries, localFeatures),
  };
}
