/** Users and what they sign in with. @module */
import { sql } from 'drizzle-orm';
import { boolean, index, pgTable, unique, uuid, varchar } from 'drizzle-orm/pg-core';
import type { Tier } from '../../../app/ports/accounts/accounts.ts';
import type { MailRequestPurpose } from '../../../app/ports/accounts/mailRequests.ts';
import type { MailTokenPurpose } from '../../../app/ports/accounts/mailTokens.ts';
import { type Language, LANGUAGES } from '../../../app/ports/runtime/language.ts';
import { createdAt, id, instant, oneOf, origin, TIERS } from './columns.ts';

export const users = pgTable(
  'users',
  {
    id: id(),
    /** As typed, trimmed. */
    email: varchar('email', { length: 255 }).notNull().unique(),
    /** Lower case: what sign-in compares and what makes an address unique. */
    emailNormalized: varchar('email_normalized', { length: 255 }).notNull().unique(),
    fullName: varchar('full_name', { length: 255 }),
    passwordHash: varchar('password_hash', { length: 255 }).notNull(),
    isVerified: boolean('is_verified').notNull().default(false),
    /** Hash of the pending token; the tokens themselves stand in `email_verifications`. */
    tier: varchar('tier', { length: 50 }).$type<Tier>().notNull().default('free'),
    /** Of mails. */
    language: varchar('language', { length: 2 }).$type<Language>().notNull().default('en'),
    createdAt: createdAt(),
    updatedAt: instant('updated_at'),
    lastLoginAt: instant('last_login_at'),
  },
  (table) => [oneOf('users_tier_known', table.tier, TIERS), oneOf('users_language_known', table.language, LANGUAGES)],
);

/** One sign-in: the family of all refresh tokens that follow from it. */
export const sessions = pgTable(
  'sessions',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
    expiresAt: instant('expires_at').notNull(),
    lastUsedAt: instant('last_used_at'),
    revokedAt: instant('revoked_at'),
    userAgent: varchar('user_agent', { length: 512 }),
    ip: varchar('ip', { length: 45 }),
  },
  (table) => [
    index('sessions_user').on(table.userId),
    index('sessions_end').on(sql`least(${table.expiresAt}, ${table.revokedAt})`),
  ],
);

/** Refresh tokens of sessions that rotate them; a session without rows here keeps its first token. */
export const refreshTokens = pgTable(
  'refresh_tokens',
  {
    /** The `jti` of the token. */
    id: id(),
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    /** The `jti` that took its place; the same one is given again within the grace time. */
    successorId: uuid('successor_id'),
    createdAt: createdAt(),
    expiresAt: instant('expires_at').notNull(),
    rotatedAt: instant('rotated_at'),
  },
  (table) => [index('refresh_tokens_session').on(table.sessionId)],
);

export const emailVerifications = pgTable(
  'email_verifications',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    email: varchar('email', { length: 255 }).notNull(),
    tokenHash: varchar('token_hash', { length: 64 }).notNull().unique(),
    purpose: varchar('purpose', { length: 20 }).$type<MailTokenPurpose>().notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
    /** A new address that was confirmed and waits, so that the old one can cancel. */
    confirmedAt: instant('confirmed_at'),
    createdAt: createdAt(),
  },
  (table) => [
    index('email_verifications_user').on(table.userId),
    index('email_verifications_expiry').on(table.expiresAt),
    oneOf('email_verifications_purpose_known', table.purpose, ['verify', 'change', 'cancel', 'reset']),
  ],
);

/** Mails that somebody asked for by an address, whoever has it: looked up behind the answer, so that this tells nothing. */
export const mailRequests = pgTable(
  'mail_requests',
  {
    id: id(),
    purpose: varchar('purpose', { length: 20 }).$type<MailRequestPurpose>().notNull(),
    email: varchar('email', { length: 255 }).notNull(),
    origin: origin(),
    createdAt: createdAt(),
  },
  (table) => [
    // Asked twice before it was looked at: one mail.
    unique('mail_requests_purpose_email_unique').on(table.purpose, table.email),
    oneOf('mail_requests_purpose_known', table.purpose, ['verify', 'reset']),
  ],
);

/** Programs that wait until a person allows their login: docs/spec/accounts.md#login-on-a-device. */
export const deviceLogins = pgTable(
  'device_logins',
  {
    id: id(),
    deviceCodeHash: varchar('device_code_hash', { length: 64 }).notNull().unique(),
    userCode: varchar('user_code', { length: 8 }).notNull().unique(),
    clientName: varchar('client_name', { length: 100 }),
    userAgent: varchar('user_agent', { length: 512 }),
    ip: varchar('ip', { length: 45 }),
    /** Who answered. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    allowed: boolean('allowed'),
    decidedAt: instant('decided_at'),
    /** The session was given: a code works once. */
    takenAt: instant('taken_at'),
    /** When the program last asked in time. */
    polledAt: instant('polled_at'),
    createdAt: createdAt(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('device_logins_user').on(table.userId), index('device_logins_expiry').on(table.expiresAt)],
);

/** Accounts at the two identity providers that a user signs in with. */
export const identities = pgTable(
  'identities',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    provider: varchar('provider', { length: 50 }).notNull(),
    /** The provider's own stable name of the person (`sub`), never the e-mail address. */
    subject: varchar('subject', { length: 255 }).notNull(),
    email: varchar('email', { length: 255 }),
    createdAt: createdAt(),
    lastLoginAt: instant('last_login_at'),
  },
  (table) => [
    unique('identities_provider_subject_unique').on(table.provider, table.subject),
    index('identities_user').on(table.userId),
  ],
);
