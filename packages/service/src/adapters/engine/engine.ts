/** The port `Engine` on a pool of worker threads: bytes and small values cross, pixels never do. @module */
import type {
  Compared,
  Embeddings,
  Engine,
  Examined,
  ImageMetadata,
  Inspected,
  LocalQuery,
  Marked,
  RenderedPicture,
  Trial,
} from '../../app/ports/verify/engine.ts';
import { currentTenant } from '../runtime/currentTenant.ts';
import { currentWork } from '../runtime/currentWork.ts';
import type { EngineJob } from './engineWorker.ts';
import type { QuickJob } from './quickWorker.ts';
import { refuseByLength } from '../codec/inspectHeader.ts';
import { createHeaderReader, HEADER_MS_MAX } from './headerReader.ts';
import { imageProcessesBehind, imagesIn, servingImages, startImageProcesses } from './imageProcesses.ts';
import { jobMemory } from './jobMemory.ts';
import { structureRefusal } from './structureRefusal.ts';
import { type EngineLimits, type EngineSettings, type EngineWorkerData, engineLimits } from './settings.ts';
import { TRACKS } from '@assay/core/watermark/trackTable';
import { missingNetworks } from '../models/trackNetworks.ts';
import { forbidTelemetry } from '../models/noTelemetry.ts';
import type { Job } from '../line/jobLine.ts';
import { createWorkerPool, type WorkerPool } from './workerPool.ts';

/** An idle worker that needs longer than this to say anything is not healthy, ms. */
const PING_MAX_MS = 2_000;

/**
 * The longest that a job of a kind may take from when its thread begins it, ms: several times the processor time of the
 * costliest accepted pictures, 42 s for a marking (bench/results/verdict/bad-input.json). A thread that takes longer hangs.
 */
const JOB_MS_MAX = {
  ping: 10_000,
  metadata: 10_000,
  emptyMap: 10_000,
  coarseMap: 10_000,
  picture: 60_000,
  preview: 60_000,
  examine: 120_000,
  inspect: 180_000,
  embed: 120_000,
  localQuery: 120_000,
  compare: 180_000,
  mark: 300_000,
  // A dozen pictures, see robustness.ts.
  attack: 1_800_000,
} as const;

/** An entry beside this file has this file's ending: .ts in a checkout, .js after a build. */
const entryAt = (name: string): URL =>
  new URL(`./${name}${import.meta.url.slice(import.meta.url.lastIndexOf('.'))}`, import.meta.url);

/** Two, so that one caller's jobs never hold all of them while others ask. */
const QUICK_THREADS = 2;

/** Who watches the engine. @member turnCame a job of the kind waited so long for its thread, s */
export interface EngineWatch {
  readonly turnCame?: (kind: string, waitSeconds: number) => void;
}

/** The bytes, if a job may be given them. */
function taken(bytes: Uint8Array, limits: Pick<EngineLimits, 'bytesMax'>): Uint8Array {
  refuseByLength(bytes, limits);
  const refusal = structureRefusal(bytes);
  if (refusal) throw refusal;
  return bytes;
}

/** An idle worker says something soon, and no job works for longer than its bound. */
const healthOf =
  (pool: WorkerPool, quick: WorkerPool, processes: { readonly healthy: boolean }) => async (): Promise<boolean> => {
    if (!processes.healthy || pool.isOverdue() || quick.isOverdue()) return false;
    if (pool.inFlight > 0) return true;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), PING_MAX_MS);
    });
    try {
      return await Promise.race([pool.run<boolean>({ kind: 'ping' }).catch(() => false), late]);
    } finally {
      clearTimeout(timer);
    }
  };

/**
 * Starts the workers. The caller keeps all byte arrays that it passes in.
 * @throws {RangeError} for settings that make no sense
 * @throws {ModelError} if a model of a track is there but is not the one its side-car describes
 */
export function createEngine(settings: EngineSettings, watch: EngineWatch = {}): Engine {
  const limits = engineLimits(settings);
  // Here rather than in each worker, so that a start says what is wrong.
  for (const row of TRACKS) missingNetworks(row, limits.modelFolders[row.id] ?? null);
  forbidTelemetry();
  const processes = startImageProcesses(limits.threads);
  // One of them works where there is one place: whoever asks beside a tenant with a backlog does not wait for its job's end.
  const behindThreads = Math.max(1, limits.threads - 1);
  const processesBehind = imageProcessesBehind(behindThreads);
  const readHeader = createHeaderReader(imagesIn(processes, { msMax: HEADER_MS_MAX }));
  const shared = {
    queueMax: limits.queueMax,
    queueBytesMax: limits.queueBytesMax,
    tenantOf: currentTenant.name,
    networkOf: currentTenant.network,
    jobMsMax: JOB_MS_MAX,
    serveThread: servingImages(processes),
    signalOf: currentWork.signal,
    turnCame: ({ kind }: Job, waitMs: number) => watch.turnCame?.(kind, waitMs / 1000),
  };
  const quick = createWorkerPool({
    ...shared,
    entry: entryAt('quickWorker'),
    workerData: null,
    threads: QUICK_THREADS,
  });
  const pool = createWorkerPool({
    ...shared,
    entry: entryAt('engineWorker'),
    workerData: { ...limits, isBehind: false } satisfies EngineWorkerData,
    threads: limits.threads,
    memory: { bytesMax: limits.memoryBytesMax, bytesOf: (job) => jobMemory(job as unknown as EngineJob, readHeader) },
    behind: {
      threads: behindThreads,
      workerData: { ...limits, isBehind: true } satisfies EngineWorkerData,
      serveThread: servingImages(processesBehind),
    },
  });
  const runQuick = <Result>(job: QuickJob): Promise<Result> => quick.run(job);

  return {
    assertStructure: (bytes) => void taken(bytes, limits),
    examine: async (bytes) => pool.run<Examined>({ kind: 'examine', bytes: taken(bytes, limits) }),
    inspect: async (bytes, isDrawn) => pool.run<Inspected>({ kind: 'inspect', bytes: taken(bytes, limits), isDrawn }),
    embed: (bytes) => pool.run<Embeddings>({ kind: 'embed', bytes }),
    localQuery: (bytes) => pool.run<LocalQuery>({ kind: 'localQuery', bytes }),
    mark: (bytes, request) => pool.run<Marked>({ kind: 'mark', bytes, request }),
    attack: (bytes, original, assetId) => pool.run<Trial>({ kind: 'attack', bytes, original, assetId }),
    compare: (request) => pool.run<Compared>({ kind: 'compare', ...request }),
    readMetadata: (bytes) => runQuick<ImageMetadata>({ kind: 'metadata', bytes }),
    emptyMap: (picture, sideMax) => runQuick<Uint8Array>({ kind: 'emptyMap', picture, sideMax }),
    coarseMap: (map, cells) => runQuick<Uint8Array>({ kind: 'coarseMap', map, cells }),
    picture: (bytes, sideMax) => pool.run<RenderedPicture>({ kind: 'picture', bytes, sideMax }),
    preview: (bytes) => pool.run<Uint8Array>({ kind: 'preview', bytes }),
    healthy: healthOf(pool, quick, processes),
    async close() {
      await pool.close();
      await quick.close();
      await processes.close();
      await processesBehind.close();
    },
  };
}
