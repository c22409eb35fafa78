/**
 * What the embedded ledger costs beside the client of a public node that every service loads: memory, start, disk, and a
 * start over a long history. Needs the built service: `npx tsx --conditions=assay-source bench/speed/embeddedLedger.ts`. Each
 * figure is of a process of its own, the median of ROUNDS. The result goes to bench/results/ledger/embedded-ledger.json.
 * @module
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { saveResult } from '../machine.ts';

const ROUNDS = 7;
const HISTORY = [0, 1_000, 20_000];
const SERVICE = path.resolve(import.meta.dirname, '../../packages/service');

/** Runs in the built service, so that no compiler is measured. FOLDER and MEMOS are put in front. */
const PROCESS = `
import { readPayer } from '@assay/service/adapters/ledger/payerKey';
import { signMemo } from '@assay/service/adapters/ledger/memoTransaction';
import { createEmbeddedLedger } from '@assay/service/adapters/ledger/embedded/embeddedLedger';
import { openChain } from '@assay/service/adapters/ledger/embedded/chain';
const rss = () => { globalThis.gc(); return process.memoryUsage.rss() / 2 ** 20; };
const report = (error) => { throw error; };
const told = { clientMib: rss() };
const begun = performance.now();
const cpu = process.cpuUsage();
const ledger = createEmbeddedLedger({ folder: FOLDER, network: 'devnet', report });
await ledger.identity();
told.startMs = performance.now() - begun;
const spent = process.cpuUsage(cpu);
told.startCpuMs = (spent.user + spent.system) / 1000;
told.startedMib = rss();
const first = performance.now();
const { txHash, bytes } = await ledger.sign('a memo');
await ledger.send(bytes);
if (!(await ledger.find(txHash, 'finalized'))) throw new Error('not recorded');
told.firstMemoMs = performance.now() - first;
await ledger.close();
if (MEMOS > 0) {
  // The faucet signs: the payer's purse is for 20,000 memos.
  const faucet = await readPayer(FOLDER + '/faucet.json');
  const chain = await openChain({ file: FOLDER + '/blocks.jsonl', faucet, now: Date.now, nonce: '' });
  const memo = 'assay:c1:' + 'ab'.repeat(32) + ':' + 'A'.repeat(75);
  for (let done = 0; done < MEMOS; done += 500) {
    const { blockhash, height } = chain.head();
    const lifetime = { blockhash, lastValidBlockHeight: BigInt(height + 150) };
    await Promise.all(Array.from({ length: Math.min(500, MEMOS - done) }, async (_, i) =>
      chain.submit((await signMemo(faucet, memo + String(done + i).padStart(11, '0'), lifetime, 0)).bytes)));
  }
  await chain.close();
}
console.log(JSON.stringify(told));
`;

interface Told {
  readonly clientMib: number;
  readonly startedMib: number;
  readonly startMs: number;
  /** Processor time, which a busy machine changes less. */
  readonly startCpuMs: number;
  readonly firstMemoMs: number;
}

function run(folder: string, memos: number): Told {
  const code = `const FOLDER = ${JSON.stringify(folder)}; const MEMOS = ${memos};\n${PROCESS}`;
  const args = ['--expose-gc', '--input-type=module', '--eval', code];
  return JSON.parse(execFileSync(process.execPath, args, { cwd: SERVICE, encoding: 'utf8' })) as Told;
}

const median = (values: readonly number[]): number =>
  Number(([...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0).toFixed(1));

const rows = HISTORY.map((memos) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'assay-ledger-'));
  try {
    run(folder, memos);
    const told = Array.from({ length: ROUNDS }, () => run(folder, 0));
    return {
      memos,
      fileBytes: statSync(path.join(folder, 'blocks.jsonl')).size,
      clientMib: median(told.map(({ clientMib }) => clientMib)),
      ledgerMib: median(told.map(({ clientMib, startedMib }) => startedMib - clientMib)),
      startMs: median(told.map(({ startMs }) => startMs)),
      startCpuMs: median(told.map(({ startCpuMs }) => startCpuMs)),
      firstMemoMs: median(told.map(({ firstMemoMs }) => firstMemoMs)),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

const installed = (name: string): number => {
  try {
    const listed = execFileSync('du', ['-sb', path.resolve(SERVICE, '../../node_modules', name)], { encoding: 'utf8' });
    return Number((Number(listed.split('\t')[0]) / 1e6).toFixed(1));
  } catch {
    return 0;
  }
};
const installedMb = Object.fromEntries(
  ['litesvm', `litesvm-${process.platform}-${process.arch}-gnu`, '@solana-program', '@solana'].map((name) => [
    name,
    installed(name),
  ]),
);

console.log(saveResult('ledger/embedded-ledger', { rounds: ROUNDS, installedMb, history: rows }));
