/** Commitments: what is read, and how they begin. Their way to the ledger is in `commitmentSteps.ts`. @module */
import { AppError } from '@assay/core/errors';
import { commitmentEntry } from '@assay/core/transparency/logEntry';
import { and, asc, count, desc, eq, inArray, isNotNull, notInArray, type SQL, sql } from 'drizzle-orm';
import type { Page, PageRequest } from '../../../app/ports/assets/assets.ts';
import type { Commitment, Commitments, CommittedFacts, NewCommitment } from '../../../app/ports/ledger/commitments.ts';
import type { OutboxEvent } from '../../../app/ports/delivery/events.ts';
import type { NewTrace } from '../../../app/ports/assets/provenance.ts';
import { commitmentOf, signedColumns } from './commitmentRows.ts';
import { createCommitmentSteps } from './commitmentSteps.ts';
import type { Database, Queries } from '../connection/database.ts';
import { fingerprintSummary } from '../fingerprints/fingerprintSummary.ts';
import { insertEvents } from '../webhooks/outbox.ts';
import { appendTraces } from '../assets/provenance.ts';
import { assets, watermarkTracks } from '../schema/assets.ts';
import { commitments } from '../schema/ledger.ts';
import { organizationKeys } from '../schema/organizations.ts';
import { storableJson } from '../connection/storable.ts';
import { appendLeaf } from '../transparency/transparencyLeaves.ts';

export const createCommitments = (database: Database): Commitments => ({
  ...createCommitmentSteps(database),

  factsOf: (assetId) => database.read((queries) => factsOf(queries, assetId)),

  add: (commitment, dueAt, events, traces) =>
    database.write(async (transaction) => {
      await lockAsset(transaction, commitment.assetId);
      await add(transaction, commitment, dueAt, events, traces);
    }),

  addFirst: (commitment, dueAt, events, traces) =>
    database.write(async (transaction) => {
      await lockAsset(transaction, commitment.assetId);
      const [present] = await transaction
        .select({ id: commitments.id })
        .from(commitments)
        .where(eq(commitments.assetId, commitment.assetId))
        .limit(1);
      if (!present) await add(transaction, commitment, dueAt, events, traces);
      return !present;
    }),

  forgotten: (limit) =>
    database.read(async (queries) => {
      const committed = queries.select({ id: commitments.assetId }).from(commitments);
      const rows = await queries
        .select({ id: assets.id })
        .from(assets)
        .where(
          and(
            eq(assets.processingStatus, 'completed'),
            sql`${assets.processingRequest}->>'commit' = 'true'`,
            notInArray(assets.id, committed),
          ),
        )
        .orderBy(asc(assets.createdAt), asc(assets.id))
        .limit(limit);
      return rows.map(({ id }) => id);
    }),

  find: (id) => database.read((queries) => one(queries, eq(commitments.id, id))),

  findByTransaction: (txHash) => database.read((queries) => one(queries, eq(commitments.txHash, txHash))),

  list: (organizationId, assetId, asked) => database.read((queries) => list(queries, organizationId, assetId, asked)),

  ofAssets: (assetIds) =>
    database.read(async (queries) => {
      if (assetIds.length === 0) return new Map();
      const rows = await queries
        .select()
        .from(commitments)
        .where(inArray(commitments.assetId, [...assetIds]))
        .orderBy(desc(commitments.createdAt), desc(commitments.id));
      const speaking = new Map<string, Commitment>();
      for (const commitment of rows.map(commitmentOf)) {
        const chosen = speaking.get(commitment.assetId);
        const isBetter = chosen !== undefined && chosen.status !== 'finalized' && commitment.status === 'finalized';
        if (!chosen || isBetter) speaking.set(commitment.assetId, commitment);
      }
      return speaking;
    }),
});

async function one(queries: Queries, condition: SQL): Promise<Commitment | null> {
  const [row] = await queries.select().from(commitments).where(condition);
  return row ? commitmentOf(row) : null;
}

async function list(
  queries: Queries,
  organizationId: string,
  assetId: string | null,
  { page, pageSize }: PageRequest,
): Promise<Page<Commitment>> {
  const condition = and(
    eq(commitments.organizationId, organizationId),
    assetId === null ? undefined : eq(commitments.assetId, assetId),
  );
  const [counted] = await queries.select({ total: count() }).from(commitments).where(condition);
  const rows = await queries
    .select()
    .from(commitments)
    .where(condition)
    .orderBy(desc(commitments.createdAt), desc(commitments.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize);
  return { items: rows.map(commitmentOf), total: counted?.total ?? 0 };
}

async function factsOf(queries: Queries, assetId: string): Promise<CommittedFacts> {
  const [marked] = await queries
    .select({ payload: watermarkTracks.payload })
    .from(watermarkTracks)
    .where(and(eq(watermarkTracks.assetId, assetId), isNotNull(watermarkTracks.payload)))
    .orderBy(asc(watermarkTracks.track))
    .limit(1);
  // Every track carries the same 16 bytes.
  return { watermarkPayload: marked?.payload ?? null, fingerprint: await fingerprintSummary(queries, assetId) };
}

/** Whoever adds a commitment or a step of the history of an asset waits for the others. */
async function lockAsset(transaction: Queries, id: string): Promise<void> {
  const [asset] = await transaction.select({ id: assets.id }).from(assets).where(eq(assets.id, id)).for('update');
  if (!asset) throw new AppError('ASSET_NOT_FOUND', 'The asset was deleted meanwhile.');
}

async function add(
  transaction: Queries,
  { hash, payload, metadata, signed, ...rest }: NewCommitment,
  dueAt: Date,
  events: readonly OutboxEvent[],
  traces: readonly NewTrace[],
): Promise<void> {
  const { isEmbedded, network, ...facts } = rest;
  await transaction.insert(commitments).values({
    ...facts,
    commitmentHash: hash,
    commitmentPayload: payload,
    metadata: metadata === null ? null : (storableJson(metadata) as Record<string, unknown>),
    blockchainNetwork: network,
    isEmbeddedLedger: isEmbedded,
    ...(signed ? signedColumns(signed) : {}),
    leaseUntil: dueAt,
  });
  const [key] = await transaction
    .select({ publicKey: organizationKeys.publicKey })
    .from(organizationKeys)
    .where(
      and(eq(organizationKeys.organizationId, rest.organizationId), eq(organizationKeys.version, rest.keyVersion)),
    );
  if (!key) throw new Error(`key ${rest.keyVersion} of organization ${rest.organizationId} is missing`);
  const entry = commitmentEntry({ commitmentHash: hash, publicKey: key.publicKey, signature: rest.signature });
  await appendLeaf(transaction, { id: rest.id, entry, createdAt: rest.createdAt });
  await appendTraces(transaction, traces);
  await insertEvents(transaction, events);
}
