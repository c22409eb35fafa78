/**
 * Keys of encrypted assets. Three steps: a master key wraps the key of an organization, that one wraps the key of each
 * asset, and that one opens the asset's files (docs/spec/encryption-at-rest.md).
 * @module
 */

/** The key of an asset under the key of its organization, as the asset's row keeps it. */
export interface WrappedAssetKey {
  readonly wrapped: Uint8Array;
  /** Version of the organization's key that wraps it. */
  readonly keyVersion: number;
}

/** The key of an organization under a master key. */
export interface WrappedOrganizationKey {
  readonly version: number;
  readonly masterKeyRef: string;
  readonly wrapped: Uint8Array;
  readonly createdAt: Date;
}

export interface AssetKeyRow {
  readonly assetId: string;
  readonly organizationId: string;
  /** Null: the asset is not encrypted. */
  readonly key: WrappedAssetKey | null;
}

/** The rows. */
export interface EncryptionKeys {
  /** Null if the asset has no row: it was deleted, and its key with it. */
  ofAsset(assetId: string): Promise<AssetKeyRow | null>;
  /** All versions of an organization's key, the newest first. */
  ofOrganization(organizationId: string): Promise<readonly WrappedOrganizationKey[]>;
  /** Keeps a new version; false if another process made this version first. */
  add(organizationId: string, key: WrappedOrganizationKey): Promise<boolean>;
  /** Assets whose key is wrapped by another version than this one, at most `limit`. */
  wrappedByOthers(organizationId: string, version: number, limit: number): Promise<readonly AssetKeyRow[]>;
  /** Replaces keys under old versions; one that changed or went meanwhile is left alone. */
  rewrap(from: readonly AssetKeyRow[], to: readonly WrappedAssetKey[]): Promise<void>;
  /** Destroys all versions but `version` that wrap nothing. */
  destroyUnused(organizationId: string, version: number): Promise<number>;
  /** Organizations that have a key. */
  organizationIds(): Promise<readonly string[]>;
}

export interface KeyRotation {
  readonly version: number;
  readonly masterKeyRef: string;
  /** Assets whose key was wrapped anew. */
  readonly rewrapped: number;
}

/** How many rows lie under another key encryption key now. */
export interface Resealed {
  /** Of organizations, all versions. */
  readonly signingKeys: number;
  /** Of the transparency log: 0 or 1. */
  readonly logKeys: number;
  readonly webhookSecrets: number;
  /** Mails that were not sent yet. */
  readonly mails: number;
  /** Pictures that are kept for their senders, with their maps. */
  readonly storedSubmissions: number;
  /** Of verifications that wait or are worked on. */
  readonly deferredPictures: number;
  /** That came with disputes. */
  readonly disputedPictures: number;
  /** Of organizations, those under `local:`. */
  readonly encryptionKeys: number;
}

/** The use of them. All methods throw AppError SERVICE_UNAVAILABLE while the master key cannot be had. */
export interface AssetKeys {
  /** A fresh key for an asset that will be stored under this id. */
  make(organizationId: string, assetId: string): Promise<WrappedAssetKey>;
  /**
   * 32 bytes and the organization they belong to; null: the asset is not encrypted.
   * @throws {AppError} ASSET_NOT_FOUND if it has no row; {Error} when its key does not open
   */
  open(assetId: string): Promise<{ readonly key: Uint8Array; readonly organizationId: string } | null>;
  /**
   * A new key of the organization under the current master key wraps the keys of all its assets; no file changes. Old
   * versions are destroyed. Interrupted, it can be asked for again. Does nothing but tell null without encrypted assets.
   */
  rotate(organizationId: string): Promise<KeyRotation | null>;
}
