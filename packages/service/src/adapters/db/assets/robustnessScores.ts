/** Scores of the marks of assets. @module */
import { and, asc, eq, gt, isNotNull, isNull } from 'drizzle-orm';
import type { RobustnessScores } from '../../../app/ports/assets/robustnessScores.ts';
import type { Database } from '../connection/database.ts';
import { assets, watermarks } from '../schema/assets.ts';
import { appendTraces } from './provenance.ts';

export const createRobustnessScores = (database: Database): RobustnessScores => ({
  missing: (after, limit) =>
    database.read(async (queries) => {
      const rows = await queries
        .select({ id: assets.id, watermarkedContentHash: assets.watermarkedContentHash })
        .from(watermarks)
        .innerJoin(assets, eq(assets.id, watermarks.assetId))
        .where(
          and(
            isNull(watermarks.robustnessScore),
            eq(assets.processingStatus, 'completed'),
            isNotNull(assets.watermarkedContentHash),
            after === null ? undefined : gt(assets.id, after),
          ),
        )
        .orderBy(asc(assets.id))
        .limit(limit);
      return rows.map(({ id, watermarkedContentHash }) => ({
        id,
        watermarkedContentHash: watermarkedContentHash as string,
      }));
    }),

  put: ({ id, watermarkedContentHash }, { score, deltaE }, at, traces) =>
    database.write(async (transaction) => {
      const [asset] = await transaction
        .select({ id: assets.id })
        .from(assets)
        .where(and(eq(assets.id, id), eq(assets.watermarkedContentHash, watermarkedContentHash)))
        .for('update');
      if (!asset) return false;
      const scored = await transaction
        .update(watermarks)
        .set({ robustnessScore: score, deltaE, updatedAt: at })
        .where(eq(watermarks.assetId, id))
        .returning({ id: watermarks.id });
      if (scored.length === 0) return false;
      await appendTraces(transaction, traces);
      return true;
    }),
});
