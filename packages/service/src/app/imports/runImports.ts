/**
 * Works imports off, file after file, each as the upload that it is. What each became is written down before the next; a process
 * that dies is followed by another, which goes on: the upload of a file has a key of its own, so none is made twice.
 * @module
 */
import { AppError } from '@assay/core/errors';
import type { Caller } from '../accounts/caller.ts';
import { cleanFileName } from '../assets/fileName.ts';
import { batches, type IsOver, ROWS_AT_ONCE } from '../batches.ts';
import { uploadAsset, type UploadDeps, type Uploaded } from '../assets/uploadAsset.ts';
import { exclusiveJob } from '../exclusiveJob.ts';
import { callerOfWork } from '../keys/callerOfWork.ts';
import type { ProcessingStatus } from '../ports/assets/assets.ts';
import type { OpenSource } from '../ports/imports/importSources.ts';
import { IMPORT_ENDS, type ImportFile, type ImportJob, type ImportOutcome } from '../ports/imports/imports.ts';
import type { Ports } from '../ports/ports.ts';
import { NO_ORIGIN } from '../ports/runtime/traces.ts';

export type ImportDeps = UploadDeps &
  Pick<Ports, 'imports' | 'importSources' | 'users' | 'apiKeys' | 'jobLeases' | 'timers' | 'processId' | 'digests'>;

/** Files of one import before the next import has its turn. */
const TURN = 50;
/** The rest of an upload is waited for, however long it takes. */
const FOREVER_MS = 24 * 60 * 60 * 1000;
/** The report of an ended import can be read so long. */
const REPORT_KEPT_MS = 90 * 24 * 60 * 60 * 1000;

/** An import ends then, done or not: a paused one keeps its archive on the disk. */
export const UNFINISHED_MS = 90 * 24 * 60 * 60 * 1000;
const OVERDUE = 'It was not done within 90 days. Begin it again with what is missing.';
/**
 * An archive lies here before its row is written, and rows of a database that was restored are older than the archives:
 * one that no row knows may wait so long.
 */
const UNKNOWN_KEPT_MS = 24 * 60 * 60 * 1000;

interface Log {
  warn(facts: object, message: string): void;
}

/**
 * One turn of each unfinished import that this process can read, and what ended long ago is forgotten.
 * @param atOnce files of an import that are worked on beside each other
 */
export async function runImports(deps: ImportDeps, isEnding: () => boolean, log: Log, atOnce: number): Promise<void> {
  await sweep(deps, isEnding, log);
  const failures = new Map<string, unknown>();
  for (let worked = true; worked && !isEnding(); ) {
    worked = false;
    for (const job of await deps.imports.unfinished()) {
      if (isEnding()) break;
      if (failures.has(job.id)) continue;
      const work = async (lost: AbortSignal): Promise<void> => {
        if (await turn(deps, job, () => isEnding() || lost.aborted, atOnce)) worked = true;
      };
      // One that fails is tried again later and holds up no other.
      await exclusiveJob(deps, `import ${job.id}`, work)().catch((cause: unknown) => failures.set(job.id, cause));
    }
  }
  if (failures.size > 0)
    throw new AggregateError(failures.values(), `imports failed: ${[...failures.keys()].join(', ')}`);
}

/** What ended goes at once. */
async function sweep({ imports, importSources, clock }: ImportDeps, isEnding: IsOver, log: Log): Promise<void> {
  const now = clock.now();
  const ago = (ms: number): Date => new Date(now.getTime() - ms);
  await batches(ROWS_AT_ONCE, isEnding, (limit) => imports.failOverdue(ago(UNFINISHED_MS), OVERDUE, now, limit));
  await batches(ROWS_AT_ONCE, isEnding, (limit) => imports.forgetEnded(ago(REPORT_KEPT_MS), limit));
  const kept = await importSources.kept();
  const states = await imports.states(kept.map(({ importId }) => importId));
  for (const { importId, since } of kept) {
    const state = states.get(importId) ?? null;
    const isOver = state === null ? since <= ago(UNKNOWN_KEPT_MS) : IMPORT_ENDS.includes(state);
    if (!isOver) continue;
    await importSources.remove(importId);
    log.warn({ importId, state, since: since.toISOString() }, 'the archive of an import was removed');
  }
}

/** Stops the import with a sentence for its owner. */
class StopError extends Error {
  readonly to: 'paused' | 'failed';
  constructor(to: 'paused' | 'failed', problem: string) {
    super(problem);
    this.to = to;
  }
}

/** True: more of it may be done at once. */
async function turn(deps: ImportDeps, { id }: ImportJob, isEnding: () => boolean, atOnce: number): Promise<boolean> {
  // Another process may have ended it since it was listed.
  const job = await deps.imports.find(id);
  if (!job || (job.state !== 'waiting' && job.state !== 'running')) return false;
  // A finding for the owner, which fails no span.
  const stopped = async (error: unknown): Promise<false> => {
    if (!(error instanceof StopError)) throw error;
    await deps.imports.move(id, ['waiting', 'running'], error.to, error.message, deps.clock.now());
    if (error.to === 'failed') await deps.importSources.remove(id);
    return false;
  };
  let source: OpenSource | null = null;
  try {
    const caller = await callerOf(deps, job);
    source = await openSource(deps, job);
    if (!source) return false;
    await deps.imports.move(id, ['waiting'], 'running', null, deps.clock.now());
    const files = await deps.imports.waitingFiles(id, TURN);
    const work = { job, caller, source, isEnding, atOnce, underWay: new Map() };
    // Of turns that find nothing to do there is nothing to tell.
    return await deps.traces.resume('import', job.origin ?? NO_ORIGIN, () =>
      (files.length === 0 ? end(deps, id) : workOff(deps, work, files)).catch(stopped),
    );
  } catch (error) {
    return await stopped(error);
  } finally {
    await source?.close();
  }
}

