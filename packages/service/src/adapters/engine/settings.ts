/** What the engine may use of the machine, and the key it marks with. @module */
import { availableParallelism } from 'node:os';
import { byTrack, trackDefinition, type TrackId } from '@assay/core/watermark/tracks';
import { availableMemory } from '../runtime/availableMemory.ts';
import { BUILT_IN, type EmbedderFiles } from '../models/embedders.ts';
import { SHIPPED_MODELS } from '../models/modelFile.ts';
import type { ModelFolders } from '../models/trackNetworks.ts';

export interface EngineSettings {
  /** The service's watermark key, 32 secret bytes; every track derives its own from it. */
  readonly watermarkKey: Uint8Array;
  /** Strengths of marks where a request names none, 0..1 each; default those of the table of tracks. */
  readonly strengths?: Readonly<Record<TrackId, number>>;
  /** Where the models of tracks are that need some; default the folder that the repository ships. */
  readonly modelFolders?: ModelFolders;
  /** Networks that embed pictures; default the built-in embedders. */
  readonly embedderFiles?: EmbedderFiles;
  /** Largest file, bytes; default 50 MiB (docs/reference/limits.md#pictures). */
  readonly bytesMax?: number;
  /**
   * Most pixels of a picture, width times height; default 100 million. What they cost in memory:
   * bench/results/verdict/bad-input.json.
   */
  readonly pixelsMax?: number;
  /** Worker threads; default `defaultThreads()`. Each may hold the memory of one picture at a time. */
  readonly threads?: number;
  /** Jobs that may wait while all threads work; one more is refused. Default 32. */
  readonly queueMax?: number;
  /**
   * What all jobs may hold together while they work; whoever would exceed it waits in line. Default
   * `defaultMemoryBytes()`.
   */
  readonly memoryBytesMax?: number;
  /** What each thread may keep of pictures that it compared last, see seenPictures.ts; 0 for nothing, default 64 MiB. */
  readonly seenPicturesBytesMax?: number;
  /** Input bytes that accepted jobs may hold together, waiting and running; default 512 MiB. */
  readonly queueBytesMax?: number;
}

export type EngineLimits = Required<EngineSettings>;

/** What a thread is started with. @member isBehind it gets the processor that the others leave */
export type EngineWorkerData = EngineLimits & { readonly isBehind: boolean };

const MEBIBYTE = 1024 * 1024;

/**
 * Workers by default: one core stays for the event loop and for password hashes. More than three use memory rather than
 * cores, since each has a decoder's process beside it.
 */
export function defaultThreads(cores = availableParallelism()): number {
  return Math.min(3, Math.max(1, cores - 1));
}

/** One picture of every accepted kind and size can be judged in so much (bench/verdict/badInput/badInput.ts). */
const MEMORY_BYTES_MIN = 1536 * MEBIBYTE;

/**
 * Half of what the machine, or the container, has: the rest is for the database, for what threads hold between jobs, and for
 * files on their way.
 */
export function defaultMemoryBytes(available = availableMemory()): number {
  return Math.max(MEMORY_BYTES_MIN, Math.floor(available / 2));
}

/**
 * Fills in the defaults.
 * @throws {RangeError} for a key that is not 32 bytes or a limit that is not a positive integer (`queueMax` and `seenPicturesBytesMax` may be 0)
 */
export function engineLimits(settings: EngineSettings): EngineLimits {
  const limits: EngineLimits = {
    watermarkKey: settings.watermarkKey,
    strengths: settings.strengths ?? byTrack((id) => trackDefinition(id).defaultStrength),
    modelFolders: settings.modelFolders ?? byTrack(() => SHIPPED_MODELS),
    embedderFiles: settings.embedderFiles ?? BUILT_IN,
    bytesMax: settings.bytesMax ?? 50 * MEBIBYTE,
    pixelsMax: settings.pixelsMax ?? 100_000_000,
    threads: settings.threads ?? defaultThreads(),
    queueMax: settings.queueMax ?? 32,
    memoryBytesMax: settings.memoryBytesMax ?? defaultMemoryBytes(),
    seenPicturesBytesMax: settings.seenPicturesBytesMax ?? 64 * MEBIBYTE,
    queueBytesMax: settings.queueBytesMax ?? 512 * MEBIBYTE,
  };
  if (limits.watermarkKey.length !== 32)
    throw new RangeError(`engine: the watermark key has 32 bytes, got ${limits.watermarkKey.length}`);
  for (const [name, min] of [
    ['bytesMax', 1],
    ['pixelsMax', 1],
    ['threads', 1],
    ['queueMax', 0],
    ['memoryBytesMax', 1],
    ['seenPicturesBytesMax', 0],
    ['queueBytesMax', 1],
  ] as const)
    if (!Number.isInteger(limits[name]) || limits[name] < min)
      throw new RangeError(`engine: ${name} is an integer of at least ${min}, got ${limits[name]}`);
  return limits;
}
