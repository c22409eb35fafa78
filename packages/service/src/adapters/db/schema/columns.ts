/** Column kinds that every table shares. @module */
import { type AnyColumn, sql } from 'drizzle-orm';
import { check, customType, integer, jsonb, text, timestamp, uuid, varchar } from 'drizzle-orm/pg-core';
import type { Origin } from '../../../app/ports/runtime/traces.ts';
import { currentOrigin } from '../../traces/currentOrigin.ts';

/** Raw bytes. Drizzle has no such kind; the driver gives a Buffer, which is a Uint8Array. */
export const bytea = customType<{ data: Uint8Array; driverData: Uint8Array }>({
  dataType: () => 'bytea',
  toDriver: (bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
  fromDriver: (bytes) => new Uint8Array(bytes),
});

/** Lexemes with positions and weights; written as a literal that `searchTerms.ts` builds. */
export const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/** Identifiers are made by the application: PostgreSQL 15 has no uuidv7(). */
export const id = () => uuid('id').primaryKey();

/** An instant, in milliseconds as JavaScript counts them, so that what is read equals what was written. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });

export const createdAt = () => instant('created_at').notNull().defaultNow();

/** Of the request or job that writes the row: whoever works on it goes on with its trace, and names its id in the log. */
export const origin = () =>
  jsonb('origin')
    .$type<Origin>()
    .$defaultFn(() => currentOrigin());

const ATTEMPT_STATES = ['pending', 'delivering', 'delivered', 'failed'] as const;

/**
 * Of rows that are sent until that succeeds or is given up. A lease names no owner: the number of the attempt is what tells a
 * process whose lease ended from its successor.
 */
export const attempted = () => ({
  status: varchar('status', { length: 20 }).$type<(typeof ATTEMPT_STATES)[number]>().notNull().default('pending'),
  /** Begun so far. */
  attempt: integer('attempt').notNull().default(0),
  nextAttemptAt: instant('next_attempt_at'),
  leaseUntil: instant('lease_until'),
  error: text('error'),
});

export const attemptStateKnown = (name: string, status: AnyColumn) => oneOf(name, status, ATTEMPT_STATES);

/** `column IN (values)`; the values are constants of ours and never input. Null passes. */
export const oneOf = (name: string, column: AnyColumn, values: readonly string[]) =>
  check(name, sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(', '))})`);

export const TIERS = ['free', 'pro', 'enterprise'] as const;
export const ROLES = ['owner', 'admin', 'editor', 'verifier', 'viewer'] as const;
