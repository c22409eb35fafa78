/** API keys, remembered answers, the audit log. @module */
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { bytea, createdAt, id, instant, oneOf } from './columns.ts';
import { organizations } from './organizations.ts';

export const apiKeys = pgTable(
  'api_keys',
  {
    id: id(),
    organizationId: uuid('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    keyPrefix: varchar('key_prefix', { length: 32 }).notNull(),
    /** For the masked key of the list: the key itself is not kept. */
    keyLast4: varchar('key_last4', { length: 4 }).notNull(),
    keyHash: varchar('key_hash', { length: 256 }).notNull().unique(),
    name: varchar('name', { length: 255 }).notNull(),
    scopes: text('scopes').array().notNull().default(sql`'{read,verify}'`),
    rateLimitPerHour: integer('rate_limit_per_hour'),
    rateLimitPerDay: integer('rate_limit_per_day'),
    isActive: boolean('is_active').notNull().default(true),
    expiresAt: instant('expires_at'),
    lastUsedAt: instant('last_used_at'),
    revokedAt: instant('revoked_at'),
    /** The key that replaced it; both work until `expires_at`. */
    rotatedToId: uuid('rotated_to_id'),
    /** When the event `api_key.expiring` was written, so that it is written once. */
    expiryToldAt: instant('expiry_told_at'),
    createdAt: createdAt(),
  },
  (table) => [
    index('api_keys_organization').on(table.organizationId),
    index('api_keys_user').on(table.userId),
    index('api_keys_revoked').on(table.revokedAt).where(sql`${table.revokedAt} is not null`),
  ],
);

/** Answers that a repeated request gets again: docs/spec/api.md#idempotency. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    /** `user:<id>`, `key:<id>` or `ip:<address>`. */
    principal: varchar('principal', { length: 100 }).notNull(),
    /** Method and path. */
    route: varchar('route', { length: 500 }).notNull(),
    key: varchar('key', { length: 255 }).notNull(),
    /** SHA-256 of parsed fields and file hashes. */
    fingerprint: varchar('fingerprint', { length: 64 }).notNull(),
    /** Null while the first request still runs. */
    responseStatus: integer('response_status'),
    responseHeaders: jsonb('response_headers').$type<Readonly<Record<string, string>>>(),
    responseBody: bytea('response_body'),
    /** Sealed; written in the transaction of what the request makes. */
    madeSealed: bytea('made_sealed'),
    /** Tries so far; a late one writes nothing. */
    attempt: integer('attempt').notNull().default(1),
    /** A crash of the first request must not block its key for a day. */
    leaseUntil: instant('lease_until'),
    createdAt: createdAt(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'idempotency_keys_pkey', columns: [table.principal, table.route, table.key] }),
    index('idempotency_keys_expiry').on(table.expiresAt),
  ],
);

/** Who did what in an organization; `hash` covers the row and `prev_hash`, so that a gap shows. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: id(),
    organizationId: uuid('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    /** 1, 2, ... without gaps in each organization. */
    sequence: bigint('sequence', { mode: 'number' }).notNull(),
    /** No foreign key: the log outlives the user. */
    actorId: uuid('actor_id'),
    actorKind: varchar('actor_kind', { length: 50 }).notNull(),
    action: varchar('action', { length: 100 }).notNull(),
    targetKind: varchar('target_kind', { length: 50 }),
    targetId: uuid('target_id'),
    details: jsonb('details').$type<Readonly<Record<string, unknown>>>(),
    requesterIp: varchar('requester_ip', { length: 45 }),
    requestId: varchar('request_id', { length: 128 }),
    prevHash: varchar('prev_hash', { length: 64 }),
    hash: varchar('hash', { length: 64 }).notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    unique('audit_log_organization_sequence_unique').on(table.organizationId, table.sequence),
    index('audit_log_actor').on(table.actorId),
    oneOf('audit_log_actor_known', table.actorKind, ['user', 'api_key', 'system']),
  ],
);

/**
 * Heads of audit logs that went into the transparency log, opened: the leaf there is a salted hash of them. No foreign
 * key: the head of an organization that was deleted stays.
 */
export const auditHeads = pgTable(
  'audit_heads',
  {
    /** Of the leaf. */
    id: id(),
    organizationId: uuid('organization_id').notNull(),
    /** Of the entry that it names. */
    sequence: bigint('sequence', { mode: 'number' }).notNull(),
    /** Of that entry. */
    hash: varchar('hash', { length: 64 }).notNull(),
    salt: bytea('salt').notNull(),
    /** The organization was deleted with it. */
    isLast: boolean('is_last').notNull(),
    createdAt: createdAt(),
  },
  (table) => [unique('audit_heads_once').on(table.organizationId, table.sequence, table.isLast)],
);
