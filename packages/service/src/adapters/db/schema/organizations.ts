/** Organizations, who belongs to them, their keys. @module */
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, text, unique, uniqueIndex, uuid, varchar } from 'drizzle-orm/pg-core';
import type { Role, Tier } from '../../../app/ports/accounts/accounts.ts';
import type { CustomLimits } from '../../../app/ports/accounts/organizations.ts';
import { users } from './accounts.ts';
import { bytea, createdAt, id, instant, oneOf, ROLES, TIERS } from './columns.ts';

export const organizations = pgTable(
  'organizations',
  {
    id: id(),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: varchar('name', { length: 255 }).notNull(),
    slug: varchar('slug', { length: 255 }).notNull().unique(),
    description: text('description'),
    logoUrl: varchar('logo_url', { length: 500 }),
    plan: varchar('plan', { length: 50 }).$type<Tier>().notNull().default('free'),
    /** The plan whose limits hold: `plan` at once in open billing, else what the operator confirmed. */
    effectivePlan: varchar('effective_plan', { length: 50 }).$type<Tier>().notNull().default('free'),
    /** `local:<organization>/<version>`, a row of `organization_keys`. */
    masterKeyRef: varchar('master_key_ref', { length: 255 }).notNull(),
    /** Limits of its own, which may lower what its plan allows; null: none. */
    maxUsers: integer('max_users'),
    maxAssets: integer('max_assets'),
    maxVerificationsPerDay: integer('max_verifications_per_day'),
    /** The operator's numbers in place of the plan's. */
    customLimits: jsonb('custom_limits').$type<CustomLimits>().notNull().default({}),
    /** Made at registration, one for each user. */
    isPersonal: boolean('is_personal').notNull().default(false),
    /** Strangers may verify against its assets. */
    publicVerification: boolean('public_verification').notNull().default(true),
    /** They are told which one matches. */
    publicAssetIds: boolean('public_asset_ids').notNull().default(false),
    /** Null: verification logs are kept for ever. */
    retentionDays: integer('retention_days'),
    createdAt: createdAt(),
    updatedAt: instant('updated_at'),
  },
  (table) => [
    oneOf('organizations_plan_known', table.plan, TIERS),
    oneOf('organizations_effective_plan_known', table.effectivePlan, TIERS),
    index('organizations_owner').on(table.ownerId),
    uniqueIndex('organizations_one_personal').on(table.ownerId).where(sql`${table.isPersonal}`),
  ],
);

export const organizationMembers = pgTable(
  'organization_members',
  {
    id: id(),
    organizationId: uuid('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    role: varchar('role', { length: 20 }).$type<Role>().notNull(),
    invitedBy: uuid('invited_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  (table) => [
    unique('organization_members_organization_user_unique').on(table.organizationId, table.userId),
    index('organization_members_user').on(table.userId),
    oneOf('organization_members_role_known', table.role, ROLES),
  ],
);

export const invitations = pgTable(
  'invitations',
  {
    id: id(),
    organizationId: uuid('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    email: varchar('email', { length: 255 }).notNull(),
    role: varchar('role', { length: 20 }).$type<Role>().notNull(),
    tokenHash: varchar('token_hash', { length: 64 }).notNull().unique(),
    invitedBy: uuid('invited_by').references(() => users.id, { onDelete: 'set null' }),
    expiresAt: instant('expires_at').notNull(),
    acceptedAt: instant('accepted_at'),
    revokedAt: instant('revoked_at'),
    createdAt: createdAt(),
  },
  (table) => [
    index('invitations_organization').on(table.organizationId),
    index('invitations_end').on(sql`least(${table.expiresAt}, ${table.acceptedAt}, ${table.revokedAt})`),
    oneOf('invitations_role_known', table.role, ROLES),
  ],
);

/** Ed25519 master keys. Old versions stay: what they signed must still verify. */
export const organizationKeys = pgTable(
  'organization_keys',
  {
    id: id(),
    organizationId: uuid('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    /** 1, 2, ...; the number in `master_key_ref`. */
    version: integer('version').notNull(),
    /** 32 bytes, RFC 8032. */
    publicKey: bytea('public_key').notNull(),
    /** The private seed under the service's key encryption key, see `masterKey.ts`. */
    privateKeySealed: bytea('private_key_sealed').notNull(),
    createdAt: createdAt(),
    retiredAt: instant('retired_at'),
  },
  (table) => [unique('organization_keys_organization_version_unique').on(table.organizationId, table.version)],
);
