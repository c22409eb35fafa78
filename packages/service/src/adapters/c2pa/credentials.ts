/**
 * The port `Credentials` on worker threads of its own, which may be ended in the middle of a job: a hostile manifest
 * costs its own time and memory and no picture's. The threads start with the first job.
 * @module
 */
import { AppError } from '@assay/core/errors';
import type { CredentialReading, Credentials, Signed } from '../../app/ports/credentials/credentials.ts';
import { createWorkerPool, type WorkerPool } from '../engine/workerPool.ts';
import { currentWork } from '../runtime/currentWork.ts';
import { sniffFormat } from '../codec/sniffFormat.ts';
import { activeManifestOnly, manifestStoreIn, mentionsRemoteManifest } from './manifestStore.ts';
import type { CredentialsWorkerData } from './credentialsWorker.ts';
import { softBindingNames } from './softBindingNames.ts';
import { noCredentials, unreadableCredentials } from './storeSummary.ts';

export interface CredentialsSettings extends CredentialsWorkerData {
  /** Reversed domain name before the names of our soft bindings. */
  readonly namespace: string;
  /** Jobs that may wait; one more is refused. Default 64. */
  readonly queueMax?: number;
  /** Longest times that reading and signing may take, ms. Default `JOB_MS_MAX`. */
  readonly jobMsMax?: typeof JOB_MS_MAX;
}

/** One thread reads while the other signs; each holds about 100 MB once it has worked. */
const THREADS = 2;

/**
 * Measured on a crowded core: reading 39 MB takes 1.3 s, signing them 3 s, a photograph of 13 megapixels a tenth of it.
 * Whoever verifies waits for the first, so that it stays well within the 20 s of a verification.
 */
const JOB_MS_MAX = { read: 8_000, sign: 30_000 };

/** Bytes of all jobs that wait or run: a delivered file and its parent, four times. */
const QUEUE_BYTES_MAX = 512 * 1024 * 1024;

/** Camera and editor histories with thumbnails stay below a few MiB; nobody needs more to say where a picture is from. */
const STORE_BYTES_MAX = 32 * 1024 * 1024;

const ENTRY = new URL(`./credentialsWorker${import.meta.url.slice(import.meta.url.lastIndexOf('.'))}`, import.meta.url);

export function createCredentials(settings: CredentialsSettings): Credentials {
  const { trust, signing, namespace } = settings;
  let started: WorkerPool | null = null;
  const pool = (): WorkerPool => {
    started ??= createWorkerPool({
      entry: ENTRY,
      workerData: { trust, signing } satisfies CredentialsWorkerData,
      threads: THREADS,
      queueMax: settings.queueMax ?? 64,
      queueBytesMax: QUEUE_BYTES_MAX,
      jobMsMax: settings.jobMsMax ?? JOB_MS_MAX,
      signalOf: currentWork.signal,
    });
    return started;
  };

  async function read(bytes: Uint8Array): Promise<CredentialReading> {
    const format = sniffFormat(bytes);
    const store = manifestStoreIn(bytes, format);
    if (store === null && !mentionsRemoteManifest(bytes, format)) return noCredentials();
    if (store && store.length > STORE_BYTES_MAX)
      return unreadableCredentials('assay.manifest.tooLarge', `The manifests take ${store.length} bytes.`);
    try {
      return await pool().run<CredentialReading>({ kind: 'read', bytes });
    } catch (error) {
      if (error instanceof AppError && error.code === 'SERVICE_UNAVAILABLE') throw error;
      return unreadableCredentials('assay.manifest.unreadable', 'Reading it took too long or too much memory.');
    }
  }

  return {
    read,
    sign: ({ bytes, parent, facts }) => pool().run<Signed>({ kind: 'sign', bytes, parent, facts }),
    signs: signing !== null,
    manifestStore: (file) => manifestStoreIn(file, sniffFormat(file)),
    activeManifest: activeManifestOnly,
    algorithms: softBindingNames(namespace),
    close: async () => void (await started?.close()),
  };
}
