/** API keys, as use cases need them. They are made and changed through `Organizations.change`. @module */
import type { Page, PageRequest } from '../assets/assets.ts';
import type { OutboxEvent } from '../delivery/events.ts';

export interface ApiKey {
  readonly id: string;
  /** The only organization in which it acts. */
  readonly organizationId: string;
  /** Who made it: it never may more than this member. */
  readonly userId: string;
  readonly name: string;
  /** The first 16 characters. */
  readonly keyPrefix: string;
  readonly keyLast4: string;
  /** SHA-256 of the whole key, hex. */
  readonly keyHash: string;
  /** Words of `app/scopes.ts`. */
  readonly scopes: readonly string[];
  /** Null: the default limit. */
  readonly rateLimitPerHour: number | null;
  readonly rateLimitPerDay: number | null;
  readonly isActive: boolean;
  readonly expiresAt: Date | null;
  readonly lastUsedAt: Date | null;
  readonly revokedAt: Date | null;
  /** The key that took its place; this one works until `expiresAt`. */
  readonly rotatedToId: string | null;
  readonly createdAt: Date;
}

export interface ApiKeys {
  findByHash(hash: string): Promise<ApiKey | null>;
  find(id: string): Promise<ApiKey | null>;
  /** The newest first. @param madeBy a user's id, or null for the keys of everybody */
  list(organizationId: string, madeBy: string | null, page: PageRequest): Promise<Page<ApiKey>>;
  /** Sets `lastUsedAt` unless it is later than `unlessAfter` already. */
  recordUse(id: string, at: Date, unlessAfter: Date): Promise<void>;
  /** Usable keys that end before `until` and whose end was not announced; the first to end first. */
  expiring(now: Date, until: Date, limit: number): Promise<readonly ApiKey[]>;
  /** Announces the end: the mark and the event together, once. */
  recordExpiryNotice(id: string, at: Date, events: readonly OutboxEvent[]): Promise<void>;
  /**
   * A step on the way of deleting keys that were revoked before: at most `limit` verifications forget one of them, and it is
   * deleted after the last. False: there is none any more.
   */
  purgeRevoked(before: Date, limit: number): Promise<boolean>;
}

export interface MintedKey {
  /** Shown once, stored nowhere. */
  readonly secret: string;
  readonly keyPrefix: string;
  readonly keyLast4: string;
  readonly keyHash: string;
}

export interface KeySecrets {
  mint(): MintedKey;
  /** The hash to look a key up by; null for what cannot be a key: wrong form or checksum. */
  hash(secret: string): string | null;
}
