/** Commitments of assets on a blockchain. @module */
import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, jsonb, pgTable, text, uuid, varchar } from 'drizzle-orm/pg-core';
import { assets } from './assets.ts';
import { bytea, createdAt, id, instant, oneOf } from './columns.ts';
import { organizations } from './organizations.ts';

export const commitments = pgTable(
  'commitments',
  {
    id: id(),
    assetId: uuid('asset_id')
      .notNull()
      .references(() => assets.id, { onDelete: 'cascade' }),
    organizationId: uuid('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    commitmentHash: varchar('commitment_hash', { length: 256 }).notNull(),
    commitmentPayload: bytea('commitment_payload').notNull(),
    blockchainNetwork: varchar('blockchain_network', { length: 50 })
      .$type<'mainnet' | 'devnet' | 'testnet'>()
      .notNull(),
    /** The ledger of our own answers on the same code path. */
    isEmbeddedLedger: boolean('is_embedded_ledger').notNull().default(false),
    /** Null until a transaction is signed. */
    txHash: varchar('tx_hash', { length: 256 }).unique(),
    /** The signed transaction, kept before it is sent, so that a restart sends the same one again. */
    txBytes: bytea('tx_bytes'),
    /** Genesis hash of the ledger that the transaction is for; another one is not asked for it. */
    ledgerId: varchar('ledger_id', { length: 64 }),
    /** Between this slot and that height the transaction can land. */
    signedSlot: bigint('signed_slot', { mode: 'number' }),
    lastValidBlockHeight: bigint('last_valid_block_height', { mode: 'number' }),
    /** What the caller handed in; the payload holds its hash. */
    metadata: jsonb('metadata').$type<Record<string, unknown>>(),
    signature: bytea('signature').notNull(),
    /** Version of the organization's key that signed. */
    keyVersion: integer('key_version').notNull(),
    confirmationStatus: varchar('confirmation_status', { length: 50 })
      .$type<'pending' | 'confirmed' | 'finalized'>()
      .notNull()
      .default('pending'),
    blockHeight: bigint('block_height', { mode: 'number' }),
    confirmedAt: instant('confirmed_at'),
    verified: boolean('verified').notNull().default(false),
    verifiedAt: instant('verified_at'),
    attempts: integer('attempts').notNull().default(0),
    lastError: text('last_error'),
    leaseUntil: instant('lease_until'),
    createdAt: createdAt(),
  },
  (table) => [
    index('commitments_asset').on(table.assetId),
    index('commitments_organization').on(table.organizationId, table.createdAt),
    index('commitments_status').on(table.confirmationStatus, table.leaseUntil),
    check(
      'commitments_signed_whole',
      sql`num_nulls(${table.txHash}, ${table.txBytes}, ${table.ledgerId}, ${table.signedSlot}, ${table.lastValidBlockHeight}) in (0, 5)`,
    ),
    oneOf('commitments_network_known', table.blockchainNetwork, ['mainnet', 'devnet', 'testnet']),
    oneOf('commitments_status_known', table.confirmationStatus, ['pending', 'confirmed', 'finalized']),
  ],
);
