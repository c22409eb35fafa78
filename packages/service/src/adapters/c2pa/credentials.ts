/**
 * The port `Credentials` on child processes that hold no key and may be ended in the middle of a job: a hostile manifest
 * costs its own time and memory, and reaches neither the keys of this process nor its database.
 * @module
 */
import { AppError } from '@assay/core/errors';
import type {
  CredentialReading,
  Credentials,
  Signed,
  SigningRequest,
} from '../../app/ports/credentials/credentials.ts';
import { sniffFormat } from '../codec/sniffFormat.ts';
import { createJobLine, type Job, unavailable } from '../line/jobLine.ts';
import { endUnwanted } from '../line/unwanted.ts';
import { type AnswerChild, ChildDied, ChildFailure } from '../processes/childProcess.ts';
import type { Frame } from '../processes/frames.ts';
import { NoProcess, ProcessPool } from '../processes/processPool.ts';
import { currentTenant } from '../runtime/currentTenant.ts';
import { currentWork } from '../runtime/currentWork.ts';
import type { ReadFrame, SignFrame } from './credentialFrames.ts';
import { holdKey, type KeyHolder, type SigningSettings } from './keyHolder.ts';
import { activeManifestOnly, manifestStoreIn, mentionsRemoteManifest, STORE_BYTES_MAX } from './manifestStore.ts';
import { crJsonIn, readingIn, signedIn } from './receivedAnswers.ts';
import type { FetchManifest } from './remoteManifests.ts';
import { softBindingNames, softBindingsOf } from './softBindingNames.ts';
import { inaccessibleCredentials, noCredentials, unreadableCredentials } from './storeSummary.ts';
import type { TrustLists } from './trustLists.ts';

export interface CredentialsSettings {
  /** As a function: asked before each reading, for lists that change while the service runs. */
  readonly trust: TrustLists | (() => Promise<TrustLists>);
  /** Null: nothing is signed. */
  readonly signing: SigningSettings | null;
  /** Whether manifests show what they are about. Default false. */
  readonly thumbnails?: boolean;
  /** Reversed domain name before the names of our soft bindings. */
  readonly namespace: string;
  /** Where manifests that lie elsewhere come from. Default: they are named and not fetched. */
  readonly fetchManifest?: FetchManifest;
  /** Jobs that may wait; one more is refused. Default 64. */
  readonly queueMax?: number;
  /** Longest times that reading and signing may take, ms. Default `JOB_MS_MAX`. */
  readonly jobMsMax?: typeof JOB_MS_MAX;
  /** Processes that are started at once, 0..2; others start with the first job that needs them. Default 1. */
  readonly startedAhead?: number;
  /** The program of the processes; default the one beside this file. */
  readonly entry?: URL;
}

/** One process reads while the other signs; each holds about 80 MB. */
const PROCESSES = 2;

/**
 * Measured on a crowded core: reading 39 MB takes 1.3 s, signing them 3 s, a photograph of 13 megapixels a tenth of it.
 * Whoever verifies waits for the first, so that it stays well within the 20 s of a verification.
 */
const JOB_MS_MAX = { read: 8_000, sign: 30_000 };

/** Bytes of all jobs that wait or run: a delivered file and its parent, four times. */
const QUEUE_BYTES_MAX = 512 * 1024 * 1024;

const ENTRY = new URL(
  `./credentialsProcess${import.meta.url.slice(import.meta.url.lastIndexOf('.'))}`,
  import.meta.url,
);

/** Runs jobs in processes, in line. */
function openProcesses(settings: CredentialsSettings) {
  const { queueMax = 64, entry = ENTRY, jobMsMax = JOB_MS_MAX, startedAhead = 1 } = settings;
  const pool = new ProcessPool({ entry, processes: PROCESSES, startedAhead });
  const line = createJobLine({
    atOnce: PROCESSES,
    queueMax,
    queueBytesMax: QUEUE_BYTES_MAX,
    tenantOf: currentTenant.name,
    networkOf: currentTenant.network,
    signalOf: currentWork.signal,
  });

  async function inProcess(
    frame: Frame,
    msMax: number,
    wanted: AbortSignal | undefined,
    answerChild?: AnswerChild,
  ): Promise<Frame> {
    const ended = new AbortController();
    const settle = endUnwanted(wanted, () => ended.abort());
    try {
      return await pool.run(frame, { msMax, signal: ended.signal, ...(answerChild ? { answerChild } : {}) });
    } catch (cause) {
      if (cause instanceof NoProcess) throw unavailable('Manifests cannot be read at present.', undefined, cause);
      throw cause;
    } finally {
      settle();
    }
  }

  return {
    run: (job: Job, frame: Frame, answerChild?: AnswerChild): Promise<Frame> =>
      line.run(job, (wanted) => inProcess(frame, jobMsMax[frame.head.kind as 'read' | 'sign'], wanted, answerChild)),
    async close(): Promise<void> {
      await line.close();
      await pool.close();
    },
  };
}

