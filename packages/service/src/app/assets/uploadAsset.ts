/** The story of an upload (ARCHITECTURE, walk 1). @module */
import { AppError } from '@assay/core/errors';
import type { TrackId } from '@assay/core/watermark/tracks';
import type { Caller } from '../accounts/caller.ts';
import { actingOrganization } from '../actingOrganization.ts';
import { c2paMetadata } from '../credentials/c2paMetadata.ts';
import { authorize } from '../policy.ts';
import type { Asset, NewAsset } from '../ports/assets/assets.ts';
import type { Examined, MetadataTags } from '../ports/verify/engine.ts';
import type { Ports } from '../ports/ports.ts';
import { type Parent, trace } from '../provenance/trace.ts';
import { failAsset, LEASE_MS, processAsset, type ProcessDeps } from './processAsset.ts';

export interface UploadInput {
  readonly bytes: Uint8Array;
  /** Cleaned, see `cleanFileName`. */
  readonly fileName: string | null;
  readonly title: string | null;
  readonly description: string | null;
  /** Cleaned, see `cleanTags`. */
  readonly tags: readonly string[];
  readonly tracks: Readonly<Record<TrackId, boolean>>;
  /** 0..1 each, above 0; a track that is not named takes the strength of the settings. */
  readonly strengths: Readonly<Partial<Record<TrackId, number>>>;
  readonly metadata: boolean;
  readonly commit: boolean;
  /** Encrypt its files, also where the service does not do so by itself. */
  readonly encrypt?: boolean;
  readonly organizationId: string | null;
  /** What the picture was made from; an asset of the same organization. */
  readonly parent?: Parent;
  /** Answer an existing asset with the same bytes instead of making another. */
  readonly dedupe: boolean;
  /** Answer as soon as the original is safe; recovery does the rest, within seconds and one after the other. */
  readonly deferred?: boolean;
}

export interface Uploaded {
  readonly asset: Asset;
  /** False when `dedupe` found one. */
  readonly created: boolean;
  /** A commitment was asked for and is on its way. */
  readonly commitmentPending: boolean;
}

export type UploadDeps = ProcessDeps &
  Pick<Ports, 'memberships' | 'contentIdentifiers' | 'inFlight' | 'assetKeys' | 'limits'>;

/**
 * @throws {AppError} ORGANIZATION_NOT_FOUND, FORBIDDEN; ASSET_NOT_FOUND for the parent; INVALID_FILE_TYPE, FILE_TOO_LARGE, SERVICE_UNAVAILABLE before
 * anything is kept; QUOTA_EXCEEDED; PROCESSING_FAILED with `asset_id`, the row then says `failed`
 */
export async function uploadAsset(deps: UploadDeps, caller: Caller, input: UploadInput): Promise<Uploaded> {
  const acting = await actingOrganization(deps, caller, input.organizationId);
  authorize(acting, 'asset.write');
  const { organization } = acting;
  if (input.parent && !(await deps.assets.find(organization.id, input.parent.id)))
    throw new AppError('ASSET_NOT_FOUND', 'There is no such parent asset in this organization.');
  const examined = await describe(deps, input);
  const same = input.dedupe ? await sameContent(deps, organization.id, examined.ids.sha256) : null;
  if (same) return { asset: same, created: false, commitmentPending: false };

  const draft = await withKey(deps, input, newAsset(deps, caller, organization.id, input, examined));
  deps.inFlight.add(draft.id);
  try {
    // Quota and a `processing` row together: a crash leaves a trace that recovery finishes, not a ghost.
    const step = trace(deps, caller, draft.id, 'uploaded', { content_hash: draft.contentHash }, input.parent ?? null);
    const leaseMs = input.deferred ? 0 : LEASE_MS;
    const asset = await deps.assets.begin(draft, new Date(deps.clock.now().getTime() + leaseMs), [step]);
    if (input.deferred) {
      await keepOriginal(deps, asset, input.bytes);
      return { asset, created: true, commitmentPending: input.commit };
    }
    const completed = await storeAndProcess(deps, asset, draft, input.bytes, examined);
    return { asset: completed, created: true, commitmentPending: input.commit };
  } finally {
    deps.inFlight.delete(draft.id);
  }
}

