/** The port `Pins`. @module */
import { and, asc, eq, isNotNull, isNull, lte, ne, or, sql } from 'drizzle-orm';
import type { Pin, Pins } from '../../../app/ports/content/pins.ts';
import type { Ids } from '../../../app/ports/runtime/runtime.ts';
import type { Database } from '../connection/database.ts';
import { assets } from '../schema/assets.ts';
import { pins, publishedFiles } from '../schema/content.ts';
import { storableText } from '../connection/storable.ts';

const PIN = {
  id: pins.id,
  assetId: pins.assetId,
  variant: pins.variant,
  form: pins.form,
  cid: pins.cid,
  wanted: pins.wanted,
  status: pins.status,
  requestId: pins.requestId,
  attempts: pins.attempts,
  lastError: pins.lastError,
  createdAt: pins.createdAt,
};

export const createPins = (database: Database, { ids, isOn }: { readonly ids: Ids; readonly isOn: boolean }): Pins => ({
  ...pinReads(database),

  isOn,

  want: (assetId, variant, form, cid, at) =>
    database.write(async (transaction) => {
      const again = { cid, wanted: true, status: 'queued', attempts: 0, nextAttemptAt: at, updatedAt: at } as const;
      await transaction
        .insert(pins)
        .values({ id: ids.uuid(), assetId, variant, form, createdAt: at, ...again })
        .onConflictDoUpdate({ target: [pins.assetId, pins.variant, pins.form], set: again });
    }),

  unwant: (assetId, at) =>
    database.write(async (transaction) => {
      await transaction
        .update(pins)
        .set({ wanted: false, attempts: 0, nextAttemptAt: at, updatedAt: at })
        .where(eq(pins.assetId, assetId));
    }),

  record: (id, { at, lastError, ...step }) =>
    database.write(async (transaction) => {
      await transaction
        .update(pins)
        .set({ ...step, lastError: storableText(lastError), updatedAt: at })
        .where(eq(pins.id, id));
    }),

  forget: (id) =>
    database.write(async (transaction) => {
      await transaction.delete(pins).where(eq(pins.id, id));
    }),
});

const pinReads = (database: Database): Pick<Pins, 'list' | 'due' | 'isShared'> => ({
  list: (assetId) =>
    database.read((queries) =>
      queries.select(PIN).from(pins).where(eq(pins.assetId, assetId)).orderBy(asc(pins.variant)),
    ),

  due: (now, limit) =>
    database.read(async (queries) => {
      const rows = await queries
        .select({ pin: PIN, published: publishedFiles.id, revokedAt: assets.revokedAt })
        .from(pins)
        .leftJoin(
          publishedFiles,
          and(
            eq(publishedFiles.assetId, pins.assetId),
            eq(publishedFiles.variant, pins.variant),
            eq(publishedFiles.form, pins.form),
          ),
        )
        .leftJoin(assets, eq(assets.id, pins.assetId))
        .where(
          or(
            lte(pins.nextAttemptAt, now),
            // Deleted or withdrawn since: its pin goes even if nothing was due.
            and(isNull(pins.nextAttemptAt), or(isNull(publishedFiles.id), isNotNull(assets.revokedAt))),
          ),
        )
        .orderBy(sql`${pins.nextAttemptAt} asc nulls last`, asc(pins.id))
        .limit(limit);
      return rows.map(({ pin, published, revokedAt }) => ({
        ...pin,
        wanted: pin.wanted && published !== null && revokedAt === null,
      }));
    }),

  isShared: (pin: Pin) =>
    database.read(async (queries) => {
      const others = and(eq(pins.cid, pin.cid), ne(pins.id, pin.id), eq(pins.wanted, true));
      return (await queries.select({ id: pins.id }).from(pins).where(others).limit(1)).length > 0;
    }),
});
