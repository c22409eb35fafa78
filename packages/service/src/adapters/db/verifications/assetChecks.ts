/** Checks of one asset by strangers. @module */
import { and, eq, gte, lt, sql } from 'drizzle-orm';
import { type AssetChecks, CHECK_WINDOW_MS } from '../../../app/ports/verify/assetChecks.ts';
import type { Ids } from '../../../app/ports/runtime/runtime.ts';
import type { Database } from '../connection/database.ts';
import { deleteSome } from '../connection/deleteSome.ts';
import { assets } from '../schema/assets.ts';
import { assetChecks } from '../schema/verifications.ts';

const hourOf = (at: Date): Date => new Date(at.getTime() - (at.getTime() % CHECK_WINDOW_MS));

export const createAssetChecks = (database: Database, { ids }: { readonly ids: Ids }): AssetChecks => ({
  take: (check, { perChecker, inAll }) =>
    database.write(async (transaction) => {
      const since = hourOf(check.at);
      // One check of an asset after the other, so that many at once cannot pass the limit together.
      const own = eq(assets.id, check.assetId);
      const [asset] = await transaction.select({ id: assets.id }).from(assets).where(own).for('no key update');
      // Deleted while the picture was judged.
      if (!asset) return { allowed: true, isCrowded: false, checks: 0, pictures: 0, checkers: 0, since };
      const ofHour = and(eq(assetChecks.assetId, check.assetId), gte(assetChecks.checkedAt, since));
      const isTuned = eq(assetChecks.isExact, false);
      const tried = sql`count(distinct ${assetChecks.picture}) filter (where not ${assetChecks.isExact})`.mapWith(
        Number,
      );
      if (!check.isExact) {
        const mine = and(ofHour, isTuned, eq(assetChecks.checker, check.checker));
        const known = sql<boolean>`coalesce(bool_or(${assetChecks.picture} = ${check.picture}), false)`;
        const [before] = await transaction.select({ tried, known }).from(assetChecks).where(mine);
        if (before && !before.known && before.tried >= perChecker)
          return { allowed: false, isCrowded: false, checks: 0, pictures: 0, checkers: 0, since };
      }
      const { at: checkedAt, ...row } = check;
      await transaction.insert(assetChecks).values({ id: ids.uuid(), checkedAt, ...row });
      const [now] = await transaction
        .select({
          checks: sql`count(*)`.mapWith(Number),
          pictures: sql`count(distinct ${assetChecks.picture})`.mapWith(Number),
          checkers: sql`count(distinct ${assetChecks.checker})`.mapWith(Number),
          tried,
        })
        .from(assetChecks)
        .where(ofHour);
      const { tried: all = 0, ...count } = now ?? { checks: 0, pictures: 0, checkers: 0 };
      return { allowed: true, isCrowded: !check.isExact && all > inAll, ...count, since };
    }),

  forgetBefore: (at, limit) =>
    database.write((transaction) => {
      const { checkedAt } = assetChecks;
      return deleteSome(transaction, assetChecks, lt(checkedAt, at), checkedAt, limit);
    }),
});
