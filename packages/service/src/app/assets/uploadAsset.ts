/** The story of an upload (ARCHITECTURE, walk 1). @module */
import { AppError } from '@assay/core/errors';
import type { TrackId } from '@assay/core/watermark/tracks';
import type { Caller } from '../accounts/caller.ts';
import { actingOrganization } from '../actingOrganization.ts';
import { c2paMetadata } from '../credentials/c2paMetadata.ts';
import { isBusy, isTakenOver, leaseRequest } from '../leasedWork.ts';
import { authorize } from '../policy.ts';
import type { Asset, HeldAsset, NewAsset } from '../ports/assets/assets.ts';
import type { NewTrace } from '../ports/assets/provenance.ts';
import type { Examined, MetadataTags } from '../ports/verify/engine.ts';
import type { Ports } from '../ports/ports.ts';
import { type Parent, trace } from '../provenance/trace.ts';
import { underLease } from './assetLease.ts';
import { failAsset, processAsset, type ProcessDeps, type ProcessInput } from './processAsset.ts';
import { deletedMeanwhile } from './visibleAsset.ts';

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
  /** The import that it came with, and its name there. */
  readonly imported?: { readonly importId: string; readonly name: string };
  /** Answer an existing asset with the same bytes instead of making another. */
  readonly dedupe: boolean;
  /** Names the request, so that it is not done twice even if its answer was lost; see `findByRequest`. */
  readonly requestKey?: string | null;
  /** One of many that were sent together. */
  readonly inBulk?: boolean;
  /** Answer as soon as the original is safe; recovery does the rest, within seconds and one after the other. */
  readonly deferred?: boolean;
  /** When it is answered at the latest, as `clock.elapsedMs` counts; default `limits.uploadAnswerMs` from now. */
  readonly answerAtMs?: number;
}

export interface Uploaded {
  readonly asset: Asset;
  /** False when `dedupe` found one. */
  readonly created: boolean;
  /** A commitment was asked for and is on its way. */
  readonly commitmentPending: boolean;
  /** It took too long to wait for: the asset is not completed yet, and this ends when the work does. Never rejects. */
  readonly rest: Promise<void> | null;
}

export type UploadDeps = ProcessDeps &
  Pick<Ports, 'memberships' | 'contentIdentifiers' | 'assetKeys' | 'limits' | 'digests' | 'quotas'>;

/**
 * @throws {AppError} ORGANIZATION_NOT_FOUND, FORBIDDEN; ASSET_NOT_FOUND for the parent; INVALID_FILE_TYPE, FILE_TOO_LARGE, SERVICE_UNAVAILABLE before
 * anything is kept; QUOTA_EXCEEDED; PROCESSING_FAILED with `asset_id`, the row then says `failed`
 */
export async function uploadAsset(deps: UploadDeps, caller: Caller, input: UploadInput): Promise<Uploaded> {
  const answerAtMs = input.answerAtMs ?? deps.clock.elapsedMs() + deps.limits.uploadAnswerMs;
  const acting = await actingOrganization(deps, caller, input.organizationId);
  authorize(acting, 'asset.write');
  const { organization } = acting;
  if (input.parent && !(await deps.assets.find(organization.id, input.parent.id)))
    throw new AppError('ASSET_NOT_FOUND', 'There is no such parent asset in this organization.');
  const before = input.requestKey ? await madeBefore(deps, input.requestKey) : null;
  const goneOn = before && (await goOnWith(deps, caller, before, input, answerAtMs));
  if (goneOn) return goneOn;
  const same = input.dedupe ? await sameContent(deps, organization.id, input) : null;
  if (same) return { asset: same, created: false, commitmentPending: false, rest: null };

  // Whoever has none left keeps no decoder busy; the row counts exactly.
  await deps.quotas.assertUploadsLeft(organization.id);
  const examined = await describe(deps, input);
  const draft = await withKey(deps, input, newAsset(deps, caller, organization.id, input, examined));
  // Quota and a row under a lease together: a crash leaves a trace that recovery finishes, not a ghost.
  const step = uploadedStep(deps, caller, draft, input);
  const held = await deps.assets.begin(draft, leaseRequest(deps), [step]);
  return workOn(deps, { ...held, bytes: input.bytes, examined, isOfEarlierTry: false }, input, answerAtMs);
}

