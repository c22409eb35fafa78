import { appendFile, mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createEmbeddedLedger } from '../../../src/adapters/ledger/embedded/embeddedLedger.ts';
import type { Ledger } from '../../../src/app/ports/ledger/ledger.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'assay-ledger-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const blocks = (): string => path.join(folder, 'blocks.jsonl');
const withLedger = async <T>(work: (ledger: Ledger) => Promise<T>): Promise<T> => {
  const report = (error: unknown): void => {
    throw error;
  };
  const ledger = createEmbeddedLedger({ folder, network: 'devnet', report });
  try {
    return await work(ledger);
  } finally {
    await ledger.close();
  }
};
const record = (memo: string) =>
  withLedger(async (ledger) => {
    const signed = await ledger.sign(memo);
    await ledger.send(signed.bytes);
    return signed;
  });

test('what was recorded is there after a restart, on the same ledger, with the same balance', async () => {
  const first = await record('one');
  const identity = await withLedger((ledger) => ledger.identity());
  const second = await record('two');
  await withLedger(async (ledger) => {
    expect(await ledger.identity()).toBe(identity);
    expect((await ledger.find(first.txHash, 'finalized'))?.memo).toBe('one');
    expect((await ledger.find(second.txHash, 'finalized'))?.memo).toBe('two');
    // Known from before the restart, so it is no second transaction.
    await ledger.send(first.bytes);
  });
  const lines = (await readFile(blocks(), 'utf8')).trimEnd().split('\n');
  // The beginning, the faucet's payment, and one block for each memo.
  expect(lines).toHaveLength(4);
});

test('many at once share blocks, and none is lost', async () => {
  const sent = await withLedger(async (ledger) => {
    const signed = await Promise.all(Array.from({ length: 40 }, (_, i) => ledger.sign(`memo ${i}`)));
    await Promise.all(signed.flatMap(({ bytes }) => [ledger.send(bytes), ledger.send(bytes)]));
    return signed;
  });
  await withLedger(async (ledger) => {
    for (const { txHash } of sent) expect(await ledger.state(txHash)).toMatchObject({ level: 'finalized' });
  });
  const text = await readFile(blocks(), 'utf8');
  const transactions = text
    .trimEnd()
    .split('\n')
    .slice(1)
    .flatMap((line) => (JSON.parse(line) as { transactions: string[] }).transactions);
  expect(new Set(transactions).size).toBe(transactions.length);
  expect(transactions).toHaveLength(41);
});

test('half a line that a crash left is cut off; the same bytes sent again are recorded once', async () => {
  const kept = await record('kept');
  const { size } = await stat(blocks());
  const torn = await record('torn');
  await truncate(blocks(), (await stat(blocks())).size - 20);
  await withLedger(async (ledger) => {
    expect(await ledger.state(kept.txHash)).toMatchObject({ level: 'finalized' });
    expect(await ledger.state(torn.txHash)).toBeNull();
    expect((await stat(blocks())).size).toBe(size);
    await ledger.send(torn.bytes);
    expect(await ledger.state(torn.txHash)).toMatchObject({ level: 'finalized' });
  });
});

test('zeros at the end, as a power cut leaves them, are cut off too', async () => {
  const { txHash } = await record('kept');
  await appendFile(blocks(), Buffer.alloc(100));
  await withLedger(async (ledger) => expect(await ledger.state(txHash)).not.toBeNull());
});

test('a block that was changed is noticed at the next start, by the one that names it', async () => {
  await record('one');
  await record('two');
  const text = await readFile(blocks(), 'utf8');
  const [genesis, first, second, third] = text.split('\n') as [string, string, string, string];
  const changed = second.replace(/"time":(\d)/, '"time":9');
  expect(changed).not.toBe(second);
  await writeFile(blocks(), `${[genesis, first, changed, third].join('\n')}\n`);
  await expect(withLedger((ledger) => ledger.identity())).rejects.toThrow(/damaged at byte \d+; restore it/);
});
