/** What the engine may use of the machine, and the key it marks with. @module */
import { availableParallelism, totalmem } from 'node:os';
import { DEFAULT_STRENGTH, type TrackId } from '@assay/core/watermark/track';
import { BUILT_IN, type EmbedderFiles } from '../models/embedders.ts';
import { SHIPPED_MODELS } from '../models/modelFile.ts';

export interface EngineSettings {
  /** The service's watermark key, 32 secret bytes; every track derives its own from it. */
  readonly watermarkKey: Uint8Array;
  /** Strengths of marks where a request names none, 0..1 each; default those of interface.md. */
  readonly strengths?: Readonly<Record<TrackId, number>>;
  /** Folder of track C's models, null to do without; default those that the repository ships. */
  readonly trackCModels?: string | null;
  /** Networks that embed pictures; default the built-in embedders. */
  readonly embedderFiles?: EmbedderFiles;
  /** Whether every delivered picture is attacked to see what its marks survive, see robustness.ts; default not. */
  readonly scoresRobustness?: boolean;
  /** Largest file, bytes; default 50 MiB (decisions.md, G86). */
  readonly bytesMax?: number;
  /**
   * Most pixels of a picture, width times height; default 100 million (decisions.md, G86). What they cost in memory:
   * bench/results/verdict-bad-input.json.
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
  /** Input bytes that accepted jobs may hold together, waiting and running; default 512 MiB. */
  readonly queueBytesMax?: number;
}

export type EngineLimits = Required<EngineSettings>;

const MEBIBYTE = 1024 * 1024;

/**
 * Workers by default. Each decodes on one of libuv's four pool threads, which files and password hashes of the main
 * thread need as well, so at most three; one core stays for the event loop.
 */
export function defaultThreads(cores = availableParallelism()): number {
  return Math.min(3, Math.max(1, cores - 1));
}

/** One picture of every accepted kind and size can be judged in so much (bench/verdict/badInput.ts). */
const MEMORY_BYTES_MIN = 1536 * MEBIBYTE;

/**
 * Half of what the machine, or the container, has: the rest is for the database, for what threads hold between jobs, and for
 * files on their way.
 */
export function defaultMemoryBytes(available = Math.min(totalmem(), process.constrainedMemory() || Infinity)): number {
  return Math.max(MEMORY_BYTES_MIN, Math.floor(available / 2));
}

/**
 * Fills in the defaults.
 * @throws {RangeError} for a key that is not 32 bytes or a limit that is not a positive integer (`queueMax` may be 0)
 */
export function engineLimits(settings: EngineSettings): EngineLimits {
  const limits: EngineLimits = {
    watermarkKey: settings.watermarkKey,
    strengths: settings.strengths ?? DEFAULT_STRENGTH,
    trackCModels: settings.trackCModels === undefined ? SHIPPED_MODELS : settings.trackCModels,
    embedderFiles: settings.embedderFiles ?? BUILT_IN,
    scoresRobustness: settings.scoresRobustness ?? false,
    bytesMax: settings.bytesMax ?? 50 * MEBIBYTE,
    pixelsMax: settings.pixelsMax ?? 100_000_000,
    threads: settings.threads ?? defaultThreads(),
    queueMax: settings.queueMax ?? 32,
    memoryBytesMax: settings.memoryBytesMax ?? defaultMemoryBytes(),
    queueBytesMax: settings.queueBytesMax ?? 512 * MEBIBYTE,
  };
  if (limits.watermarkKey.length !== 32)
    throw new RangeError(`engine: the watermark key has 32 bytes, got ${limits.watermarkKey.length}`);
  for (const [name, least] of [
    ['bytesMax', 1],
    ['pixelsMax', 1],
    ['threads', 1],
    ['queueMax', 0],
    ['memoryBytesMax', 1],
    ['queueBytesMax', 1],
  ] as const)
    if (!Number.isInteger(limits[name]) || limits[name] < least)
      throw new RangeError(`engine: ${name} is an integer of at least ${least}, got ${limits[name]}`);
  return limits;
}
