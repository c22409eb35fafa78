/**
 * Does a commitment survive SIGKILL at any moment, and is it ever recorded twice? Rounds of: start, commit from several
 * clients at once, kill at a random moment. At the end every commitment must be final, the ledger's own file must hold
 * each of them exactly once, and nothing else, and the public log must continue whatever it had shown to a stranger.
 * @module
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { uniform } from '@assay/core/scene/noise';
import { readMemo } from '@assay/core/commitment/memo';
import { AssayClient } from '@assay/sdk/client';
import type { OwnCommitment } from '@assay/sdk/types';
import { readTransaction } from '../../packages/service/src/adapters/ledger/memoTransaction.ts';
import { type ServiceProcess, sleep, startServiceProcess } from '../../packages/service/test/process/serviceProcess.ts';
import { LogWitness } from './logWitness.ts';
import { makePictures } from './pictures.ts';

/** Longest time after the last start until every commitment is final. */
const FINAL_MAX_MS = 90_000;
const ACCOUNT = { email: 'committer@example.org', password: 'seventeen frogs' };

export interface KillCommitsOptions {
  readonly dataDir: string;
  readonly rounds: number;
  /** Decides moments of death and pictures. */
  readonly seed: number;
  /** Commits under way at once. */
  readonly clients: number;
  /** Every so many rounds an upload that asks for a commitment is under way too. */
  readonly uploadEvery: number;
  /** Pictures that are committed to again and again. */
  readonly assets: number;
  readonly note?: (line: string) => void;
}

export interface KillCommitsReport {
  /** Processes killed. */
  readonly kills: number;
  /** Commits answered 201. */
  readonly acknowledged: number;
  /** Commits under way when the process died: no answer came. */
  readonly unanswered: number;
  /** Commitments there are, answered or not, or made for an upload. */
  readonly commitments: number;
  /** Transactions of commitments in the ledger's file. */
  readonly transactions: number;
  /** Different checkpoints of the public log that were shown meanwhile, all of which the last one continues. */
  readonly checkpoints: number;
  /** One sentence for everything that is not as it must be. */
  readonly faults: readonly string[];
  readonly finalMs: number;
}

async function signIn(service: ServiceProcess): Promise<AssayClient> {
  const client = new AssayClient({ baseUrl: service.url, retry: { retriesMax: 0 } });
  await client.login(ACCOUNT.email, ACCOUNT.password);
  return client;
}

interface Round {
  /** Commitments by the transaction of their answer. */
  readonly acknowledged: Map<string, string>;
  unanswered: number;
}

/** The random moment of death in terms of the work, so that it falls into every phase on slow and on fast machines. */
interface Death {
  readonly afterAnswers: number;
  /** Then a share of the time that a commit took so far, 0..1. */
  readonly share: number;
}

async function commitUntilKilled(
  service: ServiceProcess,
  assetIds: readonly string[],
  { clients }: KillCommitsOptions,
  death: Death,
  alsoUpload: Uint8Array | null,
  witness: LogWitness,
): Promise<Round> {
  const round: Round = { acknowledged: new Map(), unanswered: 0 };
  const life = { isOver: false };
  const client = await signIn(service);
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      // A refusal while the service lives is a failure of the service, not a crash.
      if (!life.isOver) throw error;
      round.unanswered += 1;
    }
  };
  const committing = Array.from({ length: clients }, async (_, worker) => {
    for (let turn = worker; !life.isOver; turn++)
      await attempt(async () => {
        const made = await client.commit(assetIds[turn % assetIds.length] as string, { metadata: { turn } });
        round.acknowledged.set(String(made.tx_hash), made.commitment_id);
      });
  });
  const uploading = alsoUpload
    ? attempt(async () => {
        await client.upload(new File([new Uint8Array(alsoUpload)], 'late.jpg'), { blockchainCommit: true });
      })
    : null;
  const startMs = performance.now();
  const kill = async (): Promise<void> => {
    while (round.acknowledged.size < death.afterAnswers) await sleep(1);
    await sleep((death.share * (performance.now() - startMs)) / Math.max(1, death.afterAnswers));
    life.isOver = true;
    await service.kill();
  };
  try {
    await Promise.all([...committing, uploading, witness.watch(client, life), kill()]);
  } finally {
    life.isOver = true;
    await service.kill();
  }
  return round;
}

/** @throws {Error} if an upload is not finished after too long */
async function untilProcessed(client: AssayClient): Promise<void> {
  const deadline = performance.now() + FINAL_MAX_MS;
  for (const status of ['pending', 'processing'] as const)
    while ((await client.listAssets({ status, pageSize: 1 }).first()).total > 0) {
      if (performance.now() > deadline) throw new Error(`an upload is still ${status}`);
      await sleep(250);
    }
}

