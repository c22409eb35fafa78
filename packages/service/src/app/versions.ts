/**
 * Versions of things that people change: opaque words that differ as soon as what a change could overwrite differs. They are
 * entity tags, and a change that names one is compared inside its transaction, so that no update is lost
 * (docs/spec/api.md#caching).
 * @module
 */
import { sha256Hex } from '@assay/core/commitment/payload';
import { AppError } from '@assay/core/errors';
import type { User } from './ports/accounts/accounts.ts';
import type { ApiKey } from './ports/accounts/apiKeys.ts';
import type { OrganizationRecord } from './ports/accounts/organizations.ts';
import type { Asset } from './ports/assets/assets.ts';
import type { Webhook } from './ports/delivery/webhooks.ts';

/** Versions that the caller has seen, from `If-Match`; null = whatever it is now. */
export type Expected = readonly string[] | null;

/** 128 bits: nobody meets the same word twice. */
const VERSION_CHARS = 32;

/** Content and not time alone: two changes may fall into the same millisecond. */
const versionOf = (facts: Readonly<Record<string, unknown>>): string =>
  sha256Hex(new TextEncoder().encode(JSON.stringify(facts))).slice(0, VERSION_CHARS);

export const assetVersion = ({ id, title, description, tags, ...asset }: Asset): string => {
  const { processingStatus, watermarkedContentHash, archiveCid, revokedAt, revokedReason, updatedAt } = asset;
  const state = { processingStatus, watermarkedContentHash, archiveCid, revokedAt, revokedReason, updatedAt };
  return versionOf({ id, title, description, tags, ...state });
};

/** For the transaction of a change: nobody else can change the asset then. */
export const assetInVersion =
  (expected: Expected) =>
  (asset: Asset): void =>
    assertVersion(assetVersion(asset), expected);

export const organizationVersion = (organization: OrganizationRecord): string => versionOf({ ...organization });

/** What `GET /v1/auth/me` shows. */
export const accountVersion = ({ id, email, fullName, tier, isVerified, ...user }: User): string => {
  const { updatedAt, lastLoginAt, passwordHash } = user;
  return versionOf({
    id,
    email,
    fullName,
    tier,
    isVerified,
    updatedAt,
    lastLoginAt,
    hasPassword: passwordHash !== null,
  });
};

/** That a key was used is no change of it. */
export const keyVersion = ({ lastUsedAt: _used, ...key }: ApiKey): string => versionOf(key);

/** Whether deliveries fail is no change of it. */
export const webhookVersion = ({ failingSince: _failing, ...webhook }: Webhook): string => versionOf(webhook);

/** @throws {AppError} PRECONDITION_FAILED */
export function assertVersion(version: string, expected: Expected): void {
  if (expected !== null && !expected.includes('*') && !expected.includes(version))
    throw new AppError('PRECONDITION_FAILED', 'It has changed since you read it. Read it again, then repeat.');
}
