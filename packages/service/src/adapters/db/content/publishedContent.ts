/** The port `PublishedContent`: which blocks of which public files there are. @module */
import { and, asc, eq, gt, gte, isNull, lt } from 'drizzle-orm';
import type { DagBlock, FoundBlock, PublishedContent } from '../../../app/ports/content/content.ts';
import type { Database } from '../connection/database.ts';
import { assets } from '../schema/assets.ts';
import { publishedBlocks, publishedFiles } from '../schema/content.ts';

const BLOCK = {
  cid: publishedBlocks.cid,
  start: publishedBlocks.start,
  length: publishedBlocks.length,
  node: publishedBlocks.node,
};

/** Rows of one statement; PostgreSQL takes 65,535 parameters. */
const INSERT_ROWS = 1000;

export const createPublishedContent = (database: Database): PublishedContent => ({
  publish: (file, dag) =>
    database.write(async (transaction) => {
      const same = and(
        eq(publishedFiles.assetId, file.assetId),
        eq(publishedFiles.variant, file.variant),
        eq(publishedFiles.form, file.form),
      );
      await transaction.delete(publishedFiles).where(same);
      await transaction.insert(publishedFiles).values(file);
      for (let at = 0; at < dag.blocks.length; at += INSERT_ROWS) {
        const rows = dag.blocks.slice(at, at + INSERT_ROWS);
        await transaction
          .insert(publishedBlocks)
          .values(rows.map((block, index) => ({ ...block, fileId: file.id, ordinal: at + index })));
      }
    }),

  withdraw: (assetId) =>
    database.write(async (transaction) => {
      await transaction.delete(publishedFiles).where(eq(publishedFiles.assetId, assetId));
    }),

  list: (assetId) =>
    database.read((queries) =>
      queries
        .select()
        .from(publishedFiles)
        .where(eq(publishedFiles.assetId, assetId))
        .orderBy(asc(publishedFiles.variant), asc(publishedFiles.form)),
    ),

  find: (cid) =>
    database.read(async (queries): Promise<FoundBlock | null> => {
      const [found] = await queries
        .select({ file: publishedFiles, ordinal: publishedBlocks.ordinal, block: BLOCK })
        .from(publishedBlocks)
        .innerJoin(publishedFiles, eq(publishedFiles.id, publishedBlocks.fileId))
        .innerJoin(assets, eq(assets.id, publishedFiles.assetId))
        .where(and(eq(publishedBlocks.cid, cid), isNull(assets.revokedAt), eq(assets.processingStatus, 'completed')))
        // Several files may hold the block; any gives the same bytes, the oldest always the same one.
        .orderBy(asc(publishedFiles.createdAt), asc(publishedFiles.id), asc(publishedBlocks.ordinal))
        .limit(1);
      return found ?? null;
    }),

  below: ({ file, ordinal, block }) =>
    database.read(async (queries): Promise<readonly DagBlock[]> => {
      if (block.node === null) return [block];
      // In depth-first order all that is below a block stands right behind it, and begins inside its span.
      const rest = await queries
        .select(BLOCK)
        .from(publishedBlocks)
        .where(
          and(
            eq(publishedBlocks.fileId, file.id),
            gt(publishedBlocks.ordinal, ordinal),
            gte(publishedBlocks.start, block.start),
            lt(publishedBlocks.start, block.start + block.length),
          ),
        )
        .orderBy(asc(publishedBlocks.ordinal));
      return [block, ...rest];
    }),
});
