/** Rows that tests need before they can begin, through the repositories themselves. @module */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Organization, User } from '../../src/app/ports/accounts/accounts.ts';
import type { LeaseRequest } from '../../src/app/ports/runtime/leases.ts';
import type { OutboxEvent } from '../../src/app/ports/delivery/events.ts';
import type { Asset, Completion, NewAsset } from '../../src/app/ports/assets/assets.ts';
import type { StoredFingerprint } from '../../src/app/ports/verify/engine.ts';
import type { Database } from '../../src/adapters/db/connection/database.ts';
import { NO_LOCAL_FEATURES } from '../fakes/localFeatures.ts';
import { createRepositories, type Repositories, type RepositoryOptions } from '../../src/adapters/db/repositories.ts';
import { manualClock } from '../fakes/manualClock.ts';

/** The moment at which tests happen unless they say otherwise. */
export const NOW = new Date('2026-11-20T12:00:00.000Z');

export const KEY_ENCRYPTION_KEY = new Uint8Array(32).fill(7);

export const testRepositories = (database: Database, options: Partial<RepositoryOptions> = {}): Repositories =>
  createRepositories(database, {
    ids: { uuid: randomUUID },
    clock: manualClock(NOW),
    keyEncryptionKey: KEY_ENCRYPTION_KEY,
    ...options,
  });

export interface Account {
  readonly user: Omit<User, 'lastLoginAt' | 'updatedAt'>;
  readonly organizationId: string;
}

export async function registerAccount(
  { users }: Pick<Repositories, 'users'>,
  personal: Partial<Organization & { slugBase: string }> = {},
): Promise<Account> {
  const id = randomUUID();
  const organizationId = randomUUID();
  const user = {
    id,
    email: `${id}@Example.org`,
    fullName: 'Ada Lovelace',
    passwordHash: '$argon2id$',
    language: 'en',
    isVerified: false,
    tier: 'free',
    createdAt: NOW,
  } as const;
  await users.register({
    user,
    personal: {
      id: organizationId,
      ownerId: id,
      name: 'Ada',
      slugBase: `ada-${id}`,
      plan: 'free',
      isPersonal: true,
      masterKeyRef: `local:${organizationId}/1`,
      publicVerification: true,
      publicAssetIds: false,
      createdAt: NOW,
      ...personal,
    },
    verification: null,
  });
  return { user, organizationId };
}

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

export function newAsset({ user, organizationId }: Account, fields: Partial<NewAsset> = {}): NewAsset {
  const id = randomUUID();
  return {
    id,
    organizationId,
    createdBy: user.id,
    cid: `cid-${id}`,
    contentHash: sha256(id),
    originalFilename: 'picture.jpg',
    mimeType: 'image/jpeg',
    fileSizeBytes: 1000,
    width: 640,
    height: 480,
    orientation: 1,
    ipfsCid: `ipfs-${id}`,
    isEncrypted: false,
    title: null,
    description: null,
    tags: [],
    exifMetadata: null,
    tiffMetadata: null,
    c2paMetadata: null,
    xmpMetadata: null,
    iptcMetadata: null,
    warnings: [],
    createdAt: NOW,
    request: { tracks: { a: true, b: true, c: false }, strengths: {}, metadata: true, commit: false, attempts: 0 },
    encryption: null,
    ...fields,
  };
}

/** Runs longer than any test. */
export const LEASE: LeaseRequest = { owner: 'test', ms: 600_000 };
/** Is over at once. */
export const ENDED: LeaseRequest = { owner: 'gone', ms: -1000 };

/** An event of the account's organization. */
export const eventOf = ({ organizationId }: Account): OutboxEvent => ({
  id: crypto.randomUUID(),
  organizationId,
  event: 'asset.processed',
  timestamp: NOW,
  data: { asset_id: 'x', status: 'completed' },
});

/** Deterministic vectors; different seeds are far apart. */
export function fingerprintOf(seed: string, model = 'test-model/1'): StoredFingerprint {
  const pdq = new Uint8Array(createHash('sha256').update(seed).digest());
  const unit = (length: number): Float32Array => {
    const values = Float32Array.from({ length }, (_, i) => {
      const bytes = createHash('md5').update(`${seed} ${length} ${i}`).digest();
      return bytes.readInt16LE(0) / 32768;
    });
    const norm = Math.hypot(...values);
    return values.map((value) => value / norm);
  };
  const pdqDihedral = [pdq, ...Array.from({ length: 7 }, (_, i) => new Uint8Array(pdq).map((byte) => byte ^ (i + 1)))];
  return {
    pdq,
    pdqDihedral,
    pdqQuality: 90,
    embedding768: unit(768),
    embedding1024: unit(1024),
    model,
    local: NO_LOCAL_FEATURES,
  };
}

export function completionOf(fields: Partial<Completion> = {}): Completion {
  return {
    watermarkedCid: 'bafkwatermarked',
    watermarkedContentHash: sha256(randomBytes(8).toString('hex')),
    watermarkedSizeBytes: 1100,
    previewSizeBytes: 100,
    warnings: [],
    watermark: {
      tracks: [
        { track: 'a', payload: new Uint8Array(16).fill(1), detected: true, strength: 0.3, confidence: 0.98 },
        { track: 'b', payload: new Uint8Array(16).fill(2), detected: true, strength: 0.2, confidence: 0.95 },
        { track: 'c', payload: null, detected: false, strength: 0, confidence: 0 },
      ],
      robustnessScore: null,
      deltaE: null,
      recoveredPayload: new Uint8Array(16).fill(3),
      psnrDb: 41.5,
      ssim: 0.987,
    },
    fingerprint: fingerprintOf(randomUUID()),
    manifest: null,
    at: new Date(NOW.getTime() + 1000),
    ...fields,
  };
}

/** An asset as it is after a successful upload. */
export async function completedAsset(
  { assets }: Pick<Repositories, 'assets'>,
  account: Account,
  fields: Partial<NewAsset> = {},
  completion: Partial<Completion> = {},
): Promise<Asset> {
  const { lease } = await assets.begin(newAsset(account, fields), LEASE);
  return assets.complete(lease, completionOf(completion), []);
}
