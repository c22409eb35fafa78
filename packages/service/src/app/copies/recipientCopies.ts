/** Marked copies for recipients: each carries its own id, so that a leak names whom it was given to. @module */
import { AppError } from '@assay/core/errors';
import type { Caller } from '../accounts/caller.ts';
import { assetFor } from '../assets/visibleAsset.ts';
import type { Asset, Page, PageRequest } from '../ports/assets/assets.ts';
import type { RecipientCopy } from '../ports/assets/copies.ts';
import type { Marked } from '../ports/verify/engine.ts';
import type { Sighting } from '../ports/verify/verifications.ts';
import { EACH_TIME, type Once } from '../ports/runtime/idempotency.ts';
import type { Ports } from '../ports/ports.ts';
import { copyVariant } from '../ports/assets/storage.ts';
import { signDelivered } from '../credentials/signDelivered.ts';
import { trace, type TraceDeps } from '../provenance/trace.ts';

export interface CopyInput {
  readonly recipient: string;
  readonly note: string | null;
}

/** A copy, and whether it turned up. */
export interface SeenCopy {
  readonly copy: RecipientCopy;
  /** Null: no kept verification named it. */
  readonly seen: Sighting | null;
}

type Deps = Pick<Ports, 'assets' | 'memberships' | 'copies'>;
type SeenDeps = Deps & Pick<Ports, 'verifications'>;
type ChangeDeps = Deps & Pick<Ports, 'files'> & TraceDeps;

const copyNotFound = (): AppError => new AppError('COPY_NOT_FOUND', 'There is no such copy.');

/** All tracks: a copy that cannot be told from others is worth nothing. */
const TRACKS = { a: true, b: true, c: true } as const;

/**
 * @throws {AppError} ASSET_NOT_FOUND, FORBIDDEN, ASSET_NOT_READY, QUOTA_EXCEEDED, SERVICE_UNAVAILABLE; CONFLICT if the
 * picture cannot carry a mark that is read back
 */
export async function makeCopy(
  deps: ChangeDeps & Pick<Ports, 'engine' | 'credentials'>,
  caller: Caller,
  assetId: string,
  input: CopyInput,
  once: Once = EACH_TIME,
): Promise<RecipientCopy> {
  const asset = await assetFor(deps, caller, assetId, 'asset.write');
  if (once.made) return (await getCopy(deps, caller, assetId, once.made['id'] ?? '')).copy;
  const original = await originalOf(deps, asset);
  const id = deps.ids.uuid();
  const { tracks, delivered } = await deps.engine.mark(original, { assetId: id, tracks: TRACKS });
  const marked = readableFile(delivered, tracks);
  const createdAt = deps.clock.now();
  const pdqHash = (await deps.assets.fingerprint(assetId))?.pdqHash;
  const pdq = pdqHash === undefined ? null : new Uint8Array(Buffer.from(pdqHash, 'hex'));
  const file = await signDelivered(deps, { marked, original, tracks, names: id, pdq, at: createdAt });
  const copy: RecipientCopy = {
    id,
    assetId,
    ...input,
    createdBy: caller.user.id,
    cid: file.ids.unixfsCid,
    contentHash: file.ids.sha256,
    sizeBytes: file.bytes.length,
    tracks: tracks.filter(({ detected }) => detected).map(({ track, confidence }) => ({ track, confidence })),
    createdAt,
  };
  // The recipient stays out of the history, which more people may read than the list of copies.
  const details = { copy_id: id, content_hash: copy.contentHash };
  await deps.files.put(assetId, copyVariant(id), file.bytes);
  try {
    const step = trace(deps, caller, assetId, 'copy_created', details);
    await once.making({ id }, () => deps.copies.add(copy, step, file.manifest));
  } catch (cause) {
    await deps.files.remove(assetId, copyVariant(id));
    throw cause;
  }
  return copy;
}

async function originalOf(deps: Pick<Ports, 'files'>, asset: Asset): Promise<Uint8Array> {
  if (asset.processingStatus !== 'completed')
    throw new AppError(
      'ASSET_NOT_READY',
      `The asset is ${asset.processingStatus}; copies are made of a completed one.`,
    );
  const original = await deps.files.read(asset.id, 'original');
  if (!original) throw new AppError('ASSET_NOT_FOUND', 'This asset has no original file.');
  return original;
}

function readableFile(delivered: Marked['delivered'], tracks: Marked['tracks']): NonNullable<Marked['delivered']> {
  if (delivered && tracks.some(({ detected }) => detected)) return delivered;
  throw new AppError(
    'CONFLICT',
    'This picture is too small or too plain to carry a mark, so copies look all the same.',
  );
}

/** @throws {AppError} ASSET_NOT_FOUND, FORBIDDEN */
export async function listCopies(
  deps: SeenDeps,
  caller: Caller,
  assetId: string,
  request: PageRequest,
): Promise<Page<SeenCopy>> {
  await assetFor(deps, caller, assetId, 'asset.write');
  const { items, total } = await deps.copies.list(assetId, request);
  if (items.length === 0) return { items: [], total };
  const sightings = await deps.verifications.sightings(assetId);
  return { items: items.map((copy) => ({ copy, seen: sightings.get(copy.id) ?? null })), total };
}

/** @throws {AppError} ASSET_NOT_FOUND, COPY_NOT_FOUND, FORBIDDEN */
export async function getSeenCopy(deps: SeenDeps, caller: Caller, assetId: string, id: string): Promise<SeenCopy> {
  const { copy } = await getCopy(deps, caller, assetId, id);
  return { copy, seen: (await deps.verifications.sightings(assetId)).get(id) ?? null };
}

/** @throws {AppError} ASSET_NOT_FOUND, COPY_NOT_FOUND, FORBIDDEN */
export async function getCopy(
  deps: Deps,
  caller: Caller,
  assetId: string,
  id: string,
): Promise<{ readonly asset: Asset; readonly copy: RecipientCopy }> {
  const asset = await assetFor(deps, caller, assetId, 'asset.write');
  const copy = await deps.copies.find(assetId, id);
  if (!copy) throw copyNotFound();
  return { asset, copy };
}

/** From now on its marks name nothing; pictures that carry them are found by their looks alone. */
export async function deleteCopy(deps: ChangeDeps, caller: Caller, assetId: string, id: string): Promise<void> {
  await assetFor(deps, caller, assetId, 'asset.write');
  const step = trace(deps, caller, assetId, 'copy_deleted', { copy_id: id });
  if (!(await deps.copies.remove(assetId, id, step))) throw copyNotFound();
  await deps.files.remove(assetId, copyVariant(id));
}
