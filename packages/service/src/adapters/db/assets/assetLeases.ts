/**
 * Who works on which asset: docs/spec/data.md#leases. Every instant here is the database's, so that processes whose clocks
 * differ agree on what has ended.
 * @module
 */
import { and, eq, gt, inArray, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type {
  AssetLease,
  Assets,
  HeldAsset,
  LeaseRequest,
  ProcessingStatus,
} from '../../../app/ports/assets/assets.ts';
import type { Database, Queries } from '../connection/database.ts';
import { databaseNow, databaseNowPlus } from '../connection/databaseClock.ts';
import { assets } from '../schema/assets.ts';
import { oneAsset } from './assetRows.ts';

/** As a row has it that nobody works on. The number stays: it only grows. */
export const NO_LEASE = { leaseOwner: null, leaseUntil: null } as const;

/** To process an asset whose row is locked, or new. */
export const takeLease = (transaction: Queries, id: string, lease: LeaseRequest): Promise<HeldAsset> =>
  leaseAsset(transaction, id, lease, 'processing');

/** The next number of an asset whose row is locked, or new. @param status what it is while it is held */
export async function leaseAsset(
  transaction: Queries,
  id: string,
  { owner, ms }: LeaseRequest,
  status: ProcessingStatus,
): Promise<HeldAsset> {
  const [row] = await transaction
    .update(assets)
    .set({
      processingStatus: status,
      leaseOwner: owner,
      leaseUntil: databaseNowPlus(ms),
      leaseNumber: sql`${assets.leaseNumber} + 1`,
    })
    .where(eq(assets.id, id))
    .returning({ request: assets.processingRequest, number: assets.leaseNumber });
  const asset = await oneAsset(transaction, eq(assets.id, id));
  if (!row || !asset) throw new Error('a row vanished inside the transaction that locked it');
  return { asset, request: row.request, lease: { assetId: id, owner, number: row.number } };
}

const heldBy = ({ assetId, owner, number }: AssetLease): SQL | undefined =>
  and(eq(assets.id, assetId), eq(assets.leaseOwner, owner), eq(assets.leaseNumber, number));

/** In the words of the index `assets_unfinished`, so that it is found whatever the plan knows of parameters. */
const isUnfinished = sql`${assets.processingStatus} in ('pending', 'processing')`;

/** Waits for its turn, or its process died. */
const isStranded = and(isUnfinished, or(isNull(assets.leaseUntil), lte(assets.leaseUntil, databaseNow())));

/**
 * The longest waiting of each organization, then the second of each: a thousand uploads of one that are done later are not
 * before the first of another. Which organization is first is chance, so that nothing need be kept of whose turn it was.
 */
function inTurns(transaction: Queries) {
  const order = sql`coalesce(${assets.leaseUntil}, ${assets.createdAt}), ${assets.id}`;
  const turn = sql<number>`row_number() over (partition by ${assets.organizationId} order by ${order})`;
  return transaction
    .select({ id: assets.id, turn: turn.as('turn') })
    .from(assets)
    .where(isStranded)
    .as('in_turns');
}

type Leases = Pick<
  Assets,
  'renew' | 'release' | 'takeStranded' | 'endLeases' | 'countAttempt' | 'findByRequest' | 'isBeingMade'
>;

export const createAssetLeases = (database: Database): Leases => ({
  // One that ended and that nobody took is still the holder's own.
  renew: (lease, ms) =>
    database.write(async (transaction) => {
      const { rowCount } = await transaction
        .update(assets)
        .set({ leaseUntil: databaseNowPlus(ms) })
        .where(heldBy(lease));
      return rowCount === 1;
    }),

  release: (lease) =>
    database.write(async (transaction) => {
      await transaction
        .update(assets)
        .set({ processingStatus: 'pending', ...NO_LEASE })
        .where(and(heldBy(lease), eq(assets.processingStatus, 'processing')));
    }),

  takeStranded: (request, limit) =>
    database.write(async (transaction) => {
      const turns = inTurns(transaction);
      const rows = await transaction
        .select({ id: assets.id })
        .from(assets)
        .innerJoin(turns, eq(turns.id, assets.id))
        .where(isStranded)
        .orderBy(turns.turn, sql`random()`)
        .limit(limit)
        .for('update', { of: assets, skipLocked: true });
      const taken: HeldAsset[] = [];
      for (const { id } of rows) taken.push(await takeLease(transaction, id, request));
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
      const attempts = sql`greatest(0, (${assets.processingRequest}->>'attempts')::integer + ${change}::integer)`;
      const [row] = await transaction
        .update(assets)
        .set({ processingRequest: sql`jsonb_set(${assets.processingRequest}, '{attempts}', to_jsonb(${attempts}))` })
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
