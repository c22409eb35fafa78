/** What anyone may read of the transparency log. Nothing is given out that no signed checkpoint covers. @module */
import { entryBundle } from '@assay/core/transparency/logEntry';
import { HASH_BYTES } from '@assay/core/transparency/merkleTree';
import { consistencyRanges, inclusionRanges } from '@assay/core/transparency/proofRanges';
import { hashesAtLevel, TILE_WIDTH } from '@assay/core/transparency/tiles';
import { tlogProofText } from '@assay/core/transparency/tlogProof';
import { and, asc, eq, gte, lt } from 'drizzle-orm';
import type { InclusionProof, SignedCheckpoint, TransparencyLog } from '../../../app/ports/ledger/transparencyLog.ts';
import type { Database, Queries } from '../connection/database.ts';
import { transparencyCheckpoints, transparencyLeaves, transparencyTiles } from '../schema/transparency.ts';
import { anchorCovering, latestAnchor } from './transparencyAnchors.ts';
import { checkpointOf, latestCheckpoint } from './transparencyCheckpoints.ts';
import { cosigned } from './transparencyCosignatures.ts';
import type { LogKeyring } from './transparencyIdentity.ts';
import { latestTimestamp, timestampOf } from './transparencyTimestamps.ts';
import { PRESENT_LOG, rangeHashes } from './transparencyTree.ts';

export function createTransparencyLog(database: Database, keyring: LogKeyring): TransparencyLog {
  const withLatest = <T>(work: (queries: Queries, latest: SignedCheckpoint) => Promise<T | null>): Promise<T | null> =>
    database.read(async (queries) => {
      const latest = await latestCheckpoint(queries);
      return latest ? work(queries, latest) : null;
    });

  return {
    identity: () => keyring.identity(),

    latest: () => database.read(latestCheckpoint),
    latestCosigned: () => withLatest(cosigned),

    checkpointOf: (size) =>
      database.read(async (queries) => {
        const [row] = await queries
          .select()
          .from(transparencyCheckpoints)
          .where(and(eq(transparencyCheckpoints.logId, PRESENT_LOG), eq(transparencyCheckpoints.treeSize, size)));
        return row ? checkpointOf(row) : null;
      }),

    inclusionProof: (leafId) =>
      withLatest(async (queries, latest) => {
        const [leaf] = await queries
          .select({ index: transparencyLeaves.leafIndex })
          .from(transparencyLeaves)
          .where(eq(transparencyLeaves.id, leafId));
        return leaf?.index === null || leaf === undefined ? null : proofAt(queries, leaf.index, latest);
      }),

    inclusionProofAt: (index) => withLatest((queries, latest) => proofAt(queries, index, latest)),

    consistencyProof: (oldSize, newSize) =>
      withLatest(async (queries, latest) =>
        oldSize <= newSize && newSize <= latest.size ? rangeHashes(queries, consistencyRanges(oldSize, newSize)) : null,
      ),

    tile: (level, index, width) =>
      withLatest(async (queries, latest) => {
        if (index * TILE_WIDTH + width > hashesAtLevel(latest.size, level)) return null;
        const [row] = await queries
          .select({ hashes: transparencyTiles.hashes })
          .from(transparencyTiles)
          .where(and(eq(transparencyTiles.level, level), eq(transparencyTiles.tileIndex, index)));
        return row?.hashes.subarray(0, width * HASH_BYTES) ?? null;
      }),

    entries: (index, width) =>
      withLatest(async (queries, latest) => {
        const start = index * TILE_WIDTH;
        if (start + width > latest.size) return null;
        const { leafIndex, entry } = transparencyLeaves;
        const rows = await queries
          .select({ entry })
          .from(transparencyLeaves)
          .where(and(gte(leafIndex, start), lt(leafIndex, start + width)))
          .orderBy(asc(leafIndex));
        return entryBundle(rows.map((row) => row.entry));
      }),

    anchorOf: (index) => database.read((queries) => anchorCovering(queries, index)),
    latestAnchor: () => database.read(latestAnchor),
    timestampOf: (size) => database.read((queries) => timestampOf(queries, size)),
    latestTimestamp: () => database.read(latestTimestamp),
  };
}

async function proofAt(queries: Queries, index: number, checkpoint: SignedCheckpoint): Promise<InclusionProof | null> {
  if (index >= checkpoint.size) return null;
  const hashes = await rangeHashes(queries, inclusionRanges(index, checkpoint.size));
  const witnessed = await cosigned(queries, checkpoint);
  return { index, hashes, checkpoint: witnessed, text: tlogProofText({ index, hashes, checkpoint: witnessed.note }) };
}
