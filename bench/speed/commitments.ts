/**
 * Commitments a second on the embedded ledger, each durable: `npx tsx --conditions=assay-source bench/speed/commitments.ts`.
 * `ledger`: sign, send, read back, over loopback, every block flushed. `commit`: the whole use case with the embedded
 * database on the disk: row, leaf of the log, history, events, transaction, read-back, events. The result goes to
 * bench/results/ledger/commitments.json.
 * @module
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { systemClock } from '../../packages/service/src/adapters/runtime/clock.ts';
import { openDatabase } from '../../packages/service/src/adapters/db/connection/open.ts';
import { createEmbeddedLedger } from '../../packages/service/src/adapters/ledger/embedded/embeddedLedger.ts';
import { oneTimeTokens } from '../../packages/service/src/adapters/crypto/oneTimeTokens.ts';
import { uuidV7Ids } from '../../packages/service/src/adapters/ids/uuidV7.ts';
import type { Caller } from '../../packages/service/src/app/accounts/caller.ts';
import { commitAsset } from '../../packages/service/src/app/ledger/commitAsset.ts';
import type { Ledger } from '../../packages/service/src/app/ports/ledger/ledger.ts';
import { completedAsset, registerAccount, testRepositories } from '../../packages/service/test/support/fixtures.ts';
import { saveResult } from '../machine.ts';

const CONCURRENCIES = [1, 8, 32];
/** Long enough that the first questions and the warming up of the compiler do not count for much. */
const MEASURED_MS = 8_000;
const WARM_UP = 20;
const ASSETS = 256;

const report = (error: unknown): void => {
  throw error;
};

interface Measured {
  readonly concurrency: number;
  readonly count: number;
  readonly perSecond: number;
  readonly medianMs: number;
  readonly p99Ms: number;
  /** Processor time of this process for one, which a busy machine changes less than the rate. */
  readonly cpuMsEach: number;
}

async function measure(concurrency: number, work: () => Promise<void>): Promise<Measured> {
  for (let i = 0; i < WARM_UP; i++) await work();
  const latenciesMs: number[] = [];
  const cpuBefore = process.cpuUsage();
  const startMs = performance.now();
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (performance.now() - startMs < MEASURED_MS) {
        const begunMs = performance.now();
        await work();
        latenciesMs.push(performance.now() - begunMs);
      }
    }),
  );
  const elapsedS = (performance.now() - startMs) / 1000;
  const { user, system } = process.cpuUsage(cpuBefore);
  const cpuMsEach = Number(((user + system) / 1000 / latenciesMs.length).toFixed(2));
  latenciesMs.sort((a, b) => a - b);
  const at = (share: number): number => Number((latenciesMs[Math.floor(share * latenciesMs.length)] ?? 0).toFixed(2));
  const perSecond = Number((latenciesMs.length / elapsedS).toFixed(1));
  return { concurrency, count: latenciesMs.length, perSecond, medianMs: at(0.5), p99Ms: at(0.99), cpuMsEach };
}

async function recordMemo(ledger: Ledger): Promise<void> {
  const { txHash, bytes } = await ledger.sign(`assay:c1:${'ab'.repeat(32)}:${randomUUID()}`);
  await ledger.send(bytes);
  if (!(await ledger.find(txHash, 'finalized'))) throw new Error('not recorded');
}

/** @returns the work, and what ends it */
async function commits(ledger: Ledger, dataDir: string): Promise<{ work: () => Promise<void>; end(): Promise<void> }> {
  const database = await openDatabase({ dataDir });
  const ids = uuidV7Ids(systemClock);
  const repositories = testRepositories(database, { ids, clock: systemClock });
  const account = await registerAccount(repositories);
  // Each commitment is linked to the history of its asset, which has few steps in life.
  const assets = await Promise.all(Array.from({ length: ASSETS }, () => completedAsset(repositories, account)));
  let turn = 0;
  const caller = { kind: 'user', user: account.user, sessionId: randomUUID() } as unknown as Caller;
  const more = { modelVersion: 'bench', commitmentsInFlight: new Set<string>() };
  const deps = { ...repositories, ledger, oneTimeTokens, clock: systemClock, ids, ...more };
  return {
    async work() {
      const { id } = assets[turn++ % ASSETS] as (typeof assets)[number];
      const { status } = await commitAsset(deps, caller, id, { watermarkHash: null, metadata: null });
      if (status !== 'finalized') throw new Error(`a commitment is ${status}`);
    },
    end: () => database.close(),
  };
}

/** What else the machine was doing: on a busy one the numbers say little. */
const loadAverage = loadavg()[0];
const folder = await mkdtemp(path.join(tmpdir(), 'assay-bench-commitments-'));
const ledger = createEmbeddedLedger({ folder: path.join(folder, 'ledger'), network: 'devnet', report });
const ledgerAlone: Measured[] = [];
for (const concurrency of CONCURRENCIES) ledgerAlone.push(await measure(concurrency, () => recordMemo(ledger)));
const { work, end } = await commits(ledger, folder);
const whole: Measured[] = [];
for (const concurrency of CONCURRENCIES) whole.push(await measure(concurrency, work));
await end();
await ledger.close();

const openedMs = performance.now();
const again = createEmbeddedLedger({ folder: path.join(folder, 'ledger'), network: 'devnet', report });
await again.identity();
const restart = {
  blocks: (await readFile(path.join(folder, 'ledger', 'blocks.jsonl'), 'utf8')).split('\n').length - 2,
  ms: Math.round(performance.now() - openedMs),
};
await again.close();
await rm(folder, { recursive: true });
console.table({ ...Object.fromEntries(ledgerAlone.map((row) => [`ledger, ${row.concurrency} at once`, row])) });
console.table({ ...Object.fromEntries(whole.map((row) => [`commit, ${row.concurrency} at once`, row])) });
console.log(restart, saveResult('ledger/commitments', { loadAverage, ledger: ledgerAlone, commits: whole, restart }));
