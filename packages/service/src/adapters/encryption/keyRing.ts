/** The port `AssetKeys`: opens and wraps keys of assets with the keys of their organizations. @module */
import { AppError } from '@assay/core/errors';
import type {
  AssetKeyRow,
  AssetKeys,
  EncryptionKeys,
  WrappedAssetKey,
  WrappedOrganizationKey,
} from '../../app/ports/content/encryption.ts';
import type { EncryptionContext, MasterKeys } from '../../app/ports/content/masterKeys.ts';
import type { Clock } from '../../app/ports/runtime/runtime.ts';
import { makeUnder, openUnder, organizationKeyContext, associatedDataOf } from '../masterKeys/localWrapping.ts';
import { seal } from '../crypto/seal.ts';

/** An organization's opened key is held so long, so that not every file asks the master key; ms. */
const HELD_MS = 5 * 60_000;
/** Opened keys held at once; the oldest goes first. */
const HELD_MAX = 1000;
/** Assets rewrapped in one transaction. */
const REWRAP_BATCH = 100;

const assetKeyContext = (organizationId: string, assetId: string): EncryptionContext => ({
  purpose: 'asset key',
  organization_id: organizationId,
  asset_id: assetId,
});

interface OpenKey {
  readonly version: number;
  readonly key: Uint8Array;
}

export function createKeyRing(rows: EncryptionKeys, masterKeys: MasterKeys, clock: Clock): AssetKeys {
  const held = heldKeys(clock);

  async function openOrganizationKey(organizationId: string, row: WrappedOrganizationKey): Promise<OpenKey> {
    const name = `${organizationId}/${row.version}`;
    const known = held.get(name);
    if (known) return { version: row.version, key: known };
    const context = organizationKeyContext(organizationId, row.version);
    const key = await masterKeys.open(row.masterKeyRef, context, row.wrapped);
    held.set(name, key);
    return { version: row.version, key };
  }

  async function makeOrganizationKey(organizationId: string, version: number): Promise<OpenKey> {
    const masterKeyRef = masterKeys.currentRef;
    const made = await masterKeys.make(masterKeyRef, organizationKeyContext(organizationId, version));
    const row = { version, masterKeyRef, wrapped: made.wrapped, createdAt: clock.now() };
    if (await rows.add(organizationId, row)) {
      held.set(`${organizationId}/${version}`, made.key);
      return { version, key: made.key };
    }
    // Another process was faster: its key counts.
    return openVersion(organizationId, version);
  }

  async function openVersion(organizationId: string, version: number): Promise<OpenKey> {
    const row = (await rows.ofOrganization(organizationId)).find((one) => one.version === version);
    if (!row) throw new Error(`encryption key ${version} of organization ${organizationId} is missing`);
    return openOrganizationKey(organizationId, row);
  }

  async function openAssetKey({ assetId, organizationId }: AssetKeyRow, key: WrappedAssetKey): Promise<Uint8Array> {
    const { key: organizationKey } = await openVersion(organizationId, key.keyVersion);
    return openUnder(organizationKey, assetKeyContext(organizationId, assetId), key.wrapped);
  }

  return {
    async make(organizationId, assetId) {
      const [newest] = await rows.ofOrganization(organizationId);
      const organizationKey = newest
        ? await openOrganizationKey(organizationId, newest)
        : await makeOrganizationKey(organizationId, 1);
      const { wrapped } = makeUnder(organizationKey.key, assetKeyContext(organizationId, assetId));
      return { wrapped, keyVersion: organizationKey.version };
    },

    async open(assetId) {
      const row = await rows.ofAsset(assetId);
      if (!row) throw new AppError('ASSET_NOT_FOUND', 'There is no such asset.');
      return row.key && { key: await openAssetKey(row, row.key), organizationId: row.organizationId };
    },

    async rotate(organizationId) {
      const [newest] = await rows.ofOrganization(organizationId);
      if (!newest) return null;
      const next = await makeOrganizationKey(organizationId, newest.version + 1);
      const rewrapped = await rewrapAll(rows, organizationId, next, openAssetKey);
      await rows.destroyUnused(organizationId, next.version);
      return { version: next.version, masterKeyRef: masterKeys.currentRef, rewrapped };
    },
  };
}

/** Batch by batch, each in one transaction. @returns how many */
async function rewrapAll(
  rows: EncryptionKeys,
  organizationId: string,
  next: OpenKey,
  openAssetKey: (row: AssetKeyRow, key: WrappedAssetKey) => Promise<Uint8Array>,
): Promise<number> {
  for (let rewrapped = 0; ; ) {
    const old = await rows.wrappedByOthers(organizationId, next.version, REWRAP_BATCH);
    if (old.length === 0) return rewrapped;
    const wrapped: WrappedAssetKey[] = [];
    for (const row of old) {
      if (!row.key) throw new Error(`asset ${row.assetId} has a key version without a key`);
      const context = associatedDataOf(assetKeyContext(organizationId, row.assetId));
      wrapped.push({ wrapped: seal(next.key, context, await openAssetKey(row, row.key)), keyVersion: next.version });
    }
    await rows.rewrap(old, wrapped);
    rewrapped += old.length;
  }
}

function heldKeys(clock: Clock) {
  const keys = new Map<string, { readonly key: Uint8Array; readonly until: number }>();
  return {
    get(name: string): Uint8Array | null {
      const found = keys.get(name);
      if (found && found.until > clock.now().getTime()) return found.key;
      keys.delete(name);
      return null;
    },
    set(name: string, key: Uint8Array): void {
      const [oldest] = keys.keys();
      if (oldest !== undefined && keys.size >= HELD_MAX) keys.delete(oldest);
      keys.set(name, { key, until: clock.now().getTime() + HELD_MS });
    },
  };
}
