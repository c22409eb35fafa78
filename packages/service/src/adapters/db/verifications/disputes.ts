/** Disputed verdicts, with the pictures that came with some, sealed. @module */
import { and, asc, count, desc, eq, getTableColumns, inArray, isNotNull, lte } from 'drizzle-orm';
import type {
  Dispute,
  DisputedVerification,
  Disputes,
  DisputeState,
  Told,
} from '../../../app/ports/verify/disputes.ts';
import { seal, unseal } from '../../crypto/seal.ts';
import type { Database, Queries } from '../connection/database.ts';
import { storableText } from '../connection/storable.ts';
import { appendAudit } from '../organizations/auditLog.ts';
import type { QuotaSettings } from '../quotas/quota.ts';
import { organizations } from '../schema/organizations.ts';
import { disputes, verificationLogs } from '../schema/verifications.ts';
import { insertEvents } from '../webhooks/outbox.ts';
import { assertRoom, assertStrangersRoom } from './keptPictures.ts';
import { reviewed } from './reviews.ts';

/** For the encryption context of a picture. */
export const pictureContext = (disputeId: string): string => `picture of dispute ${disputeId}`;

/** All but the picture itself, which may have megabytes. */
const { pictureSealed: _pictureSealed, ...COLUMNS } = getTableColumns(disputes);

type Row = Omit<typeof disputes.$inferSelect, 'pictureSealed'>;

const toDispute = ({ pictureSizeBytes, pictureKeptUntil, pictureRemovedAt, ...row }: Row): Dispute => ({
  ...row,
  picture:
    pictureSizeBytes === null || pictureKeptUntil === null
      ? null
      : { sizeBytes: pictureSizeBytes, keptUntil: pictureKeptUntil, removedAt: pictureRemovedAt },
});

const isOpen = (verificationId: string) =>
  and(eq(disputes.verificationId, verificationId), eq(disputes.status, 'open'));

/**
 * Locks the organization of a verification, so that the chain of its audit log does not fork, then the verification: the order
 * in which everybody locks them.
 * @returns the organization, null where there is none; undefined if the verification is gone
 */
async function lockOrganizationOf(transaction: Queries, verificationId: string): Promise<string | null | undefined> {
  const own = eq(verificationLogs.id, verificationId);
  const { organizationId } = verificationLogs;
  const [row] = await transaction.select({ organizationId }).from(verificationLogs).where(own);
  if (row?.organizationId)
    await transaction
      .select({ id: organizations.id })
      .from(organizations)
      .where(eq(organizations.id, row.organizationId))
      .for('update');
  const [now] = await transaction.select({ organizationId }).from(verificationLogs).where(own).for('no key update');
  return now?.organizationId;
}

async function tell(transaction: Queries, organizationId: string | null, told: Told | null): Promise<void> {
  if (organizationId === null || told === null) return;
  await appendAudit(transaction, organizationId, [told.audit]);
  await insertEvents(transaction, [told.event]);
}

interface RulingSettings {
  /** 32 secret bytes. */
  readonly keyEncryptionKey: Uint8Array;
}

interface Settings extends QuotaSettings, RulingSettings {
  /** Of pictures of disputes that no organization's storage counts, all together. */
  readonly strangersBytesMax?: number;
}

const STRANGERS_BYTES_MAX = 1024 * 1024 * 1024;

export const createDisputes = (database: Database, settings: Settings): Disputes => ({
  open: (dispute, picture, told) =>
    database.write(async (transaction) => {
      const organizationId = await lockOrganizationOf(transaction, dispute.verificationId);
      if (organizationId === undefined) return null;
      const [open] = await transaction.select(COLUMNS).from(disputes).where(isOpen(dispute.verificationId));
      if (open) return { dispute: toDispute(open), isNew: false };
      const { picture: kept, comment, ...row } = dispute;
      if (picture && organizationId !== null) await assertRoom(transaction, settings, organizationId, picture.length);
      else if (picture)
        await assertStrangersRoom(transaction, picture.length, settings.strangersBytesMax ?? STRANGERS_BYTES_MAX);
      await transaction.insert(disputes).values({
        ...row,
        comment: storableText(comment),
        pictureSealed: picture && seal(settings.keyEncryptionKey, pictureContext(dispute.id), picture),
        pictureSizeBytes: kept?.sizeBytes ?? null,
        pictureKeptUntil: kept?.keptUntil ?? null,
      });
      await tell(transaction, organizationId, told);
      return { dispute, isNew: true };
    }),
  ...createDisputeRulings(database, settings),
});

