/** The Merkle tree of the transparency log, in tiles; it grows in one place under one lock. @module */
import { edgeTiles, type GrownTile, growTiles } from '@assay/core/transparency/growTiles';
import { leafHash, type LeafRange } from '@assay/core/transparency/merkleTree';
import { hashesFrom, type TilePlace, tileKey, tilesUnder } from '@assay/core/transparency/tiles';
import { and, asc, eq, gte, isNull, lt, or, sql } from 'drizzle-orm';
import type { LogTree, StoredLeaf } from '../../../app/ports/ledger/transparencyKeeping.ts';
import type { Database, Queries } from '../connection/database.ts';
import { transparencyLeaves, transparencyLog, transparencyTiles } from '../schema/transparency.ts';

/** The log in use; those before it were continued under another name. */
export const PRESENT_LOG = sql<number>`(select max(id) from transparency_log)`;

export const createLogTree = (database: Database): LogTree => ({
  sequence: async (limit) =>
    (await database.read(isAnyWaiting)) ? database.write((transaction) => sequenceLeaves(transaction, limit)) : 0,
  isUsed: () =>
    database.read(
      async (queries) =>
        (await queries.select({ id: transparencyLeaves.id }).from(transparencyLeaves).limit(1)).length > 0,
    ),
  head: () =>
    database.read(async (queries) => {
      const [log] = await queries.select(SIZE).from(transparencyLog).where(eq(transparencyLog.id, PRESENT_LOG));
      const size = log?.treeSize ?? 0;
      // Read after the size: tiles may have grown since, and what they held before is still the same.
      return { size, rootHash: await rootAt(queries, size) };
    }),
  leaves: (start, count) =>
    database.read(async (queries) => {
      const { id, leafIndex, entry } = transparencyLeaves;
      const rows = await queries
        .select({ id, index: leafIndex, entry })
        .from(transparencyLeaves)
        .where(and(gte(leafIndex, start), lt(leafIndex, start + count)))
        .orderBy(asc(leafIndex));
      return rows as StoredLeaf[];
    }),
  tile: (level, index) =>
    database.read(async (queries) => {
      const place = and(eq(transparencyTiles.level, level), eq(transparencyTiles.tileIndex, index));
      const [row] = await queries.select({ hashes: transparencyTiles.hashes }).from(transparencyTiles).where(place);
      return row?.hashes ?? null;
    }),
  rootAt: (size) => database.read((queries) => rootAt(queries, size)),
});

const SIZE = { treeSize: transparencyLog.treeSize };

async function isAnyWaiting(queries: Queries): Promise<boolean> {
  const { id, leafIndex } = transparencyLeaves;
  return (await queries.select({ id }).from(transparencyLeaves).where(isNull(leafIndex)).limit(1)).length > 0;
}

async function rootAt(queries: Queries, size: number): Promise<Uint8Array> {
  const [root] = await rangeHashes(queries, [{ start: 0, end: size }]);
  return root as Uint8Array;
}

/** Merkle Tree Hash of each range. @throws {RangeError} if the tree does not reach so far */
export async function rangeHashes(queries: Queries, ranges: readonly LeafRange[]): Promise<Uint8Array[]> {
  const tiles = await tilesAt(queries, tilesUnder(ranges));
  return hashesFrom(ranges, (place) => {
    const tile = tiles.get(tileKey(place));
    if (!tile) throw new RangeError(`the log has no tile ${tileKey(place)}`);
    return tile.hashes;
  });
}

async function tilesAt(queries: Queries, places: readonly TilePlace[]): Promise<ReadonlyMap<string, GrownTile>> {
  if (places.length === 0) return new Map();
  const { level, tileIndex, hashes } = transparencyTiles;
  const rows = await queries
    .select({ level, index: tileIndex, hashes })
    .from(transparencyTiles)
    .where(or(...places.map((place) => and(eq(level, place.level), eq(tileIndex, place.index)))));
  return new Map(rows.map((row) => [tileKey(row), row]));
}

/** Entries with a place; nobody else changes that until the transaction ends. 0 before the log is founded. */
async function lockedSize(transaction: Queries): Promise<number> {
  const [log] = await transaction
    .select(SIZE)
    .from(transparencyLog)
    .where(eq(transparencyLog.id, PRESENT_LOG))
    .for('update');
  return log?.treeSize ?? 0;
}

async function sequenceLeaves(transaction: Queries, limit: number): Promise<number> {
  const size = await lockedSize(transaction);
  const waiting = await transaction
    .select({ id: transparencyLeaves.id, entry: transparencyLeaves.entry })
    .from(transparencyLeaves)
    .where(isNull(transparencyLeaves.leafIndex))
    .orderBy(asc(transparencyLeaves.createdAt), asc(transparencyLeaves.id))
    .limit(limit);
  if (waiting.length === 0) return 0;
  const edge = await tilesAt(transaction, edgeTiles(size));
  const added = waiting.map(({ entry }) => leafHash(entry));
  await storeTiles(transaction, growTiles(size, [...edge.values()], added));
  const places = waiting.map(({ id }, at) => sql`(${id}::uuid, ${size + at}::bigint)`);
  await transaction.execute(
    sql`update ${transparencyLeaves} set leaf_index = given.place
        from (values ${sql.join(places, sql`, `)}) as given(id, place) where ${transparencyLeaves.id} = given.id`,
  );
  // An insert would not do: without the row there is no lock, and two processes could give the same places.
  const { rowCount } = await transaction
    .update(transparencyLog)
    .set({ treeSize: size + waiting.length })
    .where(eq(transparencyLog.id, PRESENT_LOG));
  if (rowCount !== 1) throw new Error('the transparency log is not founded yet');
  return waiting.length;
}

async function storeTiles(transaction: Queries, tiles: readonly GrownTile[]): Promise<void> {
  const rows = tiles.map(({ level, index, hashes }) => ({ level, tileIndex: index, hashes }));
  await transaction
    .insert(transparencyTiles)
    .values(rows)
    .onConflictDoUpdate({
      target: [transparencyTiles.level, transparencyTiles.tileIndex],
      set: { hashes: sql`excluded.hashes` },
    });
}
