/**
 * Does an upload that was answered 201 survive SIGKILL at any moment? Rounds of: start, check everything acknowledged so
 * far, upload from several clients at once, kill at a random moment.
 * @module
 */
import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { AssayClient } from '@assay/sdk/client';
import { uniform } from '@assay/core/scene/noise';
import { type ServiceProcess, sleep, startServiceProcess } from '../../packages/service/test/process/serviceProcess.ts';
import { makePictures } from './pictures.ts';

/** Longest time that an asset may stay in `processing` after the next start. */
const PROCESSING_MAX_MS = 60_000;

/** Verifications of a user a day in the free plan are 10; each round has its own user, and checks stay below that. */
const VERIFIED_EACH_ROUND = 1;

const PASSWORD = 'seventeen frogs';

export interface KillLoopOptions {
  readonly dataDir: string;
  readonly rounds: number;
  /** Decides moments of death and pictures. */
  readonly seed: number;
  /** Uploads under way at once. */
  readonly clients: number;
  readonly note?: (line: string) => void;
}

export interface Acknowledged {
  readonly email: string;
  readonly assetId: string;
  /** SHA-256 of the bytes that were sent, hex. */
  readonly sentSha256: string;
  readonly watermarkedSha256: string | null;
}

export interface KillReport {
  readonly rounds: number;
  /** Uploads answered 201. */
  readonly acknowledged: number;
  /** Uploads under way when the process died: no answer came. */
  readonly unanswered: number;
  /** One sentence for each acknowledged upload that is not whole. */
  readonly lost: readonly string[];
  /** Files without an asset, temporary files, assets stuck in `processing`. */
  readonly leftBehind: readonly string[];
  /** Longest time after a start until nothing was in `processing`. */
  readonly recoveryMsMax: number;
}

export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

export async function signIn(service: ServiceProcess, email: string): Promise<AssayClient> {
  const client = new AssayClient({ baseUrl: service.url, retry: { retriesMax: 0 } });
  await client.login(email, PASSWORD);
  return client;
}

/** The random moment of death, in terms of the work: so it falls into every phase on slow and on fast machines. */
interface Death {
  /** Uploads that are answered before. */
  readonly afterAnswers: number;
  /** Then a share of the time that an upload took so far, 0..1. */
  readonly share: number;
}

/** Uploads from `clients` clients until the process is gone. */
async function uploadUntilKilled(
  service: ServiceProcess,
  email: string,
  pictures: readonly Uint8Array[],
  options: KillLoopOptions,
  death: Death,
): Promise<{ acknowledged: Acknowledged[]; unanswered: number }> {
  const acknowledged: Acknowledged[] = [];
  let unanswered = 0;
  const life = { isOver: false };
  const client = await signIn(service, email);
  const work = Array.from({ length: options.clients }, async (_, worker) => {
    for (let turn = 0; !life.isOver; turn++) {
      const bytes = pictures[(worker + turn * options.clients) % pictures.length] as Uint8Array;
      try {
        const asset = await client.upload(new File([new Uint8Array(bytes)], `upload ${worker}-${turn}.jpg`));
        const watermarkedSha256 = asset.watermarked_content_hash ?? null;
        acknowledged.push({ email, assetId: asset.id, sentSha256: sha256(bytes), watermarkedSha256 });
      } catch (error) {
        if (!life.isOver) throw error; // a refusal while the service lives is a failure of this bench, not a crash
        unanswered += 1;
      }
    }
  });
  const startMs = performance.now();
  const kill = async () => {
    while (acknowledged.length < death.afterAnswers && !life.isOver) await sleep(5);
    const uploadMs = (performance.now() - startMs) / Math.max(1, death.afterAnswers);
    await sleep(death.share * uploadMs);
    life.isOver = true;
    await service.kill();
  };
  try {
    await Promise.all([...work, kill()]);
  } finally {
    life.isOver = true; // a refusal ends the round
    await service.kill();
  }
  return { acknowledged, unanswered };
}