/** Made before the row: whatever is stored of the asset later needs it. */
async function withKey(deps: UploadDeps, { encrypt }: UploadInput, draft: NewAsset): Promise<NewAsset> {
  if (!deps.limits.encryptAtRest && !encrypt) return draft;
  return { ...draft, isEncrypted: true, encryption: await deps.assetKeys.make(draft.organizationId, draft.id) };
}

interface Described extends Examined {
  /** What its Content Credentials say; null when metadata is not wanted. */
  readonly c2pa: MetadataTags | null;
}

async function describe(deps: UploadDeps, { bytes, metadata }: UploadInput): Promise<Described> {
  const examined = await deps.engine.examine(bytes);
  return { ...examined, c2pa: metadata ? c2paMetadata(await deps.credentials.read(bytes)) : null };
}

async function storeAndProcess(
  deps: UploadDeps,
  asset: Asset,
  { request }: NewAsset,
  bytes: Uint8Array,
  examined: Examined,
): Promise<Asset> {
  try {
    await deps.files.put(asset.id, 'original', bytes);
    return await processAsset(deps, { asset, request, bytes, examined });
  } catch (cause) {
    if (!(await deps.assets.findAny(asset.id))) return await abandonDeleted(deps, asset.id);
    if (isRefusal(cause)) {
      await deps.assets.discard(asset.id);
      await deps.files.removeAll(asset.id);
      throw cause;
    }
    throw await failAsset(deps, asset, cause);
  }
}

/** Until it lies there, `inFlight` keeps recovery away. */
async function keepOriginal(deps: UploadDeps, asset: Asset, bytes: Uint8Array): Promise<void> {
  try {
    await deps.files.put(asset.id, 'original', bytes);
  } catch (cause) {
    throw await failAsset(deps, asset, cause);
  }
}

/** No fault of ours that trying later or another picture would not mend: then nothing at all is kept. */
const isRefusal = (cause: unknown): boolean =>
  cause instanceof AppError && ['SERVICE_UNAVAILABLE', 'INVALID_FILE_TYPE', 'FILE_TOO_LARGE'].includes(cause.code);

/** Its owner deleted it while it was processed: files written after the delete go too. */
async function abandonDeleted(deps: Pick<Ports, 'files'>, id: string): Promise<never> {
  await deps.files.removeAll(id);
  throw new AppError('ASSET_NOT_FOUND', 'The asset was deleted while it was processed.');
}

/** The oldest live asset of this organization with these bytes. */
async function sameContent(deps: Pick<Ports, 'assets'>, organizationId: string, sha256: string): Promise<Asset | null> {
  const found = await deps.assets.findByContent(sha256, { organizationIds: [organizationId] });
  return found.find((asset) => asset.organizationId === organizationId && asset.contentHash === sha256) ?? null;
}

function newAsset(
  deps: Pick<Ports, 'ids' | 'clock' | 'contentIdentifiers'>,
  caller: Caller,
  organizationId: string,
  input: UploadInput,
  { facts, ids, metadata, c2pa, warnings }: Described,
): NewAsset {
  const id = deps.ids.uuid();
  return {
    id,
    organizationId,
    createdBy: caller.user.id,
    cid: deps.contentIdentifiers.assetCid({ assetId: id, organizationId, contentSha256: ids.sha256 }),
    contentHash: ids.sha256,
    originalFilename: input.fileName,
    mimeType: facts.mimeType,
    fileSizeBytes: input.bytes.length,
    width: facts.width,
    height: facts.height,
    orientation: facts.orientation,
    ipfsCid: ids.unixfsCid,
    isEncrypted: false,
    encryption: null,
    title: input.title,
    description: input.description,
    tags: input.tags,
    exifMetadata: input.metadata ? metadata.exif : null,
    tiffMetadata: input.metadata ? metadata.tiff : null,
    c2paMetadata: c2pa,
    xmpMetadata: input.metadata ? metadata.xmp : null,
    iptcMetadata: input.metadata ? metadata.iptc : null,
    warnings,
    createdAt: deps.clock.now(),
    request: {
      tracks: input.tracks,
      strengths: input.strengths,
      metadata: input.metadata,
      commit: input.commit,
      attempts: 0,
    },
  };
}