interface Begun extends ProcessInput {
  /** The row was there before this request: whatever becomes of that, it stays. */
  readonly isOfEarlierTry: boolean;
}

async function workOn(
  deps: UploadDeps,
  begun: Begun,
  { deferred, commit }: Pick<UploadInput, 'deferred' | 'commit'>,
  answerAtMs: number,
): Promise<Uploaded> {
  const answerable = deferred
    ? { asset: await underLease(deps, begun.lease, () => keepForLater(deps, begun)), rest: null }
    : await processWithin(deps, begun, answerAtMs);
  return { ...answerable, created: true, commitmentPending: commit };
}

function uploadedStep(
  deps: UploadDeps,
  caller: Caller,
  { id, contentHash }: NewAsset,
  { parent, imported }: UploadInput,
): NewTrace {
  const origin = imported ? { import_id: imported.importId, name: imported.name } : {};
  const step = trace(deps, caller, id, 'uploaded', { content_hash: contentHash, ...origin }, parent ?? null);
  return imported ? { ...step, relation: 'imported' } : step;
}

/** As long as an `Idempotency-Key` is remembered, ms. */
const REQUEST_KEPT_MS = 24 * 60 * 60 * 1000;

const madeBefore = ({ assets, clock }: UploadDeps, requestKey: string): Promise<Asset | null> =>
  assets.findByRequest(requestKey, new Date(clock.now().getTime() - REQUEST_KEPT_MS));

/**
 * The process of an earlier try died between its effect and its answer: the work is done, recovery does it, or it failed
 * and is done again with the bytes that have come again. Its original may have died with the process; then these are it.
 * Null: these are other bytes.
 */
async function goOnWith(
  deps: UploadDeps,
  caller: Caller,
  before: Asset,
  input: UploadInput,
  answerAtMs: number,
): Promise<Uploaded | null> {
  const found: Uploaded = { asset: before, created: true, commitmentPending: input.commit, rest: null };
  if (before.processingStatus === 'completed') return found;
  const examined = await deps.engine.examine(input.bytes);
  if (examined.ids.sha256 !== before.contentHash) return null;
  if (before.processingStatus !== 'failed') {
    if (!(await deps.files.open(before.id, 'original'))) await deps.files.put(before.id, 'original', input.bytes);
    return found;
  }
  const again = trace(deps, caller, before.id, 'reprocessed');
  const now = deps.clock.now();
  const held = await deps.assets.restart(before.organizationId, before.id, leaseRequest(deps), now, [again]);
  if (!held) throw deletedMeanwhile();
  return workOn(deps, { ...held, bytes: input.bytes, examined, isOfEarlierTry: true }, input, answerAtMs);
}

interface Answerable {
  readonly asset: Asset;
  readonly rest: Promise<void> | null;
}

/** Completed if that is done by then; else as it was begun, and the work goes on. */
async function processWithin(deps: UploadDeps, input: Begun, answerAtMs: number): Promise<Answerable> {
  const late = alarm(deps, answerAtMs - deps.clock.elapsedMs());
  const work = underLease(deps, input.lease, () => storeAndProcess(deps, input, late));
  try {
    const completed = await Promise.race([work, late.rung]);
    if (completed) return { asset: completed, rest: null };
  } finally {
    late.stop();
  }
  const rest = work.then(
    () => undefined,
    () => undefined,
  );
  // The end of the process waits for it.
  deps.background.run('upload', () => work.then(() => undefined, unlessDeleted));
  return { asset: input.asset, rest };
}

/** Whose owner deleted it meanwhile wants no more of it: nothing failed. */
function unlessDeleted(cause: unknown): void {
  if (!(cause instanceof AppError && cause.code === 'ASSET_NOT_FOUND')) throw cause;
}

interface Alarm {
  /** Null once the time is over. */
  readonly rung: Promise<null>;
  isOver(): boolean;
  stop(): void;
}