/** What the operator does with them. */
export const createDisputeRulings = (database: Database, settings: RulingSettings): Omit<Disputes, 'open'> => ({
  resolve: (id, { status, correctedVerdict, note, resolvedAt }, told) =>
    database.write(async (transaction) => {
      const { verificationId } = disputes;
      const [known] = await transaction.select({ verificationId }).from(disputes).where(eq(disputes.id, id));
      const organizationId = known && (await lockOrganizationOf(transaction, known.verificationId));
      if (organizationId === undefined) return false;
      const decided = await transaction
        .update(disputes)
        .set({ status, correctedVerdict, note: storableText(note), resolvedAt })
        .where(and(eq(disputes.id, id), eq(disputes.status, 'open')))
        .returning({ id: disputes.id });
      if (decided.length > 0) await tell(transaction, organizationId, told);
      return decided.length > 0;
    }),

  ...reading(database, settings.keyEncryptionKey),
  ...retention(database),
});

const retention = (database: Database): Pick<Disputes, 'forgetPictures'> => ({
  forgetPictures: (now, limit, audit) =>
    database.write(async (transaction) => {
      const due = await transaction
        .select({ id: disputes.id, verificationId: disputes.verificationId })
        .from(disputes)
        .where(and(isNotNull(disputes.pictureSealed), lte(disputes.pictureKeptUntil, now)))
        .orderBy(asc(disputes.pictureKeptUntil))
        .limit(limit);
      for (const { id, verificationId } of due) {
        const organizationId = await lockOrganizationOf(transaction, verificationId);
        await transaction
          .update(disputes)
          .set({ pictureSealed: null, pictureRemovedAt: now })
          .where(eq(disputes.id, id));
        if (organizationId) await appendAudit(transaction, organizationId, [audit(id)]);
      }
      return due.length;
    }),
});

const reading = (
  database: Database,
  keyEncryptionKey: Uint8Array,
): Pick<Disputes, 'latestOf' | 'find' | 'list' | 'page' | 'picture'> => ({
  latestOf: (verificationId) =>
    database.read(async (queries) => {
      const [row] = await queries
        .select(COLUMNS)
        .from(disputes)
        .where(eq(disputes.verificationId, verificationId))
        .orderBy(desc(disputes.createdAt), desc(disputes.id))
        .limit(1);
      return row ? toDispute(row) : null;
    }),

  find: (id) =>
    database.read(async (queries) => {
      const rows = await queries.select(COLUMNS).from(disputes).where(eq(disputes.id, id));
      return (await withVerifications(queries, rows))[0] ?? null;
    }),

  list: (status, limit) =>
    database.read(async (queries) => withVerifications(queries, await oldest(queries, status, limit))),

  page: (status, { page, pageSize }) =>
    database.read(async (queries) => {
      const [counted] = await queries.select({ total: count() }).from(disputes).where(inState(status));
      const rows = await oldest(queries, status, pageSize, (page - 1) * pageSize);
      return { items: await withVerifications(queries, rows), total: counted?.total ?? 0 };
    }),

  picture: (id) =>
    database.read(async (queries) => {
      const { pictureSealed } = disputes;
      const [row] = await queries.select({ pictureSealed }).from(disputes).where(eq(disputes.id, id));
      return row?.pictureSealed ? unseal(keyEncryptionKey, pictureContext(id), row.pictureSealed) : null;
    }),
});

const inState = (status: DisputeState | null) => (status === null ? undefined : eq(disputes.status, status));

const oldest = (queries: Queries, status: DisputeState | null, limit: number, offset = 0): Promise<Row[]> =>
  queries
    .select(COLUMNS)
    .from(disputes)
    .where(inState(status))
    .orderBy(asc(disputes.createdAt), asc(disputes.id))
    .limit(limit)
    .offset(offset);

async function withVerifications(queries: Queries, rows: readonly Row[]): Promise<DisputedVerification[]> {
  if (rows.length === 0) return [];
  const ids = [...new Set(rows.map(({ verificationId }) => verificationId))];
  const entries = await queries.select().from(verificationLogs).where(inArray(verificationLogs.id, ids));
  const known = new Map((await reviewed(queries, entries)).map((entry) => [entry.id, entry]));
  return rows.flatMap((row) => {
    const verification = known.get(row.verificationId);
    return verification ? [{ dispute: toDispute(row), verification }] : [];
  });
}