/** What is wrong with an acknowledged upload; null if row, files and hashes are whole. */
export async function faultOf(client: AssayClient, upload: Acknowledged, alsoVerify: boolean): Promise<string | null> {
  const name = `asset ${upload.assetId}`;
  try {
    const asset = await client.getAsset(upload.assetId);
    if (asset.processing_status !== 'completed') return `${name} is ${asset.processing_status}`;
    if (asset.content_hash !== upload.sentSha256) return `${name}: content_hash is not that of the bytes sent`;
    if ((asset.watermarked_content_hash ?? null) !== upload.watermarkedSha256) return `${name}: another delivered hash`;
    const read = async (variant: 'original' | 'watermarked') =>
      new Uint8Array(await (await client.download(upload.assetId, { variant })).blob.arrayBuffer());
    if (sha256(await read('original')) !== upload.sentSha256) return `${name}: the original's bytes differ`;
    const delivered = await read('watermarked');
    if (sha256(delivered) !== upload.watermarkedSha256) return `${name}: the delivered bytes differ`;
    if (!alsoVerify) return null;
    const { verdict, confidence } = await client.verify(delivered);
    return verdict === 'authentic' && confidence === 1 ? null : `${name}: verifies ${verdict} ${confidence}`;
  } catch (error) {
    return `${name}: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** Waits until no user has an asset in `pending` or `processing`. @returns the time that took, or null if it was too long */
async function waitForRecovery(clients: readonly AssayClient[]): Promise<number | null> {
  const startMs = performance.now();
  for (;;) {
    let open = 0;
    for (const client of clients)
      for (const status of ['pending', 'processing'] as const)
        open += (await client.listAssets({ status, pageSize: 1 }).first()).total;
    const elapsedMs = performance.now() - startMs;
    if (open === 0) return elapsedMs;
    if (elapsedMs > PROCESSING_MAX_MS) return null;
    await sleep(250);
  }
}

/** Temporary files, and folders of assets that no user has. */
async function strayFiles(dataDir: string, assetIds: ReadonlySet<string>): Promise<string[]> {
  const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.name.endsWith('.tmp') || (UUID.test(entry.name) && !assetIds.has(entry.name)))
    .map((entry) => path.relative(dataDir, path.join(entry.parentPath, entry.name)));
}

/** The service may sweep a while after its start, as long as it is done in time. */
async function strayFilesAfterSweep(dataDir: string, assetIds: ReadonlySet<string>): Promise<string[]> {
  const deadline = performance.now() + PROCESSING_MAX_MS;
  for (;;) {
    const stray = await strayFiles(dataDir, assetIds);
    if (stray.length === 0 || performance.now() > deadline) return stray;
    await sleep(500);
  }
}

async function idsOf(clients: readonly AssayClient[]): Promise<Set<string>> {
  const ids = new Set<string>();
  for (const client of clients) for await (const asset of client.listAssets({ pageSize: 100 })) ids.add(asset.id);
  return ids;
}

export async function runKillLoop(options: KillLoopOptions): Promise<KillReport> {
  const note = options.note ?? (() => undefined);
  const uploads: Acknowledged[] = [];
  const emails: string[] = [];
  const lost: string[] = [];
  const leftBehind: string[] = [];
  let unanswered = 0;
  let recoveryMsMax = 0;

  /** Starts on what the last round left, and looks at everything. */
  async function startAndCheck(isLast: boolean): Promise<ServiceProcess> {
    const service = await startServiceProcess(options.dataDir);
    const clients = new Map<string, AssayClient>();
    for (const email of emails) clients.set(email, await signIn(service, email));
    const recoveryMs = await waitForRecovery([...clients.values()]);
    if (recoveryMs === null) leftBehind.push(`an asset was in processing for more than ${PROCESSING_MAX_MS} ms`);
    recoveryMsMax = Math.max(recoveryMsMax, recoveryMs ?? Number.POSITIVE_INFINITY);
    const newest = emails.at(-1);
    const looked = isLast ? uploads : uploads.filter(({ email }) => email === newest);
    const verified = new Set(uploads.filter(({ email }) => email === newest).slice(-VERIFIED_EACH_ROUND));
    for (const upload of looked) {
      const fault = await faultOf(clients.get(upload.email) as AssayClient, upload, verified.has(upload));
      if (fault) lost.push(fault);
    }
    leftBehind.push(...(await strayFilesAfterSweep(options.dataDir, await idsOf([...clients.values()]))));
    return service;
  }

  for (let round = 0; round < options.rounds; round++) {
    const service = await startAndCheck(false);
    const email = `round.${round}@example.org`;
    await new AssayClient({ baseUrl: service.url }).register({ email, password: PASSWORD });
    emails.push(email);
    const pictures = await makePictures(12, options.seed, round);
    const death = {
      afterAnswers: 1 + Math.floor(4 * uniform(2 * round, options.seed)),
      share: uniform(2 * round + 1, options.seed),
    };
    const outcome = await uploadUntilKilled(service, email, pictures, options, death);
    uploads.push(...outcome.acknowledged);
    unanswered += outcome.unanswered;
    const counts = `${outcome.acknowledged.length} acknowledged, ${outcome.unanswered} unanswered`;
    note(`round ${round + 1}: killed ${death.share.toFixed(2)} uploads after answer ${death.afterAnswers}; ${counts}`);
  }
  const service = await startAndCheck(true);
  await service.terminate();
  return {
    rounds: options.rounds,
    acknowledged: uploads.length,
    unanswered,
    lost,
    leftBehind,
    recoveryMsMax: Math.round(recoveryMsMax),
  };
}
