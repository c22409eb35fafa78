/** The model to which stored pictures are moved: one for all processes, whatever each of them is configured with. @module */
import { eq, lt, sql } from 'drizzle-orm';
import type { Fingerprints } from '../../../app/ports/assets/fingerprints.ts';
import type { Database } from '../connection/database.ts';
import { databaseNow, databaseNowPlus } from '../connection/databaseClock.ts';
import { wantedEmbedding } from '../schema/service.ts';

const THE_ROW = 1;

export const createWantedModel = (database: Database): Pick<Fingerprints, 'wantedModel' | 'wantModel'> => ({
  wantedModel: (own, forgottenMs) =>
    database.write(async (transaction) => {
      const { id, model, seenAt } = wantedEmbedding;
      const values = { model: own, seenAt: databaseNow() };
      await transaction
        .insert(wantedEmbedding)
        .values({ id: THE_ROW, ...values })
        .onConflictDoUpdate({
          target: id,
          set: values,
          setWhere: sql`${eq(model, own)} or ${lt(seenAt, databaseNowPlus(-forgottenMs))}`,
        });
      const [row] = await transaction.select({ model }).from(wantedEmbedding).where(eq(id, THE_ROW));
      return row?.model ?? own;
    }),

  wantModel: (own) =>
    database.write(async (transaction) => {
      const values = { model: own, seenAt: databaseNow() };
      await transaction
        .insert(wantedEmbedding)
        .values({ id: THE_ROW, ...values })
        .onConflictDoUpdate({ target: wantedEmbedding.id, set: values });
    }),
});
