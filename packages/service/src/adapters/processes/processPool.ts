/**
 * Child processes that were started ahead, each with one job at a time. One that dies costs its own answer and is replaced at
 * once; where one after the other dies without an answer, the next start waits longer and longer, and where none comes up at
 * all, whoever waits is told.
 * @module
 */
import { type AnswerChild, ChildDied, ChildFailure, ChildProcess } from './childProcess.ts';
import type { Frame } from './frames.ts';

export interface ProcessPoolOptions {
  /** A module that calls `serveFrames`. */
  readonly entry: URL;
  readonly processes: number;
  /** How many of them are started at once; the others when a job finds none free. Default all. */
  readonly startedAhead?: number;
  /** They get the processor that all others leave. */
  readonly isBehind?: boolean;
}

/** Again and again none came up; the job was not begun. */
export class NoProcess extends Error {
  override readonly name = 'NoProcess';
}

export interface RunOptions {
  /** Ends the job, and with it its process. */
  readonly signal?: AbortSignal;
  /** From when a process has the job; one that takes longer is ended. */
  readonly msMax?: number;
  readonly answerChild?: AnswerChild;
}

/** Pause before the second start in a row that follows a death without an answer, and the longest one, ms. */
const PAUSE_MS = { first: 100, max: 10_000 } as const;
/** Deaths in a row that are more than bad luck. */
const DEATHS_MAX = 3;

interface Waiting {
  readonly take: (child: ChildProcess) => void;
  readonly fail: (cause: Error) => void;
}

const givenUp = (): ChildDied => new ChildDied('the job was given up before it began');

export class ProcessPool {
  readonly #entry: URL;
  readonly #alive = new Set<ChildProcess>();
  readonly #idle: ChildProcess[] = [];
  readonly #waiting: Waiting[] = [];
  readonly #processes: number;
  readonly #startedAhead: number;
  readonly #isBehind: boolean;
  readonly #pauses = new Set<NodeJS.Timeout>();
  #deathsInRow = 0;
  #failedStartsInRow = 0;
  #closing = false;

  constructor({ entry, processes, startedAhead = processes, isBehind = false }: ProcessPoolOptions) {
    this.#entry = entry;
    this.#processes = processes;
    this.#startedAhead = startedAhead;
    this.#isBehind = isBehind;
    for (let i = 0; i < startedAhead; i++) this.#start();
  }

  /** False while none has come up, though it was tried again and again. */
  get healthy(): boolean {
    return this.#deathsInRow < DEATHS_MAX;
  }

  /** Of those that live. */
  get pids(): readonly number[] {
    return [...this.#alive].map(({ pid }) => pid);
  }

  /** @throws {ChildDied} when its process ended or was ended, {ChildFailure} with what the job said, {NoProcess} */
  async run(frame: Frame, { signal, msMax, answerChild }: RunOptions = {}): Promise<Frame> {
    if (this.#closing || signal?.aborted) throw givenUp();
    const child = await this.#take(signal);
    const end = (): void => child.end();
    const timer = msMax === undefined ? undefined : setTimeout(end, msMax);
    signal?.addEventListener('abort', end, { once: true });
    try {
      const answer = await child.ask(frame, answerChild);
      this.#worked(child);
      return answer;
    } catch (cause) {
      if (cause instanceof ChildFailure) this.#worked(child);
      throw cause;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
    }
  }

  /** Kills what is left. Resolves when all are gone. */
  async close(): Promise<void> {
    this.#closing = true;
    for (const pause of this.#pauses) clearTimeout(pause);
    this.#failWaiting(givenUp());
    const all = [...this.#alive];
    for (const child of all) child.end();
    await Promise.all(all.map(({ gone }) => gone));
  }

  #worked(child: ChildProcess): void {
    this.#deathsInRow = 0;
    this.#offer(child);
  }

  #offer(child: ChildProcess): void {
    const next = this.#waiting.shift();
    if (next) next.take(child);
    else this.#idle.push(child);
  }

  #start(): void {
    const child = new ChildProcess(this.#entry, this.#isBehind);
    this.#alive.add(child);
    child.ready.then(
      () => {
        this.#failedStartsInRow = 0;
        this.#offer(child);
      },
      () => void this.#failedStartsInRow++,
    );
    void child.gone.then(() => this.#replace(child));
  }

  /** Of those that live or are about to be started. */
  get #count(): number {
    return this.#alive.size + this.#pauses.size;
  }

  #replace(child: ChildProcess): void {
    this.#alive.delete(child);
    const at = this.#idle.indexOf(child);
    if (at >= 0) this.#idle.splice(at, 1);
    // One that we ended ourselves tells nothing of the next one.
    if (!child.wasEnded) this.#deathsInRow++;
    if (this.#closing) return;
    if (this.#failedStartsInRow >= DEATHS_MAX) this.#failWaiting(new NoProcess('no process comes up'));
    if (this.#count < this.#startedAhead || this.#waiting.length > 0) this.#startAgain();
  }

  /** At once after the first death in a row, later after a pause. */
  #startAgain(): void {
    if (this.#deathsInRow <= 1) {
      this.#start();
      return;
    }
    const ms = Math.min(PAUSE_MS.max, PAUSE_MS.first * 2 ** (this.#deathsInRow - 2));
    const pause = setTimeout(() => {
      this.#pauses.delete(pause);
      this.#start();
    }, ms);
    this.#pauses.add(pause);
  }

  #failWaiting(cause: Error): void {
    for (const { fail } of this.#waiting.splice(0)) fail(cause);
  }

  /** Waits for a free one. */
  #take(signal: AbortSignal | undefined): Promise<ChildProcess> {
    const free = this.#idle.shift();
    if (free) return Promise.resolve(free);
    if (this.#count < this.#processes) this.#startAgain();
    return new Promise((resolve, reject) => {
      const settle = (): void => signal?.removeEventListener('abort', giveUp);
      const waiting: Waiting = {
        take: (child) => (settle(), resolve(child)),
        fail: (cause) => (settle(), reject(cause)),
      };
      const giveUp = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        reject(givenUp());
      };
      this.#waiting.push(waiting);
      signal?.addEventListener('abort', giveUp, { once: true });
    });
  }
}
