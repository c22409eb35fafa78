/** Files that wait to be sent, and those that are: a few at a time, each of which can be cancelled. @module */
import type { AssayClient, UploadOptions } from '@assay/sdk/client';
import type { UploadProgress } from '@assay/sdk/transport';
import { failureOf } from '../../shared/failure.ts';
import type { UploadEvent } from './uploads.ts';

/** The service marks as many pictures at once as it has processors, often two; more would only wait there. */
const AT_ONCE = 2;

export interface Waiting {
  readonly id: number;
  readonly file: File;
  readonly options: UploadOptions;
  /** Who gets a copy of their own, made after the upload. */
  readonly recipients: readonly string[];
}

export interface UploadClient extends Pick<AssayClient, 'upload'> {
  makeCopy(assetId: string, recipient: string, signal: AbortSignal): Promise<unknown>;
}

export class UploadQueue {
  readonly #client: UploadClient;
  readonly #tell: (event: UploadEvent) => void;
  readonly #running = new Map<number, AbortController>();
  #waiting: Waiting[] = [];

  constructor(client: UploadClient, tell: (event: UploadEvent) => void) {
    this.#client = client;
    this.#tell = tell;
  }

  add(uploads: readonly Waiting[]): void {
    this.#tell({ type: 'queued', ids: uploads.map(({ id }) => id) });
    this.#waiting.push(...uploads);
    this.#pump();
  }

  cancel(id: number): void {
    this.#waiting = this.#waiting.filter((upload) => upload.id !== id);
    this.#running.get(id)?.abort();
    this.#tell({ type: 'cancelled', id });
  }

  /** Nobody looks any more. */
  stop(): void {
    this.#waiting = [];
    for (const controller of this.#running.values()) controller.abort();
  }

  #pump(): void {
    while (this.#running.size < AT_ONCE) {
      const upload = this.#waiting.shift();
      if (!upload) return;
      const controller = new AbortController();
      this.#running.set(upload.id, controller);
      void this.#send(upload, controller.signal).finally(() => {
        // The same file may be under way again already.
        if (this.#running.get(upload.id) === controller) this.#running.delete(upload.id);
        this.#pump();
      });
    }
  }

  async #send({ id, file, options, recipients }: Waiting, signal: AbortSignal): Promise<void> {
    try {
      const onProgress = (progress: UploadProgress) => {
        if (!signal.aborted) this.#tell({ type: 'progressed', id, ...progress });
      };
      const asset = await this.#client.upload(file, { ...options, signal, onProgress });
      if (signal.aborted) return;
      this.#tell({ type: 'answered', id, asset });
      for (const recipient of recipients) await this.#copy(id, asset.id, recipient, signal);
    } catch (error) {
      if (!signal.aborted) this.#tell({ type: 'failed', id, failure: failureOf(error) });
    }
  }

  /** One that fails keeps none of the others from being made, nor the upload from being done. */
  async #copy(id: number, assetId: string, recipient: string, signal: AbortSignal): Promise<void> {
    const failure = await this.#client.makeCopy(assetId, recipient, signal).then(
      () => null,
      (error: unknown) => failureOf(error),
    );
    if (!signal.aborted) this.#tell({ type: 'copied', id, recipient, failure });
  }
}
