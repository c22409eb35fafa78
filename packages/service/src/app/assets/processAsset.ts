/**
 * From a stored original to a completed asset: mark, store, complete. Upload and recovery share it. It may run twice for one
 * asset, when a process stood still for longer than its lease: each writes files of its own, only who holds the lease
 * completes, and the row names the files that it wrote.
 * @module
 */
import { AppError } from '@assay/core/errors';
import { uuidToBytes } from '@assay/core/watermark/payload/payloadCipher';
import type { Asset, Completion, HeldAsset, WatermarkRecord } from '../ports/assets/assets.ts';
import type { Delivery } from '../ports/assets/deliveredFiles.ts';
import type { Examined, Marked, TrackReport } from '../ports/verify/engine.ts';
import type { Ports } from '../ports/ports.ts';
import type { NewTrace } from '../ports/assets/provenance.ts';
import { fencedVariant, type ProcessedVariant } from '../ports/assets/storage.ts';
import { type DeliveredFile, signDelivered } from '../credentials/signDelivered.ts';
import { isTakenOver } from '../leasedWork.ts';
import { type CommitUploadDeps, commitUpload } from '../ledger/commitUpload.ts';
import { trace } from '../provenance/trace.ts';
import { processedEvent } from './assetEvents.ts';

export type ProcessDeps = Pick<
  Ports,
  | 'assets'
  | 'files'
  | 'engine'
  | 'credentials'
  | 'clock'
  | 'ids'
  | 'modelVersion'
  | 'timers'
  | 'processId'
  | 'currentWork'
  | 'traces'
> &
  CommitUploadDeps;

export interface ProcessInput extends HeldAsset {
  readonly bytes: Uint8Array;
  readonly examined: Examined;
}

/**
 * The asset as completed. Call it `underLease`.
 * @throws {AppError} what the engine, the store or the database say; CONFLICT when another process has taken it over; nothing
 * is marked failed here
 */
export async function processAsset(deps: ProcessDeps, input: ProcessInput): Promise<Asset> {
  try {
    // Whoever deletes the asset cancels it by its id.
    return await deps.currentWork.named(input.asset.id, () => markAndComplete(deps, input));
  } catch (cause) {
    if (isTakenOver(cause)) await removeFiles(deps, input.asset.id, input.lease.number);
    throw cause;
  }
}

/** What was written under this lease alone, so that nobody else's go. */
export async function removeFiles({ files }: Pick<Ports, 'files'>, id: string, leaseNumber: number): Promise<void> {
  for (const variant of ['watermarked', 'preview'] satisfies ProcessedVariant[])
    await files.remove(id, fencedVariant(variant, leaseNumber));
}

async function markAndComplete(deps: ProcessDeps, input: ProcessInput): Promise<Asset> {
  const { asset, request, lease, examined } = input;
  const delivery = await makeDelivery(deps, input);
  const completion: Completion = { ...delivery, fingerprint: examined.fingerprint };
  const step = completion.watermark ? markedStep(deps, asset.id, completion) : [];
  const completed = await deps.assets.complete(lease, completion, [processedEvent(deps, asset, 'completed')], step);
  if (request.commit) commitUpload(deps, completed);
  return completed;
}

/** Marks, signs and stores the delivered file and the preview, under the names of this lease. */
export async function makeDelivery(deps: ProcessDeps, input: ProcessInput): Promise<Delivery> {
  const { asset, request, lease, bytes } = input;
  const marked = await deps.engine.mark(bytes, {
    assetId: asset.id,
    tracks: request.tracks,
    strengths: request.strengths,
  });
  const delivered = marked.delivered && (await signedFile(deps, input, marked, marked.delivered));
  if (delivered) await deps.files.put(asset.id, fencedVariant('watermarked', lease.number), delivered.bytes);
  await deps.files.put(asset.id, fencedVariant('preview', lease.number), marked.preview);
  return {
    watermarkedCid: delivered?.ids.unixfsCid ?? null,
    watermarkedContentHash: delivered?.ids.sha256 ?? null,
    watermarkedSizeBytes: delivered?.bytes.length ?? null,
    previewSizeBytes: marked.preview.length,
    warnings: [...asset.warnings, ...marked.warnings, ...(delivered?.warnings ?? [])],
    watermark: marked.delivered ? watermarkRecord(marked) : null,
    manifest: delivered?.manifest ?? null,
    at: deps.clock.now(),
  };
}

/** The marked file with its manifest, which names the time of the upload however late it is made. */
const signedFile = (
  deps: ProcessDeps,
  { asset, bytes, examined }: ProcessInput,
  { tracks }: Marked,
  marked: NonNullable<Marked['delivered']>,
): Promise<DeliveredFile> =>
  signDelivered(deps, {
    marked,
    original: bytes,
    tracks,
    names: asset.id,
    pdq: examined.fingerprint.pdq,
    at: asset.createdAt,
  });

/** Every byte of the delivered file hangs on these facts. */
export function markedStep(
  deps: ProcessDeps,
  id: string,
  { watermark, watermarkedContentHash }: Pick<Delivery, 'watermark' | 'watermarkedContentHash'>,
): NewTrace[] {
  const tracks = watermark?.tracks.filter(({ payload }) => payload !== null).map(({ track }) => track) ?? [];
  return [trace(deps, null, id, 'marked', { content_hash: watermarkedContentHash, tracks })];
}

/**
 * Ends a failed processing, unless another process has taken it over: the row says so, the event goes out, the quota unit comes back.
 * @param said what the row says of it; default that the picture could not be processed
 */
export async function failAsset(
  deps: ProcessDeps,
  { asset, lease }: Pick<HeldAsset, 'asset' | 'lease'>,
  cause: unknown,
  said = 'PROCESSING_FAILED: the picture could not be processed.',
): Promise<AppError> {
  const detail = 'The picture was accepted but could not be processed. The fault is ours; please try again.';
  const event = processedEvent(deps, asset, 'failed');
  const isFull = cause instanceof AppError && cause.code === 'QUOTA_EXCEEDED';
  const error = isFull ? `QUOTA_EXCEEDED: ${cause.message}` : said;
  let reason: unknown = cause;
  try {
    await deps.assets.fail(lease, error, deps.clock.now(), [event]);
  } catch (second) {
    // The lease ends by itself and recovery tries again; both causes belong in the log.
    reason = new AggregateError([cause, second], 'processing failed, and so did writing that down');
  }
  return new AppError('PROCESSING_FAILED', detail, { cause: reason, extra: { asset_id: asset.id } });
}

/** The asset id that most tracks gave back from the delivered file; null if none did. */
function recoveredId(reports: readonly TrackReport[]): string | null {
  const votes = new Map<string, number>();
  for (const { recoveredAssetId } of reports)
    if (recoveredAssetId !== null) votes.set(recoveredAssetId, (votes.get(recoveredAssetId) ?? 0) + 1);
  return [...votes].sort(([, a], [, b]) => b - a)[0]?.[0] ?? null;
}

function watermarkRecord(marked: Marked): WatermarkRecord {
  const recovered = recoveredId(marked.tracks);
  return {
    tracks: marked.tracks.map(({ track, payload, detected, strength, confidence }) => ({
      track,
      payload,
      detected,
      strength: payload === null ? 0 : strength,
      confidence,
    })),
    robustnessScore: null,
    recoveredPayload: recovered === null ? null : uuidToBytes(recovered),
    psnrDb: marked.psnrDb,
    ssim: marked.ssim,
    deltaE: null,
  };
}