async function end(deps: ImportDeps, id: string): Promise<false> {
  await deps.imports.move(id, ['running'], 'done', null, deps.clock.now());
  await deps.importSources.remove(id);
  return false;
}

/** Null: the archive lies in the data folder of another process. */
async function openSource({ importSources }: ImportDeps, job: ImportJob): Promise<OpenSource | null> {
  try {
    return await importSources.open(job);
  } catch (error) {
    if (error instanceof AppError && error.code === 'SERVICE_UNAVAILABLE') return null;
    if (error instanceof AppError)
      throw new StopError('failed', `The source cannot be read any more: ${error.message}`);
    throw error;
  }
}

async function callerOf(deps: ImportDeps, job: ImportJob): Promise<Caller> {
  const caller = await callerOfWork(deps, job);
  if (typeof caller === 'string') throw new StopError('failed', caller);
  return caller;
}

interface Work {
  readonly job: ImportJob;
  readonly caller: Caller;
  readonly source: OpenSource;
  readonly isEnding: () => boolean;
  readonly atOnce: number;
  /** Uploads under way by the SHA-256 of their bytes: the second of two finds the first when that has ended. */
  readonly underWay: Map<string, Promise<unknown>>;
}

/** False when the rest has to wait. */
async function workOff(deps: ImportDeps, work: Work, files: readonly ImportFile[]): Promise<boolean> {
  const queue = [...files];
  let isBusy = false;
  let stop: unknown = null;
  const worker = async (): Promise<void> => {
    for (;;) {
      if (isBusy || stop !== null || work.isEnding() || !(await isWanted(deps, work.job.id))) return;
      const file = queue.shift();
      if (!file) return;
      const outcome = await importOne(deps, work, file).catch((cause: unknown) => {
        stop = cause;
        return null;
      });
      if (outcome === 'busy') isBusy = true;
      else if (outcome) await deps.imports.setOutcome(work.job.id, file.index, outcome);
    }
  };
  await Promise.all(Array.from({ length: work.atOnce }, worker));
  if (stop !== null) throw stop;
  return !isBusy && (await isWanted(deps, work.job.id));
}

const isWanted = async ({ imports }: ImportDeps, id: string): Promise<boolean> =>
  (await imports.find(id))?.state === 'running';

/** What stops the whole import rather than one file. */
const PAUSING = ['QUOTA_EXCEEDED'];
const FAILING = ['FORBIDDEN', 'ORGANIZATION_NOT_FOUND', 'INSUFFICIENT_SCOPE'];

const UNFINISHED: readonly string[] = ['pending', 'processing'] satisfies ProcessingStatus[];

/** @throws {StopError} */
async function importOne(deps: ImportDeps, work: Work, file: ImportFile): Promise<ImportOutcome | 'busy'> {
  try {
    const bytes = await work.source.read(file.name);
    const { asset, created, rest } = await uploadAfterTwin(deps, work, file, bytes);
    await rest;
    const present = rest ? await deps.assets.findAny(asset.id) : asset;
    // Of a process that died: recovery completes it, and it is looked at again.
    if (present && created && UNFINISHED.includes(present.processingStatus)) return 'busy';
    if (present?.processingStatus === 'failed')
      return { state: 'failed', assetId: asset.id, errorCode: 'PROCESSING_FAILED', detail: present.processingError };
    return { state: created ? 'created' : 'duplicate', assetId: asset.id, errorCode: null, detail: null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code, detail } = error;
    if (code === 'SERVICE_UNAVAILABLE') return 'busy';
    if (PAUSING.includes(code)) throw new StopError('paused', detail);
    if (FAILING.includes(code)) throw new StopError('failed', detail);
    const assetId = typeof error.extra?.['asset_id'] === 'string' ? error.extra?.['asset_id'] : null;
    return { state: 'failed', assetId, errorCode: code, detail };
  }
}

async function uploadAfterTwin(
  deps: ImportDeps,
  { job, caller, underWay }: Work,
  file: ImportFile,
  bytes: Uint8Array,
): Promise<Uploaded> {
  const { sha256: hash } = await deps.digests.sha256([bytes]);
  while (underWay.has(hash)) await underWay.get(hash)?.catch(() => {});
  const upload = uploadAsset(deps, caller, inputOf(deps, job, file, bytes));
  underWay.set(hash, upload);
  return upload.finally(() => underWay.delete(hash));
}

function inputOf(deps: ImportDeps, { id, organizationId, options }: ImportJob, file: ImportFile, bytes: Uint8Array) {
  return {
    ...options,
    bytes,
    fileName: cleanFileName(file.name.split('/').at(-1) ?? null),
    title: null,
    organizationId,
    dedupe: true,
    imported: { importId: id, name: file.name },
    requestKey: `import ${id.slice(-12)}.${file.index}`,
    answerAtMs: deps.clock.elapsedMs() + FOREVER_MS,
  };
}
