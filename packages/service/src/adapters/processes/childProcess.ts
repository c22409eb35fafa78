/**
 * One child process that answers frames: without the environment of this one, and so without its keys; without its
 * descriptors, and so without its database. It may be killed at any moment.
 * @module
 */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { sourceExecArgv } from '../engine/sourceEntry.ts';
import { type Frame, FrameReader, framed } from './frames.ts';

/** It ended in the middle of a job, or was ended. */
export class ChildDied extends Error {
  override readonly name = 'ChildDied';
}

/** What the job itself said of why it failed. */
export class ChildFailure extends Error {
  override readonly name = 'ChildFailure';
}

/** Answers what a child asks in the middle of a job. */
export type AnswerChild = (question: Frame) => Promise<Frame>;

/**
 * Two arenas instead of eight for each core, one decoder thread: what lies idle between pictures is given back. One thread of
 * the pool works, the other is for files.
 */
const ENVIRONMENT = { MALLOC_ARENA_MAX: '2', VIPS_CONCURRENCY: '1', UV_THREADPOOL_SIZE: '2' } as const;

/** Bounds a job that runs away; pictures and WebAssembly lie outside the heap. */
const HEAP = '--max-old-space-size=1024';

/** Of what it wrote to standard error, characters. */
const LAST_WORDS_MAX = 2_000;

interface Pending {
  readonly resolve: (frame: Frame) => void;
  readonly reject: (cause: Error) => void;
  readonly answerChild: AnswerChild | undefined;
}

/** To the child, in its command line: it stands behind all others. */
export const BEHIND = '--behind';

/** What the command line of the child needs to load its entry. */
const startOf = (entry: URL, isBehind: boolean): ChildProcessWithoutNullStreams =>
  spawn(
    process.execPath,
    [HEAP, ...(sourceExecArgv(entry).execArgv ?? []), fileURLToPath(entry), ...(isBehind ? [BEHIND] : [])],
    {
      cwd: '/',
      env: ENVIRONMENT,
      stdio: ['pipe', 'pipe', 'pipe'],
    },
  );

export class ChildProcess {
  readonly #process: ChildProcessWithoutNullStreams;
  /** Rejects when it ends before it can work. */
  readonly ready: Promise<void>;
  /** Fulfilled when it is gone, whatever the reason. */
  readonly gone: Promise<void>;
  #isReady: () => void = () => {};
  #failedToStart: (cause: Error) => void = () => {};
  #isGone: () => void = () => {};
  #pending: Pending | null = null;
  #lastWords = '';
  #death: ChildDied | null = null;
  #wasEnded = false;

  /** @param entry a module that calls `serveFrames` @param isBehind gets the processor that all others leave */
  constructor(entry: URL, isBehind = false) {
    this.ready = new Promise((resolve, reject) => {
      this.#isReady = resolve;
      this.#failedToStart = reject;
    });
    this.ready.catch(() => {});
    this.gone = new Promise((resolve) => {
      this.#isGone = resolve;
    });
    this.#process = startOf(entry, isBehind);
    this.#listen();
  }

  /** -1 when it could not be started. */
  get pid(): number {
    return this.#process.pid ?? -1;
  }

  /** True after `end`. */
  get wasEnded(): boolean {
    return this.#wasEnded;
  }

  /** At once, whatever it does. */
  end(): void {
    this.#wasEnded = true;
    this.#process.kill('SIGKILL');
  }

  /** One at a time. @throws {ChildDied} @throws {ChildFailure} */
  ask(frame: Frame, answerChild?: AnswerChild): Promise<Frame> {
    return new Promise((resolve, reject) => {
      if (this.#death !== null) return reject(this.#death);
      this.#pending = { resolve, reject, answerChild };
      this.#write(frame);
    });
  }

  #listen(): void {
    const { stdin, stdout, stderr } = this.#process;
    const reader = new FrameReader((frame) => this.#take(frame));
    stdout.on('data', (chunk: Buffer) => {
      try {
        reader.push(chunk);
      } catch {
        // It does not speak as ours do.
        this.#process.kill('SIGKILL');
      }
    });
    stderr.on('data', (chunk: Buffer) => {
      this.#lastWords = (this.#lastWords + String(chunk)).slice(-LAST_WORDS_MAX);
    });
    // A write to one that has just died; `close` tells.
    stdin.on('error', () => {});
    stdout.on('error', () => {});
    this.#process.on('error', (cause) => this.#ended(cause.message));
    this.#process.on('close', (code, signal) => this.#ended(signal ?? `code ${code}`));
  }

  #write(frame: Frame): void {
    for (const part of framed(frame)) this.#process.stdin.write(part);
  }

  #settle(): Pending | null {
    const pending = this.#pending;
    this.#pending = null;
    return pending;
  }

  #take(frame: Frame): void {
    switch (frame.head.kind) {
      case 'ready':
        return this.#isReady();
      case 'answer':
        return this.#settle()?.resolve(frame);
      case 'failure':
        return this.#settle()?.reject(new ChildFailure(String(frame.head.message)));
      default:
        void this.#answer(frame);
    }
  }

  async #answer(question: Frame): Promise<void> {
    try {
      if (!this.#pending?.answerChild) throw new Error('a child asked what nobody answers');
      this.#write(await this.#pending.answerChild(question));
    } catch {
      this.#process.kill('SIGKILL');
    }
  }

  #ended(how: string): void {
    this.#death ??= new ChildDied(`the process ended (${how})${this.#lastWords ? `: ${this.#lastWords}` : ''}`);
    this.#failedToStart(this.#death);
    this.#settle()?.reject(this.#death);
    this.#isGone();
  }
}
