/** C2PA manifests that can be found by what is in a picture. @module */
import type { VerificationScope } from '../assets/assets.ts';
import type { SoftBinding } from './credentials.ts';

export interface ManifestEntry {
  /** Label of the active manifest. */
  readonly manifestId: string;
  readonly organizationId: string;
  /** Whose delivered file holds it; null for one that a member stored. */
  readonly assetId: string | null;
  /** The recipient copy that holds it. */
  readonly copyId: string | null;
}

export interface NewManifest extends ManifestEntry {
  readonly bindings: readonly SoftBinding[];
  /** For one that a member stored: the bytes of its manifest store. */
  readonly store: Uint8Array | null;
  readonly createdBy: string | null;
}

/**
 * Those of assets are seen by whoever may see the asset in a verification, stored ones by the same rule for their
 * organization. What leads from a picture to them names those of assets to members, and to strangers only where the
 * organization has `public_asset_ids`.
 */
export interface Manifests {
  /**
   * Nothing is written unless it says `added`; its store then counts as storage until it is removed.
   * @param storedMax most that members of one organization may store
   * @throws {AppError} QUOTA_EXCEEDED if it does not fit in the storage
   */
  add(manifest: NewManifest, storedMax: number): Promise<'added' | 'exists' | 'full'>;
  /** The oldest that the scope sees. */
  find(manifestId: string, scope: VerificationScope): Promise<ManifestEntry | null>;
  /** The store of one that a member stored. */
  storeOf(entry: ManifestEntry): Promise<Uint8Array | null>;
  /** The newest first. */
  byBinding(binding: SoftBinding, scope: VerificationScope, limit: number): Promise<readonly ManifestEntry[]>;
  /** Of the delivered files of these assets, in the order of the ids. */
  ofAssets(assetIds: readonly string[], scope: VerificationScope): Promise<readonly ManifestEntry[]>;
  ofCopies(copyIds: readonly string[], scope: VerificationScope): Promise<readonly ManifestEntry[]>;
  /** Of assets with delivered files, the nearest by PDQ in the position that was stored. */
  nearestByPdq(
    pdq: Uint8Array,
    scope: VerificationScope,
    limit: number,
  ): Promise<readonly (ManifestEntry & { readonly pdq: Uint8Array })[]>;
  /** Adds a binding to a stored manifest of the organization; false if it has none of this id. A repetition changes nothing. */
  bind(organizationId: string, manifestId: string, binding: SoftBinding): Promise<boolean>;
  /** Removes a stored one; false if the organization has none. */
  remove(organizationId: string, manifestId: string): Promise<boolean>;
}