function alarm({ timers }: Pick<Ports, 'timers'>, ms: number): Alarm {
  let over = false;
  let stop = (): void => {};
  const rung = new Promise<null>((resolve) => {
    stop = timers.every(Math.max(1, ms), () => {
      over = true;
      stop();
      resolve(null);
    });
  });
  return { rung, isOver: () => over, stop: () => stop() };
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

async function storeAndProcess(deps: UploadDeps, input: Begun, late: Alarm): Promise<Asset> {
  const { asset, bytes } = input;
  try {
    await deps.files.put(asset.id, 'original', bytes);
    return await processAsset(deps, input);
  } catch (cause) {
    const isAnswered = late.isOver();
    late.stop();
    const present = await deps.assets.findAny(asset.id);
    if (!present) return await abandonDeleted(deps, asset.id);
    // Whoever took it over completes it, or has done so: its sender is told what there is.
    if (isTakenOver(cause)) {
      // This process lives, so that the picture did not bring it down.
      await deps.assets.release(input.lease);
      return present;
    }
    if (isAnswered && isBusy(cause)) return waitForTurn(deps, input);
    if (isAnswered) throw await failAsset(deps, input, cause);
    return giveUp(deps, input, cause);
  }
}

/** The original is safe: the asset waits for its turn. */
async function keepForLater(deps: UploadDeps, begun: Begun): Promise<Asset> {
  try {
    await deps.files.put(begun.asset.id, 'original', begun.bytes);
  } catch (cause) {
    return giveUp(deps, begun, cause);
  }
  return waitForTurn(deps, begun);
}

/** A refusal leaves nothing of what this request began, and what an earlier try made as it was; a fault leaves a row that says so. */
async function giveUp(deps: UploadDeps, begun: Begun, cause: unknown): Promise<never> {
  if (isRefusal(cause) && !begun.isOfEarlierTry) return takeBack(deps, begun.lease, cause);
  const failure = await failAsset(deps, begun, cause);
  throw isRefusal(cause) ? cause : failure;
}

/** Nothing was kept. Files go only with the row: completed after all, they are the asset's. */
async function takeBack(deps: UploadDeps, lease: HeldAsset['lease'], cause: unknown): Promise<never> {
  // Where the store does not answer, the sweep finds later what it kept.
  if (await deps.assets.discard(lease)) await deps.files.removeAll(lease.assetId).catch(() => undefined);
  throw cause;
}

/** Recovery takes it from here, in this process or another. */
async function waitForTurn(deps: UploadDeps, { asset, lease }: HeldAsset): Promise<Asset> {
  await deps.assets.release(lease);
  return { ...asset, processingStatus: 'pending' };
}

/** No fault of ours that trying later or another picture would not mend: then nothing at all is kept. */
const isRefusal = (cause: unknown): boolean =>
  isBusy(cause) ||
  (cause instanceof AppError && ['INVALID_FILE_TYPE', 'FILE_TOO_LARGE', 'QUOTA_EXCEEDED'].includes(cause.code));

/** Its owner deleted it while it was processed: files written after the delete go too. */
async function abandonDeleted(deps: Pick<Ports, 'files'>, id: string): Promise<never> {
  await deps.files.removeAll(id);
  throw deletedMeanwhile();
}

/**
 * The oldest live asset of this organization with these bytes.
 * @throws {AppError} SERVICE_UNAVAILABLE for an import while they are being made one: a process that died had begun with the first of two
 */
async function sameContent(
  { assets, digests }: Pick<Ports, 'assets' | 'digests'>,
  organizationId: string,
  { bytes, imported }: UploadInput,
): Promise<Asset | null> {
  const { sha256 } = await digests.sha256([bytes]);
  const found = await assets.findByContent(sha256, { organizationIds: [organizationId] });
  const same = found.find((asset) => asset.organizationId === organizationId && asset.contentHash === sha256);
  if (!same && imported && (await assets.isBeingMade(organizationId, sha256)))
    throw new AppError('SERVICE_UNAVAILABLE', 'The same bytes are being registered already.', { retryAfterS: 1 });
  return same ?? null;
}

function newAsset(
  deps: Pick<Ports, 'ids' | 'clock' | 'contentIdentifiers' | 'traces'>,
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
    requestKey: input.requestKey ?? null,
    // A program that waits has this process work for it; what it leaves to the queue it sends by the thousand.
    inBulk: input.inBulk === true || input.imported !== undefined || (caller.kind === 'key' && input.deferred === true),
    request: {
      tracks: input.tracks,
      strengths: input.strengths,
      metadata: input.metadata,
      commit: input.commit,
      attempts: 0,
      origin: deps.traces.current(),
    },
  };
}
