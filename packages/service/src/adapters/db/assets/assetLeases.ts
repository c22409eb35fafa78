/** Who works on which asset: docs/spec/data.md#leases. @module */
import { and, eq, gt, inArray, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { AssetLease, Assets, HeldAsset, ProcessingStatus } from '../../../app/ports/assets/assets.ts';
import type { LeaseRequest } from '../../../app/ports/runtime/leases.ts';
import type { Database, Queries } from '../connection/database.ts';
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
import { assets } from '../schema/assets.ts';
import { oneAsset } from './assetRows.ts';

const ATTEMPTS = sql`(${assets.processingRequest}->>'attempts')::integer`;
const withAttempts = (attempts: SQL) => ({
  processingRequest: sql`jsonb_set(${assets.processingRequest}, '{attempts}', to_jsonb(${attempts}))`,
});

/** To process an asset whose row is locked, or new. */
export const takeLease = (transaction: Queries, id: string, lease: LeaseRequest): Promise<HeldAsset> =>
  leaseAsset(transaction, id, lease, 'processing');

/** The next number of an asset whose row is locked, or new. @param status what it is while it is held */
export async function leaseAsset(
  transaction: Queries,
  id: string,
  request: LeaseRequest,
  status: ProcessingStatus,
  attempts: SQL = ATTEMPTS,
): Promise<HeldAsset> {
  const [row] = await transaction
    .update(assets)
    .set({ processingStatus: status, ...leasedTo(assets, request), ...withAttempts(attempts) })
    .where(eq(assets.id, id))
    .returning({ request: assets.processingRequest, number: assets.leaseNumber });
  const asset = await oneAsset(transaction, eq(assets.id, id));
  if (!row || !asset) throw new Error('a row vanished inside the transaction that locked it');
  return { asset, request: row.request, lease: { assetId: id, owner: request.owner, number: row.number } };
}

const isHeldBy = (lease: AssetLease): SQL | undefined => heldBy(assets, lease.assetId, lease);

/** In the words of the index `assets_unfinished`, so that it is found whatever the plan knows of parameters. */
const isUnfinished = sql`${assets.processingStatus} in ('pending', 'processing')`;

type Leases = Pick<
  Assets,
  'renew' | 'release' | 'releaseAll' | 'takeStranded' | 'endLeases' | 'countAttempt' | 'findByRequest' | 'isBeingMade'
>;

export const createAssetLeases = (database: Database): Leases => ({
  renew: (lease, ms) =>
    database.write(async (transaction) => {
      const { rowCount } = await transaction
        .update(assets)
        .set({ leaseUntil: databaseNowPlus(ms) })
        .where(isHeldBy(lease));
      return rowCount === 1;
    }),

  release: (lease, afterMs = 0) =>
    database.write(async (transaction) => {
      const { rowCount } = await transaction
        .update(assets)
        .set({ processingStatus: 'pending', ...letGo(afterMs) })
        .where(and(isHeldBy(lease), eq(assets.processingStatus, 'processing')));
      if (rowCount === 0)
        await transaction
          .update(assets)
          .set(withAttempts(oneDeathLess(ATTEMPTS)))
          .where(and(isLost(assets, lease.assetId, lease), isUnfinished));
    }),

  releaseAll: (owner) =>
    database.write(async (transaction) => {
      const held = and(isNotNull(assets.leaseUntil), eq(assets.leaseOwner, owner));
      await transaction
        .update(assets)
        .set({ processingStatus: 'pending', ...NO_LEASE })
        .where(and(held, eq(assets.processingStatus, 'processing')));
    }),

  takeStranded: (request, limit) =>
    database.write(async (transaction) => {
      const taken: HeldAsset[] = [];
      const deaths = deathsOnceTaken(assets, ATTEMPTS, request);
      for (const id of await lockInTurns(transaction, assets, isUnfinished, limit, assets.inBulk))
        taken.push(await leaseAsset(transaction, id, request, 'processing', deaths));
      return taken;
    }),

  endLeases: () =>
    database.write(async (transaction) => {
      await transaction.update(assets).set({ leaseUntil: databaseNow() }).where(isNotNull(assets.leaseUntil));
    }),

  findByRequest: (requestKey, since) =>
    database.read((queries) => oneAsset(queries, and(eq(assets.requestKey, requestKey), gt(assets.createdAt, since)))),

  isBeingMade: (organizationId, sha256) =>
    database.read(async (queries) => {
      const unfinished = inArray(assets.processingStatus, ['pending', 'processing']);
      const ofBytes = and(eq(assets.organizationId, organizationId), eq(assets.contentHash, sha256));
      return (await queries.select({ id: assets.id }).from(assets).where(and(ofBytes, unfinished)).limit(1)).length > 0;
    }),

  countAttempt: (id, change) =>
    database.write(async (transaction) => {
      const [row] = await transaction
        .update(assets)
        .set(withAttempts(sql`greatest(0, ${ATTEMPTS} + ${change}::integer)`))
        .where(eq(assets.id, id))
        .returning({ request: assets.processingRequest });
      return row?.request.attempts ?? 0;
    }),
});

/** See `createFencedFiles`. */
export const filesNumberOf =
  (database: Database) =>
  async (assetId: string): Promise<number | null> => {
    const rows = await database.read((queries) =>
      queries.select({ number: assets.filesNumber }).from(assets).where(eq(assets.id, assetId)),
    );
    return rows[0]?.number ?? null;
  };
