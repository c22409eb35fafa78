/**
 * The thread that the embedded database runs in: PostgreSQL's wire protocol in, wire protocol out. PGlite is one
 * backend with one session, so there is one client at a time; who connects finds the session as new.
 * @module
 */
import { constants, cpSync, existsSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import type { PGlite } from '@electric-sql/pglite';
import { type FrontendBatch, FrontendBatches } from './frontendBatches.ts';
import { CheckpointJob } from './checkpointJob.ts';
import type { EmbeddedWorkerData, FromWorker, ToWorker } from './messages.ts';
import { openPglite } from './openPglite.ts';

const port = parentPort!;
const { folder } = workerData as EmbeddedWorkerData;

function say(message: FromWorker): void {
  port.postMessage(message, 'bytes' in message ? [message.bytes.buffer as ArrayBuffer] : []);
}

/** ReadyForQuery, the last message of an answer: `Z`, length 5, and `I` outside a transaction. */
const isIdle = (answer: Uint8Array): boolean => answer.at(-6) === 0x5a && answer.at(-1) === 0x49;

class Backend {
  readonly #pglite: PGlite;
  readonly #checkpoints = new CheckpointJob();
  #connection = 0;
  #batches = new FrontendBatches();
  #inTransaction = false;
  /** Everything runs one after the other. */
  #tail: Promise<void> = Promise.resolve();

  constructor(pglite: PGlite) {
    this.#pglite = pglite;
  }

  receive(message: ToWorker): void {
    if (message.kind === 'frontend') this.#listen(message.connection, message.bytes);
    else if (message.kind === 'dump') void this.#enqueue(() => this.#dump());
    else if (message.kind === 'copy') void this.#enqueue(async () => this.#copy(message.to, message.beside));
    else void this.#enqueue(() => this.#close());
  }

  /** A client that was cut off did not say goodbye, and what it left half-sent is void. */
  #listen(connection: number, bytes: Uint8Array): void {
    if (connection !== this.#connection) this.#batches = new FrontendBatches();
    this.#connection = connection;
    for (const batch of this.#batches.push(bytes)) void this.#enqueue(() => this.#answer(connection, batch));
  }

  #enqueue(work: () => Promise<void>): Promise<void> {
    this.#tail = this.#tail.then(work).catch((cause: unknown) => {
      // Errors of SQL are answers of the protocol; what is thrown means that the engine itself broke.
      say({ kind: 'failed', message: cause instanceof Error ? (cause.stack ?? cause.message) : String(cause) });
      port.close();
    });
    return this.#tail;
  }

  async #answer(connection: number, batch: FrontendBatch): Promise<void> {
    if (batch.kind === 'terminate') return;
    if (batch.kind === 'startup') await this.#resetSession();
    const answer = await this.#pglite.execProtocolRaw(batch.bytes);
    this.#inTransaction = !isIdle(answer);
    // PGlite answers from a buffer that it uses again.
    say({ kind: 'backend', connection, bytes: answer.slice() });
    await this.#checkpoints.note(this.#pglite, this.#inTransaction);
  }

  /** The client before may have vanished in the middle of a transaction. */
  async #resetSession(): Promise<void> {
    if (this.#inTransaction) await this.#pglite.exec('ROLLBACK');
    await this.#pglite.exec('DISCARD ALL');
  }

  async #dump(): Promise<void> {
    const dump = await this.#pglite.dumpDataDir('none');
    say({ kind: 'dumped', bytes: new Uint8Array(await dump.arrayBuffer()) });
  }

  /**
   * What a crash at this moment would leave, in another folder: whoever opens it recovers as after a crash. Nothing is
   * committed while it is made, so that a file that follows the database (`beside`) is of the same moment.
   */
  #copy(to: string, beside: readonly (readonly [string, string])[]): void {
    try {
      if (folder === null) throw new Error('a database in memory has no files');
      for (const [from, target] of [[folder, to] as const, ...beside])
        if (existsSync(from)) cpSync(from, target, { recursive: true, mode: constants.COPYFILE_FICLONE });
      say({ kind: 'copied', failure: null });
    } catch (cause) {
      say({ kind: 'copied', failure: String(cause) });
    }
  }

  async #close(): Promise<void> {
    await this.#pglite.close();
    say({ kind: 'closed' });
    port.close();
  }
}

try {
  const backend = new Backend(await openPglite(workerData as EmbeddedWorkerData));
  port.on('message', (message: ToWorker) => backend.receive(message));
  say({ kind: 'ready' });
} catch (cause) {
  say({ kind: 'failed', message: cause instanceof Error ? (cause.stack ?? cause.message) : String(cause) });
  port.close();
}
