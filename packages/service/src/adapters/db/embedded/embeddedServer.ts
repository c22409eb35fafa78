/** The embedded database seen from the main thread: a server that one client at a time connects to. @module */
import type { EventEmitter } from 'node:events';
import { Duplex } from 'node:stream';
import { Worker } from 'node:worker_threads';
import type { EmbeddedWorkerData, FromWorker, ToWorker } from './messages.ts';

export interface EmbeddedServer {
  /** A connection for node-postgres; whoever held one before loses it. */
  connect(): Duplex;
  /** The whole database as a tar archive; no client may be in a transaction. */
  dump(): Promise<Uint8Array<ArrayBuffer>>;
  /** Its folder as of one moment, beside running transactions, and with it other files: `[from, to]`. One copy at a time. */
  copyTo(folder: string, beside: readonly (readonly [string, string])[]): Promise<void>;
  close(): Promise<void>;
}

/** @throws {Error} when the folder cannot be opened as a database; the message carries the reason */
export async function startEmbeddedServer(data: EmbeddedWorkerData): Promise<EmbeddedServer> {
  const server = new ThreadedServer(startWorker(data));
  await server.until('ready');
  return server;
}

function startWorker(workerData: EmbeddedWorkerData): Worker {
  if (!import.meta.url.endsWith('.ts'))
    return new Worker(new URL('./embeddedWorker.js', import.meta.url), { workerData });
  const entry = new URL('./embeddedWorker.source.mjs', import.meta.url);
  return new Worker(entry, { workerData, execArgv: ['--conditions=assay-source'] });
}

/** The engine itself broke, for good; only a new start of the process helps. */
class EmbeddedFailure extends Error {
  /** PostgreSQL's own word for it, crash_shutdown; repositories then answer SERVICE_UNAVAILABLE. */
  readonly code = '57P02';

  constructor(reason: string, options?: ErrorOptions) {
    super(`The embedded database failed: ${reason}`, options);
    this.name = 'EmbeddedFailure';
  }
}

/** As much of a worker as is used. */
type WorkerEvents = Pick<EventEmitter, 'on' | 'once'> & Pick<Worker, 'postMessage'>;

/** @param worker that runs `embeddedWorker.ts` */
export class ThreadedServer implements EmbeddedServer {
  readonly #worker: WorkerEvents;
  /** Listened for from the start: a main thread that was busy is told the last message and the exit in one turn. */
  readonly #exited: Promise<void>;
  readonly #waiting = new Map<
    FromWorker['kind'],
    { resolve: (message: FromWorker) => void; reject: (cause: Error) => void }
  >();
  #client: ClientStream | null = null;
  #connection = 0;
  #failure: Error | null = null;

  constructor(worker: WorkerEvents) {
    this.#worker = worker;
    worker.on('message', (message: FromWorker) => this.#receive(message));
    worker.on('error', (cause: Error) => this.#fail(new EmbeddedFailure(cause.message, { cause })));
    this.#exited = new Promise((resolve) => {
      worker.once('exit', () => resolve());
    });
    worker.on('exit', () => this.#fail(new EmbeddedFailure('its thread has ended')));
  }

  connect(): Duplex {
    this.#client?.destroy();
    const connection = ++this.#connection;
    this.#client = new ClientStream(
      (bytes) => this.#send({ kind: 'frontend', connection, bytes }, [bytes.buffer]),
      () => this.#failure,
    );
    return this.#client;
  }

  async dump(): Promise<Uint8Array<ArrayBuffer>> {
    this.#send({ kind: 'dump' });
    return (await this.until('dumped')).bytes;
  }

  async copyTo(to: string, beside: readonly (readonly [string, string])[]): Promise<void> {
    this.#send({ kind: 'copy', to, beside });
    const { failure } = await this.until('copied');
    if (failure !== null) throw new Error(`the embedded database could not be copied: ${failure}`);
  }

  async close(): Promise<void> {
    if (this.#failure) return;
    this.#send({ kind: 'close' });
    await this.until('closed');
    await this.#exited;
  }

  /** The next message of this kind. */
  until<Kind extends FromWorker['kind']>(kind: Kind): Promise<Extract<FromWorker, { kind: Kind }>> {
    if (this.#failure) return Promise.reject(this.#failure);
    return new Promise((resolve, reject) => {
      this.#waiting.set(kind, {
        resolve: (message) => resolve(message as Extract<FromWorker, { kind: Kind }>),
        reject,
      });
    });
  }

  #send(message: ToWorker, transfer: ArrayBuffer[] = []): void {
    this.#worker.postMessage(message, transfer);
  }

  #receive(message: FromWorker): void {
    if (message.kind === 'backend') {
      // An answer to a client that is gone must not reach the next one.
      if (message.connection === this.#connection) this.#client?.push(Buffer.from(message.bytes.buffer));
      return;
    }
    if (message.kind === 'failed') return this.#fail(new EmbeddedFailure(message.message));
    this.#waiting.get(message.kind)?.resolve(message);
    this.#waiting.delete(message.kind);
  }

  #fail(failure: Error): void {
    this.#failure ??= failure;
    for (const { reject } of this.#waiting.values()) reject(this.#failure);
    this.#waiting.clear();
    this.#client?.destroy(this.#failure);
    this.#client = null;
  }
}

/** As much of a socket as node-postgres uses. */
class ClientStream extends Duplex {
  readonly #send: (bytes: Uint8Array<ArrayBuffer>) => void;
  readonly #failure: () => Error | null;

  constructor(send: (bytes: Uint8Array<ArrayBuffer>) => void, failure: () => Error | null) {
    super();
    this.#send = send;
    this.#failure = failure;
  }

  connect(): this {
    process.nextTick(() => {
      const failure = this.#failure();
      if (failure) this.destroy(failure);
      else this.emit('connect');
    });
    return this;
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    // A copy of its own: the driver's buffer is a slice of a larger one, which would be sent whole.
    this.#send(new Uint8Array(chunk));
    done();
  }

  override _final(done: () => void): void {
    this.push(null);
    done();
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }
}