const isOfJob = (cause: unknown): boolean => cause instanceof ChildDied || cause instanceof ChildFailure;

export function createCredentials(settings: CredentialsSettings): Credentials {
  const { trust, signing, namespace, fetchManifest } = settings;
  const key = signing && holdKey(signing);
  const processes = openProcesses(settings);

  const trusted = async (): Promise<TrustLists> => (typeof trust === 'function' ? await trust() : trust);

  async function read(bytes: Uint8Array): Promise<CredentialReading> {
    const format = sniffFormat(bytes);
    const store = manifestStoreIn(bytes, format);
    if (store === null && !mentionsRemoteManifest(bytes, format)) return noCredentials();
    if (store && store.length > STORE_BYTES_MAX)
      return unreadableCredentials('assay.manifest.tooLarge', `The manifests take ${store.length} bytes.`);
    const head = { kind: 'read', form: 'reading', trust: await trusted() } satisfies ReadFrame;
    const readBy = async (frame: Frame) => readingIn(await processes.run({ kind: 'read', bytes }, frame));
    try {
      const reading = await readBy({ head, blobs: [bytes] });
      const address = reading.present ? null : reading.remoteManifest;
      const found = address === null || !fetchManifest ? null : await fetchManifest(address);
      if (found === null || found.outcome === 'not-named') return reading;
      if (found.outcome === 'inaccessible') return inaccessibleCredentials(address);
      return await readBy({ head: { ...head, remote: address }, blobs: [bytes, found.store] });
    } catch (error) {
      if (!isOfJob(error)) throw error;
      return unreadableCredentials('assay.manifest.unreadable', 'Reading it took too long or too much memory.');
    }
  }

  async function readCrJson(bytes: Uint8Array): Promise<string | null> {
    const store = manifestStoreIn(bytes, sniffFormat(bytes));
    if (store === null || store.length > STORE_BYTES_MAX) return null;
    const head = { kind: 'read', form: 'crJson', trust: await trusted() } satisfies ReadFrame;
    try {
      return crJsonIn(await processes.run({ kind: 'read', bytes }, { head, blobs: [bytes] }));
    } catch (error) {
      if (!isOfJob(error)) throw error;
      return null;
    }
  }

  return {
    read,
    readCrJson,
    sign: (request) => sign(processes, key, request),
    signs: signing !== null,
    thumbnails: settings.thumbnails ?? false,
    manifestStore: (file) => manifestStoreIn(file, sniffFormat(file)),
    activeManifest: activeManifestOnly,
    algorithms: softBindingNames(namespace),
    close: () => processes.close(),
  };
}

const NONE = new Uint8Array();

/** @throws {AppError} PROCESSING_FAILED when it cannot be signed */
async function sign(
  processes: ReturnType<typeof openProcesses>,
  key: KeyHolder | null,
  { bytes, parent, facts, thumbnail }: SigningRequest,
): Promise<Signed> {
  if (key === null) throw new Error('a service without a signer was asked to sign');
  const { pdq, ...named } = facts;
  const head = { kind: 'sign', facts: named, shape: key.shape } satisfies SignFrame;
  const blobs = [bytes, parent, pdq ?? NONE, thumbnail ?? NONE];
  try {
    const answer = await processes.run(
      { kind: 'sign', bytes, parent },
      { head, blobs },
      key.answering(facts, thumbnail),
    );
    return { ...signedIn(answer), bindings: softBindingsOf(facts, key.shape.namespace) };
  } catch (cause) {
    if (!isOfJob(cause)) throw cause;
    throw new AppError('PROCESSING_FAILED', 'The picture could not be processed.', { cause });
  }
}
