/** Public links to assets and verifications. @module */
import { and, desc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { Shared, ShareLink, ShareLinks } from '../../../app/ports/assets/shareLinks.ts';
import type { Database } from '../connection/database.ts';
import { deleteSome } from '../connection/deleteSome.ts';
import { appendTraces } from './provenance.ts';
import { shareLinks } from '../schema/verifications.ts';

export const createShareLinks = (database: Database): ShareLinks => ({
  add: (link, tokenHash, trace) =>
    database.write(async (transaction) => {
      await transaction.insert(shareLinks).values({ ...link, tokenHash });
      if (trace) await appendTraces(transaction, [trace]);
    }),

  findByToken: (tokenHash) =>
    database.read(async (queries) => {
      const [row] = await queries.select().from(shareLinks).where(eq(shareLinks.tokenHash, tokenHash));
      return row ? toLink(row) : null;
    }),

  list: (shared) =>
    database.read(async (queries) => {
      const rows = await queries
        .select()
        .from(shareLinks)
        .where(ofTarget(shared))
        .orderBy(desc(shareLinks.createdAt), desc(shareLinks.id));
      return rows.map(toLink);
    }),

  revoke: (shared, id, at, trace) =>
    database.write(async (transaction) => {
      const own = and(eq(shareLinks.id, id), ofTarget(shared));
      const [known] = await transaction.select({ id: shareLinks.id }).from(shareLinks).where(own);
      if (!known) return false;
      const revoked = await transaction
        .update(shareLinks)
        .set({ revokedAt: at })
        .where(and(own, isNull(shareLinks.revokedAt)))
        .returning({ id: shareLinks.id });
      if (trace && revoked.length > 0) await appendTraces(transaction, [trace]);
      return true;
    }),

  // Those to a verification go with it, since nothing else tells of them.
  forgetEnded: (before, limit) =>
    database.write((transaction) => {
      const end = sql`least(${shareLinks.expiresAt}, ${shareLinks.revokedAt})`;
      const ended = and(sql`${end} < ${before.toISOString()}::timestamptz`, isNotNull(shareLinks.assetId));
      return deleteSome(transaction, shareLinks, ended, end, limit);
    }),
});

const ofTarget = ({ assetId, verificationId }: Shared): SQL =>
  assetId === null ? eq(shareLinks.verificationId, verificationId) : eq(shareLinks.assetId, assetId);

/** The table makes sure that exactly one of the two targets is there. */
export const toLink = ({ tokenHash: _tokenHash, ...row }: typeof shareLinks.$inferSelect): ShareLink =>
  row as ShareLink;
