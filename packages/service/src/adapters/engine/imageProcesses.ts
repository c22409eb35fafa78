/**
 * Where the pictures of a service are decoded, scaled and encoded: in child processes. Bytes of callers reach no native code in
 * this process, which holds the keys and the database.
 * @module
 */
import { AppError } from '@assay/core/errors';
import type { ImageFrame } from '../codec/imageProcess.ts';
import type { ImageJob, ImageResult, RunImageJob } from '../codec/imageJob.ts';
import { ChildDied, ChildFailure } from '../processes/childProcess.ts';
import { ProcessPool } from '../processes/processPool.ts';
import type { AskDesk, ServeThread } from './jobDesk.ts';

const ENTRY = new URL(
  `../codec/imageProcess${import.meta.url.slice(import.meta.url.lastIndexOf('.'))}`,
  import.meta.url,
);

/** Each holds some 60 MB once it has started, most of it code that all share. */
export const startImageProcesses = (processes: number): ProcessPool => new ProcessPool({ entry: ENTRY, processes });

/** Behind those; each is started when it is first needed. */
export const imageProcessesBehind = (processes: number): ProcessPool =>
  new ProcessPool({ entry: ENTRY, processes, startedAhead: 0, isBehind: true });

/** What a thread asks for. */
interface ImageQuestion {
  readonly frame: ImageFrame;
  readonly input: Uint8Array;
}

/** How it is answered: a failure of the picture is a value, so that its words are kept. */
type ImageAnswer = { readonly result: ImageResult } | { readonly failure: string; readonly isOver: boolean };

function questionOf(job: ImageJob, input: Uint8Array | Uint16Array): ImageQuestion {
  const bytes = new Uint8Array(input.buffer, input.byteOffset, input.byteLength);
  return { frame: { ...job, bits: input instanceof Uint16Array ? 16 : 8 }, input: bytes };
}

export interface ImageRun {
  readonly signal?: AbortSignal;
  /** The process is ended when it works longer, ms. */
  readonly msMax?: number;
}

async function ask(pool: ProcessPool, { frame, input }: ImageQuestion, options: ImageRun): Promise<ImageAnswer> {
  try {
    const { head, blobs } = await pool.run({ head: { ...frame }, blobs: [input] }, options);
    return { result: { info: head.info as ImageResult['info'], data: blobs[0] as ImageResult['data'] } };
  } catch (cause) {
    if (cause instanceof ChildFailure || cause instanceof ChildDied)
      return { failure: cause.message, isOver: cause instanceof ChildDied };
    throw cause;
  }
}

/** @throws {AppError} PROCESSING_FAILED when the process ended */
function resultOf(answer: ImageAnswer): ImageResult {
  if ('result' in answer) return answer.result;
  if (!answer.isOver) throw new Error(answer.failure);
  throw new AppError('PROCESSING_FAILED', 'The picture could not be processed: its decoder ended.', {
    cause: new Error(answer.failure),
  });
}

/** In the main thread. */
export const imagesIn =
  (pool: ProcessPool, options: ImageRun = {}): RunImageJob =>
  async (job, input) =>
    resultOf(await ask(pool, questionOf(job, input), options));

/** What the main thread does for threads. */
export const servingImages =
  (pool: ProcessPool): ServeThread =>
  async (question, signal) => {
    const value = await ask(pool, question as ImageQuestion, { signal });
    return { value, transfer: 'result' in value ? [value.result.data.buffer] : [] };
  };

/** In a thread, which keeps its input. */
export const imagesAt =
  (askDesk: AskDesk): RunImageJob =>
  async (job, input) => {
    const question = questionOf(job, input);
    const own = new Uint8Array(question.input);
    return resultOf((await askDesk({ ...question, input: own }, [own.buffer])) as ImageAnswer);
  };
