/**
 * What is to be done for fingerprints, shared by all processes: a row of work is held under a lease. It is a table of its own, since
 * a write to the wide rows of `fingerprints` would write into their vector indexes too.
 * @module
 */
import { and, asc, count, eq, gt, isNull, lt, lte, ne, notExists, type SQL, sql } from 'drizzle-orm';
import type { Fingerprints } from '../../../app/ports/assets/fingerprints.ts';
import type { Database, Queries } from '../connection/database.ts';
import { databaseNow, databaseNowPlus } from '../connection/databaseClock.ts';
import { fingerprints, fingerprintWork } from '../schema/fingerprints.ts';

type Work = Pick<
  Fingerprints,
  'takeOutdated' | 'countOutdated' | 'setAside' | 'takeBackAside' | 'takeUnmatched' | 'release' | 'releaseAll'
>;

const { assetId, todo, again, leaseUntil } = fingerprintWork;

/** Looks before it is believed that there is nothing: another process may be faster each time. */
const TRIES = 5;

export const createFingerprintWork = (database: Database): Work => ({
  ...createTaking(database),
  ...createLeaving(database),
});

const createTaking = (database: Database): Pick<Work, 'takeOutdated' | 'countOutdated' | 'takeUnmatched'> => ({
  takeOutdated: (model, leaseMs) =>
    database.write(async (transaction) => {
      for (let tries = 0; tries < TRIES; tries++) {
        const id = await outdatedBeside(transaction, model);
        if (id === null) return null;
        const taken = await transaction
          .insert(fingerprintWork)
          .values({ assetId: id, todo: 'embed', again: true, leaseUntil: databaseNowPlus(leaseMs) })
          .onConflictDoUpdate({
            target: assetId,
            set: { todo: 'embed', again: true, leaseUntil: databaseNowPlus(leaseMs) },
            setWhere: isFree(),
          })
          .returning({ id: assetId });
        if (taken.length > 0) return id;
      }
      return null;
    }),

  countOutdated: (model) =>
    database.read(async (queries) => {
      const [row] = await queries
        .select({ number: count() })
        .from(fingerprints)
        .where(ne(fingerprints.embeddingModel, model));
      return row?.number ?? 0;
    }),

  takeUnmatched: (model, which, leaseMs) =>
    database.write(async (transaction) => {
      const [first] = await transaction
        .select({ id: assetId })
        .from(fingerprintWork)
        .innerJoin(fingerprints, eq(fingerprints.assetId, assetId))
        .where(
          and(
            eq(todo, 'match'),
            which === 'new' ? eq(again, false) : undefined,
            isFree(),
            eq(fingerprints.embeddingModel, model),
          ),
        )
        .orderBy(asc(again), asc(assetId))
        .limit(1)
        .for('update', { of: fingerprintWork, skipLocked: true });
      if (!first) return null;
      await transaction
        .update(fingerprintWork)
        .set({ leaseUntil: databaseNowPlus(leaseMs) })
        .where(eq(assetId, first.id));
      return first.id;
    }),
});

const createLeaving = (database: Database): Pick<Work, 'setAside' | 'takeBackAside' | 'release' | 'releaseAll'> => ({
  setAside: (id, ms) =>
    database.write(async (transaction) => {
      await transaction
        .update(fingerprintWork)
        .set({ todo: 'unreadable', leaseUntil: databaseNowPlus(ms) })
        .where(eq(assetId, id));
    }),

  takeBackAside: () =>
    database.write(async (transaction) => {
      await transaction.update(fingerprintWork).set({ leaseUntil: null }).where(eq(todo, 'unreadable'));
    }),

  release: (id) =>
    database.write(async (transaction) => {
      await transaction.update(fingerprintWork).set({ leaseUntil: null }).where(eq(assetId, id));
    }),

  releaseAll: () =>
    database.write(async (transaction) => {
      await transaction.update(fingerprintWork).set({ leaseUntil: null }).where(ne(todo, 'unreadable'));
    }),
});

const isFree = (): SQL => sql`(${isNull(leaseUntil)} or ${lte(leaseUntil, databaseNow())})`;

/** One of another model that no process works on. The index has models in order, so that one's own is skipped and not read. */
async function outdatedBeside(transaction: Queries, model: string): Promise<string | null> {
  const held = transaction
    .select({ one: sql`1` })
    .from(fingerprintWork)
    .where(and(eq(assetId, fingerprints.assetId), gt(leaseUntil, databaseNow())));
  for (const other of [lt(fingerprints.embeddingModel, model), gt(fingerprints.embeddingModel, model)]) {
    const [found] = await transaction
      .select({ id: fingerprints.assetId })
      .from(fingerprints)
      .where(and(other, notExists(held)))
      .orderBy(asc(fingerprints.embeddingModel), asc(fingerprints.assetId))
      .limit(1)
      .for('no key update', { skipLocked: true });
    if (found) return found.id;
  }
  return null;
}

/** The vectors are new: their matches are to be looked for. @param isAgain they took the place of others */
export async function putMatchWork(transaction: Queries, id: string, isAgain: boolean): Promise<void> {
  const row = { todo: 'match', again: isAgain, leaseUntil: null } as const;
  await transaction
    .insert(fingerprintWork)
    .values({ assetId: id, ...row })
    .onConflictDoUpdate({ target: assetId, set: row });
}

/** They were looked for. */
export async function endMatchWork(transaction: Queries, id: string): Promise<void> {
  await transaction.delete(fingerprintWork).where(and(eq(assetId, id), eq(todo, 'match')));
}
