/**
 * Does SIGKILL at any moment lose anything that was acknowledged, while uploads, commits, verifications and backups are
 * under way, and is every backup that calls itself complete one that can be used? Generations of rounds, each generation on
 * a data folder of its own; in a round some backups are killed, then the service in the middle of everything.
 * @module
 */
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { uniform } from '@assay/core/scene/noise';
import { AssayClient } from '@assay/sdk/client';
import type { CompleteBackup } from '../../packages/service/src/app/ports/backup/backup.ts';
import { checkedBackup, restore } from '../../packages/service/src/compose/backup/restoreBackup.ts';
import { readConfig } from '../../packages/service/src/config/config.ts';
import { type AssayCommand, spawnAssay } from '../../packages/service/test/process/assayCommand.ts';
import { type ServiceProcess, sleep, startServiceProcess } from '../../packages/service/test/process/serviceProcess.ts';
import { type Acknowledged, faultOf, sha256, signIn } from './killLoop.ts';
import { makePictures } from './pictures.ts';

export interface KillBackupsOptions {
  /** Holds the data folders and backups, one generation after the other. */
  readonly root: string;
  /** At least so many processes are killed. */
  readonly kills: number;
  /** Decides moments of death and pictures. */
  readonly seed: number;
  /** Rounds on one data folder; a backup copies all of it, so that long generations take long. */
  readonly roundsEach: number;
  /** Backups that are killed in each round before the service is. */
  readonly backupsEach: number;
  readonly note?: (line: string) => void;
}

export interface KillBackupsReport {
  readonly kills: { readonly service: number; readonly backup: number };
  readonly acknowledged: { readonly uploads: number; readonly commits: number; readonly verifications: number };
  /** Requests under way when the service died: no answer came. */
  readonly unanswered: number;
  readonly backups: {
    readonly complete: number;
    /** Ended with a sentence, since the service was killed under them. */
    readonly refused: number;
    /** Restored into an empty folder, started, compared. */
    readonly restored: number;
  };
  /** A sentence for each acknowledged thing that is gone or changed. */
  readonly lost: readonly string[];
  /** A sentence for each complete backup that cannot be used, or misses something. */
  readonly unusable: readonly string[];
  readonly secondsEachKill: number;
}

const QUIET = { checked: () => {}, restored: () => {} };
const PASSWORD = 'seventeen frogs';
/** Uploads and verifications under way at once, beside one that commits. */
const UPLOADERS = 2;

/** What was acknowledged, by the ids that the rows of the database have. */
class Ledger {
  readonly uploads: Acknowledged[] = [];
  readonly commits: string[] = [];
  readonly verifications: string[] = [];
  unanswered = 0;

  ids(): Readonly<Record<string, readonly string[]>> {
    return {
      assets: this.uploads.map(({ assetId }) => assetId),
      commitments: [...this.commits],
      verification_logs: [...this.verifications],
    };
  }
}

/** Everything at once until the service is gone. */
async function work(
  client: AssayClient,
  email: string,
  pictures: readonly Uint8Array[],
  ledger: Ledger,
  life: { isOver: boolean },
): Promise<void> {
  const again = async (task: (turn: number) => Promise<void>): Promise<void> => {
    for (let turn = 0; !life.isOver; turn++)
      try {
        await task(turn);
      } catch (error) {
        // A refusal while the service lives is a failure of the service, not a crash.
        if (!life.isOver) throw error;
        ledger.unanswered += 1;
      }
  };
  const uploaders = Array.from({ length: UPLOADERS }, (_, worker) =>
    again(async (turn) => {
      const bytes = pictures[(worker + turn * UPLOADERS) % pictures.length] as Uint8Array;
      const asset = await client.upload(new File([new Uint8Array(bytes)], `upload ${worker}-${turn}.jpg`));
      const watermarkedSha256 = asset.watermarked_content_hash ?? null;
      ledger.uploads.push({ email, assetId: asset.id, sentSha256: sha256(bytes), watermarkedSha256 });
    }),
  );
  const committer = again(async (turn) => {
    // Those of earlier rounds belong to other accounts.
    const asset = ledger.uploads.filter((upload) => upload.email === email).at(-1 - (turn % 3));
    if (!asset) return sleep(20);
    ledger.commits.push((await client.commit(asset.assetId)).commitment_id);
  });
  const verifier = again(async (turn) => {
    const { verification_id: id } = await client.verify(pictures[turn % pictures.length] as Uint8Array);
    if (id !== null) ledger.verifications.push(id);
  });
  await Promise.all([...uploaders, committer, verifier]);
}

