/** Makes files of an asset public under their content identifiers, and takes that back. @module */
import { AppError } from '@assay/core/errors';
import type { Caller } from '../accounts/caller.ts';
import { keepPreview, type PreviewDeps } from '../assets/previewFile.ts';
import { assetFor } from '../assets/visibleAsset.ts';
import type { Asset } from '../ports/assets/assets.ts';
import type { PublishedFile, PublishedForm } from '../ports/content/content.ts';
import type { Pin } from '../ports/content/pins.ts';
import type { Ports } from '../ports/ports.ts';
import type { FileVariant } from '../ports/runtime/runtime.ts';
import { trace, type TraceDeps } from '../provenance/trace.ts';
import { openForm } from './publicBlocks.ts';

type Deps = PreviewDeps &
  Pick<
    Ports,
    'assets' | 'memberships' | 'files' | 'storedFiles' | 'blocks' | 'publishedContent' | 'pins' | 'ids' | 'clock'
  >;

type ChangeDeps = Deps & TraceDeps & Pick<Ports, 'provenance'>;

export interface Publication {
  readonly file: PublishedFile;
  /** Null: no pin was asked for, since no IPFS node is set. */
  readonly pin: Pin | null;
}

/**
 * @throws {AppError} ASSET_NOT_FOUND, FORBIDDEN, ASSET_NOT_READY; CONFLICT while it is withdrawn, or for a file that it
 * does not have
 */
export async function publishAsset(
  deps: ChangeDeps,
  caller: Caller,
  assetId: string,
  variants: readonly FileVariant[],
): Promise<readonly Publication[]> {
  const asset = await assetFor(deps, caller, assetId, 'asset.write');
  if (asset.processingStatus !== 'completed')
    throw new AppError(
      'ASSET_NOT_READY',
      `The asset is ${asset.processingStatus}; only a completed one can be public.`,
    );
  if (asset.revokedAt) throw new AppError('CONFLICT', 'The asset is withdrawn. Restore it before you make it public.');
  for (const variant of new Set(variants)) {
    if (variant === 'preview') await keepPreview(deps, asset);
    const plain = await publishForm(deps, asset, variant, 'plain');
    if (!deps.pins.isOn) continue;
    // What is kept encrypted here must not lie elsewhere in the clear, so the pin holds what is stored.
    const held = asset.isEncrypted ? await publishForm(deps, asset, variant, 'sealed') : plain;
    await deps.pins.want(assetId, variant, held.form, held.rootCid, deps.clock.now());
  }
  const all = await publications(deps, assetId);
  const cids = Object.fromEntries(all.map(({ file }) => [file.variant, file.rootCid]));
  await deps.provenance.add(trace(deps, caller, assetId, 'published', { cids }));
  return all;
}

async function publishForm(
  deps: Deps,
  asset: Asset,
  variant: FileVariant,
  form: PublishedForm,
): Promise<PublishedFile> {
  const bytes = await openForm(deps, form).read(asset.id, variant);
  if (!bytes) throw new AppError('CONFLICT', `This asset has no ${variant} file.`);
  const dag = await deps.blocks.dagOf(bytes);
  const file = {
    id: deps.ids.uuid(),
    assetId: asset.id,
    variant,
    form,
    rootCid: dag.rootCid,
    sizeBytes: bytes.length,
    createdAt: deps.clock.now(),
  };
  await deps.publishedContent.publish(file, dag);
  return file;
}

async function publications(deps: Deps, assetId: string): Promise<readonly Publication[]> {
  const pins = await deps.pins.list(assetId);
  const files = await deps.publishedContent.list(assetId);
  return files
    .filter(({ form }) => form === 'plain')
    .map((file) => ({ file, pin: pins.find(({ variant, wanted }) => wanted && variant === file.variant) ?? null }));
}

/** @throws {AppError} ASSET_NOT_FOUND, FORBIDDEN */
export async function listPublications(deps: Deps, caller: Caller, assetId: string): Promise<readonly Publication[]> {
  await assetFor(deps, caller, assetId, 'asset.see');
  return publications(deps, assetId);
}

/** Other nodes may keep what they fetched meanwhile. @throws {AppError} ASSET_NOT_FOUND, FORBIDDEN */
export async function unpublishAsset(deps: ChangeDeps, caller: Caller, assetId: string): Promise<void> {
  await assetFor(deps, caller, assetId, 'asset.write');
  const wasPublic = (await deps.publishedContent.list(assetId)).length > 0;
  await deps.publishedContent.withdraw(assetId);
  await deps.pins.unwant(assetId, deps.clock.now());
  if (wasPublic) await deps.provenance.add(trace(deps, caller, assetId, 'unpublished'));
}
