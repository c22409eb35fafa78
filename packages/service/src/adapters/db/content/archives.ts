/** The port `Archives`. @module */
import { and, eq, isNull, lt, or, sql } from 'drizzle-orm';
import type { ArchiveRecord, Archives } from '../../../app/ports/content/archives.ts';
import type { Database } from '../connection/database.ts';
import { assets } from '../schema/assets.ts';
import { archives } from '../schema/content.ts';

export const createArchives = (database: Database): Archives => ({
  add: (record) =>
    database.write(async (transaction): Promise<ArchiveRecord> => {
      await transaction.update(assets).set({ archiveCid: record.archiveCid }).where(eq(assets.id, record.assetId));
      await transaction.insert(archives).values(record).onConflictDoNothing();
      const same = and(eq(archives.assetId, record.assetId), eq(archives.archiveCid, record.archiveCid));
      const [kept] = await transaction.select().from(archives).where(same);
      if (!kept) throw new Error(`archive ${record.archiveCid} was not recorded`);
      return kept;
    }),

  latest: (assetId) =>
    database.read(async (queries) => {
      const [found] = await queries
        .select({ archive: archives })
        .from(archives)
        .innerJoin(assets, and(eq(assets.id, archives.assetId), eq(assets.archiveCid, archives.archiveCid)))
        .where(eq(archives.assetId, assetId));
      return found?.archive ?? null;
    }),

  due: (checkedBefore, limit) =>
    database.read((queries) =>
      queries
        .select()
        .from(archives)
        .where(
          or(
            lt(archives.checkedAt, checkedBefore),
            and(isNull(archives.checkedAt), lt(archives.createdAt, checkedBefore)),
          ),
        )
        .orderBy(sql`coalesce(${archives.checkedAt}, ${archives.createdAt})`, archives.id)
        .limit(limit),
    ),

  recordCheck: (id, state, at) =>
    database.write(async (transaction) => {
      await transaction.update(archives).set({ checkState: state, checkedAt: at }).where(eq(archives.id, id));
    }),
});