/** One folder after the other for the backups of a generation. */
class Backups {
  complete = 0;
  refused = 0;
  readonly unusable: string[] = [];
  readonly #dataDir: string;
  readonly #folder: string;
  /** How long one took that nobody disturbed, ms; the moments of death are shares of it. */
  #durationMs = Number.POSITIVE_INFINITY;
  #count = 0;

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
    this.#folder = `${dataDir}-backups`;
  }

  /** @param before what was acknowledged before it began @param disturb called at `share` of the time a backup takes; never during the first, which is timed */
  async take(
    before: Ledger['ids'],
    share: number,
    disturb: (command: AssayCommand) => Promise<unknown>,
  ): Promise<boolean> {
    const target = `${this.#folder}-${this.#count++}`;
    const known = before();
    const startMs = performance.now();
    const command = spawnAssay(['backup', target], { ASSAY_DATA_DIR: this.#dataDir });
    const isOver = command.ended.then(() => true);
    const isFirst = this.#durationMs === Number.POSITIVE_INFINITY;
    const pause = isFirst ? isOver : sleep(share * this.#durationMs).then(() => false);
    const isUndisturbed = await Promise.race([isOver, pause]);
    if (!isUndisturbed) await disturb(command);
    const status = await command.ended;
    if (isUndisturbed && status === 0) this.#durationMs = performance.now() - startMs;
    await this.#judge(target, known, status, command.output());
    return status === 'SIGKILL';
  }

  async #judge(
    target: string,
    known: ReturnType<Ledger['ids']>,
    status: number | string,
    output: string,
  ): Promise<void> {
    const isThere = existsSync(target);
    if (isThere) {
      this.complete += 1;
      this.unusable.push(...(await faultsOf(target, this.#dataDir, known)));
    } else if (status === 0) this.unusable.push(`${path.basename(target)} ended well and is not there`);
    else if (status !== 'SIGKILL') {
      this.refused += 1;
      if (!/backup|service/i.test(output)) this.unusable.push(`a backup ended with ${status}: ${output}`);
    }
    await rm(target, { recursive: true, force: true });
    await rm(`${target}.partial`, { recursive: true, force: true });
  }
}

/** What is wrong with a backup that calls itself complete. */
async function faultsOf(target: string, dataDir: string, known: ReturnType<Ledger['ids']>): Promise<string[]> {
  const name = path.basename(target);
  try {
    const backup = await checkedBackup(readConfig({ ASSAY_DATA_DIR: dataDir }), target, QUIET);
    const faults: string[] = [];
    for await (const file of backup.files())
      if (file.state !== 'whole') faults.push(`${name}: ${JSON.stringify(file.place)} is ${file.state}`);
    for (const [table, ids] of Object.entries(known)) {
      const there = await idsIn(backup, table);
      for (const id of ids) if (!there.has(id)) faults.push(`${name}: ${table} lacks ${id}`);
    }
    return faults;
  } catch (error) {
    return [`${name}: ${error instanceof Error ? error.message : String(error)}`];
  }
}

async function idsIn(backup: CompleteBackup, name: string): Promise<ReadonlySet<string>> {
  const table = backup.manifest.tables.find((one) => one.name === name);
  if (!table) throw new Error(`there is no table ${name}`);
  const column = table.columns.findIndex((one) => one.name === 'id');
  const ids = new Set<string>();
  for await (const line of backup.rows(table)) ids.add((JSON.parse(line) as string[])[column] as string);
  return ids;
}

/** Until something of each kind was acknowledged in this round: else the kills would fall into a service that only warms up. */
async function untilUnderWay(ledger: Ledger, working: Promise<void>): Promise<void> {
  const counts = (): number[] => [ledger.uploads.length, ledger.commits.length, ledger.verifications.length];
  const before = counts();
  const isDone = working.then(() => true);
  while (counts().some((count, at) => count === before[at]))
    if (await Promise.race([isDone, sleep(20).then(() => false)])) return;
}

interface Totals {
  service: number;
  backup: number;
  restored: number;
}

/** Waits until nothing of the killed service is unfinished, then looks at every upload. */
async function lostIn(service: ServiceProcess, ledger: Ledger): Promise<string[]> {
  const clients = new Map<string, AssayClient>();
  const lost: string[] = [];
  for (const upload of ledger.uploads) {
    const client = clients.get(upload.email) ?? (await signIn(service, upload.email));
    clients.set(upload.email, client);
    const fault = await faultOf(client, upload, false);
    if (fault) lost.push(fault);
  }
  return lost;
}

/** The last backup of a generation, of the stopped service: all of it, restored, started and compared. */
async function judgeGeneration(
  dataDir: string,
  ledger: Ledger,
  totals: Totals,
): Promise<{ lost: string[]; unusable: string[] }> {
  const service = await startServiceProcess(dataDir);
  const lost = await lostIn(service, ledger);
  await service.terminate();
  const target = `${dataDir}-last`;
  const restoredDir = `${dataDir}-restored`;
  const command = spawnAssay(['backup', target], { ASSAY_DATA_DIR: dataDir });
  const status = await command.ended;
  if (status !== 0) return { lost, unusable: [`the last backup ended with ${status}: ${command.output()}`] };
  // Of a stopped service: what is not in it is not in the database.
  lost.push(...(await faultsOf(target, dataDir, ledger.ids())));
  await restore(readConfig({ ASSAY_DATA_DIR: restoredDir }), target, QUIET);
  const restored = await startServiceProcess(restoredDir);
  const unusable = (await lostIn(restored, ledger)).map((fault) => `restored: ${fault}`);
  await restored.terminate();
  if (/signs nothing|ledger failed/.test(restored.output())) unusable.push(`restored: ${restored.output()}`);
  totals.restored += 1;
  for (const folder of [target, restoredDir]) await rm(folder, { recursive: true, force: true });
  return { lost, unusable };
}

interface Round {
  readonly dataDir: string;
  readonly backups: Backups;
  readonly ledger: Ledger;
  readonly totals: Totals;
  readonly round: number;
  /** Of its generation: a backup is timed. */
  readonly isFirst: boolean;
}

/** Some backups, then the service in the middle of everything. */
async function killInRound(
  { dataDir, backups, ledger, totals, round, isFirst }: Round,
  { seed, backupsEach }: KillBackupsOptions,
): Promise<void> {
  const service = await startServiceProcess(dataDir);
  const email = `round.${round}@example.org`;
  await new AssayClient({ baseUrl: service.url }).register({ email, password: PASSWORD });
  const client = await signIn(service, email);
  const life = { isOver: false };
  const before = (): ReturnType<Ledger['ids']> => ledger.ids();
  const working = work(client, email, await makePictures(12, seed, round), ledger, life);
  // Whoever waits for it hears of its failure.
  working.catch(() => {});
  try {
    await untilUnderWay(ledger, working);
    if (isFirst) await backups.take(before, 1, async () => undefined);
    for (let index = 0; index < backupsEach; index++) {
      const share = uniform(10 * round + index, seed);
      if (await backups.take(before, share, async ({ child }) => child.kill('SIGKILL'))) totals.backup += 1;
    }
    await backups.take(before, uniform(10 * round + 9, seed), async () => {
      life.isOver = true;
      await service.kill();
    });
  } finally {
    life.isOver = true;
    await service.kill();
  }
  totals.service += 1;
  await working;
}

export async function runKillBackups(options: KillBackupsOptions): Promise<KillBackupsReport> {
  const { root, kills, roundsEach, note = () => undefined } = options;
  const totals: Totals = { service: 0, backup: 0, restored: 0 };
  const sums = { uploads: 0, commits: 0, verifications: 0, unanswered: 0, complete: 0, refused: 0 };
  const lost: string[] = [];
  const unusable: string[] = [];
  const startMs = performance.now();
  let round = 0;
  while (totals.service + totals.backup < kills) {
    const dataDir = path.join(root, `data-${round}`);
    const ledger = new Ledger();
    const backups = new Backups(dataDir);
    for (let turn = 0; turn < roundsEach && totals.service + totals.backup < kills; turn++, round++) {
      await killInRound({ dataDir, backups, ledger, totals, round, isFirst: turn === 0 }, options);
      note(`${totals.service} services and ${totals.backup} backups killed; ${backups.complete} complete backups`);
    }
    const judged = await judgeGeneration(dataDir, ledger, totals);
    lost.push(...judged.lost);
    unusable.push(...backups.unusable, ...judged.unusable);
    sums.uploads += ledger.uploads.length;
    sums.commits += ledger.commits.length;
    sums.verifications += ledger.verifications.length;
    sums.unanswered += ledger.unanswered;
    sums.complete += backups.complete;
    sums.refused += backups.refused;
    if (lost.length + unusable.length === 0) await rm(dataDir, { recursive: true, force: true });
  }
  const { uploads, commits, verifications, unanswered, complete, refused } = sums;
  return {
    kills: { service: totals.service, backup: totals.backup },
    acknowledged: { uploads, commits, verifications },
    unanswered,
    backups: { complete, refused, restored: totals.restored },
    lost,
    unusable,
    secondsEachKill: Number(((performance.now() - startMs) / 1000 / (totals.service + totals.backup)).toFixed(2)),
  };
}
