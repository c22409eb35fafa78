/**
 * The transparency log: entries, tiles of its tree, signed checkpoints, and where these were anchored and witnessed. What
 * may be done to these rows is said once more, by triggers, in the hand-written migration `append_only`.
 * @module
 */
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  varchar,
} from 'drizzle-orm/pg-core';
import { bytea, createdAt, id, instant, oneOf } from './columns.ts';

/**
 * The log in use is the row with the highest number; one that had to be continued under another name leaves its row
 * behind. Locked while the tree grows, so that it never forks.
 */
export const transparencyLog = pgTable(
  'transparency_log',
  {
    id: smallint('id').primaryKey(),
    /** First line of every checkpoint, for ever. */
    origin: varchar('origin', { length: 255 }).notNull(),
    /** Ed25519, 32 bytes. */
    publicKey: bytea('public_key').notNull(),
    privateKeySealed: bytea('private_key_sealed').notNull(),
    /** Entries that have a place in the tree. */
    treeSize: bigint('tree_size', { mode: 'number' }).notNull().default(0),
    createdAt: createdAt(),
  },
  (table) => [check('transparency_log_numbered', sql`${table.id} >= 1`)],
);

/** No foreign key: a leaf stays when what it is about is deleted. */
export const transparencyLeaves = pgTable(
  'transparency_leaves',
  {
    /** Of the commitment, or of the head of an audit log. */
    id: id(),
    /** Null until the leaf has its place. */
    leafIndex: bigint('leaf_index', { mode: 'number' }).unique(),
    entry: bytea('entry').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('transparency_leaves_waiting').on(table.createdAt, table.id).where(sql`${table.leafIndex} is null`),
  ],
);

/** Hashes one after the other, 32 bytes each, up to 256 a tile; C2SP tlog-tiles. */
export const transparencyTiles = pgTable(
  'transparency_tiles',
  {
    level: smallint('level').notNull(),
    tileIndex: bigint('tile_index', { mode: 'number' }).notNull(),
    hashes: bytea('hashes').notNull(),
  },
  (table) => [primaryKey({ columns: [table.level, table.tileIndex] })],
);

/** Which log signed it. */
const logId = () => smallint('log_id').notNull();
const treeSize = () => bigint('tree_size', { mode: 'number' }).notNull();

export const transparencyCheckpoints = pgTable(
  'transparency_checkpoints',
  {
    logId: logId().references(() => transparencyLog.id),
    treeSize: treeSize(),
    rootHash: bytea('root_hash').notNull(),
    /** The signed note, letter for letter, without cosignatures. */
    note: text('note').notNull(),
    createdAt: createdAt(),
  },
  // One checkpoint for one size: a log cannot say two things about it.
  (table) => [primaryKey({ columns: [table.logId, table.treeSize] })],
);

/** What witnesses signed. */
export const transparencyCosignatures = pgTable(
  'transparency_cosignatures',
  {
    logId: logId(),
    treeSize: treeSize(),
    /** Its verifier key. */
    witness: varchar('witness', { length: 400 }).notNull(),
    /** The line of the note. */
    line: text('line').notNull(),
    /** As the witness says. */
    cosignedAt: instant('cosigned_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.logId, table.treeSize, table.witness] }),
    foreignKey({
      name: 'transparency_cosignatures_checkpoint_fk',
      columns: [table.logId, table.treeSize],
      foreignColumns: [transparencyCheckpoints.logId, transparencyCheckpoints.treeSize],
    }),
    index('transparency_cosignatures_witness').on(table.logId, table.witness, table.treeSize),
  ],
);

/** Checkpoints on their way to the ledger and there. */
export const transparencyAnchors = pgTable(
  'transparency_anchors',
  {
    logId: logId(),
    treeSize: treeSize(),
    /** Genesis hash: an anchor on another ledger is another anchor. */
    ledgerId: varchar('ledger_id', { length: 64 }).notNull(),
    network: varchar('network', { length: 50 }).$type<'mainnet' | 'devnet' | 'testnet'>().notNull(),
    isEmbeddedLedger: boolean('is_embedded_ledger').notNull(),
    txHash: varchar('tx_hash', { length: 256 }).notNull().unique(),
    /** The signed transaction, kept before it is sent. */
    txBytes: bytea('tx_bytes').notNull(),
    lastValidBlockHeight: bigint('last_valid_block_height', { mode: 'number' }).notNull(),
    signedSlot: bigint('signed_slot', { mode: 'number' }).notNull(),
    status: varchar('status', { length: 50 })
      .$type<'pending' | 'confirmed' | 'finalized'>()
      .notNull()
      .default('pending'),
    blockHeight: bigint('block_height', { mode: 'number' }),
    anchoredAt: instant('anchored_at'),
    attempts: integer('attempts').notNull().default(0),
    lastError: text('last_error'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.logId, table.ledgerId, table.treeSize] }),
    foreignKey({
      name: 'transparency_anchors_checkpoint_fk',
      columns: [table.logId, table.treeSize],
      foreignColumns: [transparencyCheckpoints.logId, transparencyCheckpoints.treeSize],
    }),
    index('transparency_anchors_size').on(table.treeSize),
    oneOf('transparency_anchors_status_known', table.status, ['pending', 'confirmed', 'finalized']),
  ],
);

/** RFC 3161 time-stamps of checkpoints. */
export const transparencyTimestamps = pgTable(
  'transparency_timestamps',
  {
    logId: logId(),
    treeSize: treeSize(),
    /** Address of the authority. */
    authority: text('authority').notNull(),
    /** The whole TimeStampResp, DER. */
    response: bytea('response').notNull(),
    /** What it says. */
    stampedAt: instant('stamped_at').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.logId, table.treeSize] }),
    foreignKey({
      name: 'transparency_timestamps_checkpoint_fk',
      columns: [table.logId, table.treeSize],
      foreignColumns: [transparencyCheckpoints.logId, transparencyCheckpoints.treeSize],
    }),
  ],
);