/** Until every commitment is final. @returns all of them, or what is still open after too long */
async function untilFinal(client: AssayClient): Promise<{ all: OwnCommitment[]; elapsedMs: number }> {
  const startMs = performance.now();
  for (;;) {
    const all: OwnCommitment[] = [];
    for await (const commitment of client.listCommitments({ pageSize: 100 })) all.push(commitment);
    const elapsedMs = performance.now() - startMs;
    const isDone = all.every(({ confirmation_status }) => confirmation_status === 'finalized');
    if (isDone || elapsedMs > FINAL_MAX_MS) return { all, elapsedMs };
    await sleep(250);
  }
}

/** Hashes of the commitments in the blocks of the embedded ledger, with the transaction of each. */
async function recordedCommitments(dataDir: string): Promise<{ hash: string; txHash: string }[]> {
  const text = await readFile(path.join(dataDir, 'ledger', 'blocks.jsonl'), 'utf8');
  const [, ...blocks] = text.trimEnd().split('\n');
  return blocks.flatMap((line) =>
    (JSON.parse(line) as { transactions: string[] }).transactions.flatMap((wire) => {
      const read = readTransaction(Buffer.from(wire, 'base64'));
      const memo = read?.memo ? readMemo(read.memo) : null;
      return read && memo ? [{ hash: memo.commitmentHash, txHash: read.txHash }] : [];
    }),
  );
}

function faultsOf(
  all: readonly OwnCommitment[],
  recorded: readonly { hash: string; txHash: string }[],
  acknowledged: ReadonlyMap<string, string>,
): string[] {
  const faults: string[] = [];
  const transactionsOf = new Map<string, string[]>();
  for (const { hash, txHash } of recorded) transactionsOf.set(hash, [...(transactionsOf.get(hash) ?? []), txHash]);
  for (const one of all) {
    const transactions = transactionsOf.get(one.commitment_hash) ?? [];
    if (one.confirmation_status !== 'finalized' || !one.verified)
      faults.push(`${one.commitment_id} is ${one.confirmation_status}, verified ${one.verified}: ${one.last_error}`);
    if (transactions.length !== 1 || transactions[0] !== one.tx_hash)
      faults.push(`${one.commitment_id} has ${transactions.length} transactions`);
    transactionsOf.delete(one.commitment_hash);
  }
  for (const hash of transactionsOf.keys()) faults.push(`the ledger holds ${hash}, of which there is no commitment`);
  const known = new Map(all.map((one) => [one.tx_hash, one.commitment_id]));
  for (const [txHash, id] of acknowledged)
    if (known.get(txHash) !== id) faults.push(`${id} was answered with ${txHash} and is gone`);
  return faults;
}

export async function runKillCommits(options: KillCommitsOptions): Promise<KillCommitsReport> {
  const { dataDir, rounds, seed, uploadEvery, assets, note = () => undefined } = options;
  const witness = new LogWitness();
  const acknowledged = new Map<string, string>();
  const assetIds: string[] = [];
  let unanswered = 0;
  for (let round = 0; round < rounds; round++) {
    const service = await startServiceProcess(dataDir);
    const pictures = await makePictures(assets, seed, round);
    if (round === 0) {
      await new AssayClient({ baseUrl: service.url }).register(ACCOUNT);
      const client = await signIn(service);
      for (const bytes of pictures)
        assetIds.push((await client.upload(new File([new Uint8Array(bytes)], 'picture.jpg'))).id);
    }
    const death = { afterAnswers: Math.floor(4 * uniform(2 * round, seed)), share: uniform(2 * round + 1, seed) };
    const late = round % uploadEvery === uploadEvery - 1 ? (pictures[0] as Uint8Array) : null;
    const outcome = await commitUntilKilled(service, assetIds, options, death, late, witness);
    for (const [txHash, id] of outcome.acknowledged) acknowledged.set(txHash, id);
    unanswered += outcome.unanswered;
    const counts = `${outcome.acknowledged.size} acknowledged, ${outcome.unanswered} unanswered`;
    note(`kill ${round + 1}: ${death.share.toFixed(2)} commits after answer ${death.afterAnswers}; ${counts}`);
  }
  // An upload that a kill interrupted is finished first, and its commitment made, so that nothing begins while we count.
  const finisher = await startServiceProcess(dataDir);
  await untilProcessed(await signIn(finisher));
  await finisher.terminate();
  const service = await startServiceProcess(dataDir);
  const client = await signIn(service);
  const { all, elapsedMs } = await untilFinal(client);
  await witness.judge(client, all);
  await service.terminate();
  const recorded = await recordedCommitments(dataDir);
  return {
    kills: rounds,
    acknowledged: acknowledged.size,
    unanswered,
    commitments: all.length,
    transactions: recorded.length,
    checkpoints: witness.checkpoints,
    faults: [...faultsOf(all, recorded, acknowledged), ...witness.faults],
    finalMs: Math.round(elapsedMs),
  };
}
