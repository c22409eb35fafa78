import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keptPayer, readPayer } from '../../../src/adapters/ledger/payerKey.ts';
import { readConfig } from '../../../src/config/config.ts';
import { openLedger } from '../../../src/compose/ledger.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'assay-payer-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** RFC 8032, 7.1, TEST 1, as Solana's tools write it; its address in base58. */
const KEY = [
  ...Buffer.from('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60', 'hex'),
  ...Buffer.from('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a', 'hex'),
];
const ADDRESS = 'FVen3X669xLzsi6N2V91DoiyzHzg1uAgqiT8jZ9nS96Z';

test('a key pair is read from a file and from the setting itself', async () => {
  const file = path.join(folder, 'id.json');
  await writeFile(file, JSON.stringify(KEY));
  expect((await readPayer(file)).address).toBe(ADDRESS);
  expect((await readPayer(` ${JSON.stringify(KEY)}`)).address).toBe(ADDRESS);
});

test('a key pair that is none is refused without a word of it', async () => {
  const halves = [...KEY.slice(32), ...KEY.slice(0, 32)];
  for (const bad of [JSON.stringify(KEY.slice(1)), '[1,2]', '["x"]', JSON.stringify(halves)]) {
    const refusal = await readPayer(bad).catch((error: unknown) => error as Error);
    expect(refusal).toBeInstanceOf(Error);
    expect((refusal as Error).message).toMatch(/ASSAY_SOLANA_KEYPAIR holds no Solana key pair/);
    expect((refusal as Error).cause).toBeUndefined();
  }
  await expect(readPayer(path.join(folder, 'missing.json'))).rejects.toThrow(/missing.json cannot be read/);
});

test('a kept key pair is made once, for its owner alone', async () => {
  const file = path.join(folder, 'ledger', 'payer.json');
  const { address } = await keptPayer(file);
  expect((await keptPayer(file)).address).toBe(address);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(JSON.parse(await readFile(file, 'utf8'))).toHaveLength(64);
  await writeFile(file, '[1]');
  await expect(keptPayer(file)).rejects.toThrow(/holds no Solana key pair/);
});

test('without a node the ledger is the embedded one; a node without a key pair is a mistake', async () => {
  const embedded = await openLedger(readConfig({}), null, () => {});
  expect([embedded.isEmbedded, embedded.network]).toEqual([true, 'devnet']);
  await embedded.close();
  expect(() => readConfig({ ASSAY_SOLANA_RPC_URL: 'http://127.0.0.1:8899' })).toThrow(
    /ASSAY_SOLANA_RPC_URL and ASSAY_SOLANA_KEYPAIR must be set together/,
  );
  const environment = {
    ASSAY_SOLANA_RPC_URL: 'http://127.0.0.1:8899',
    ASSAY_SOLANA_NETWORK: 'testnet',
    ASSAY_SOLANA_KEYPAIR: JSON.stringify(KEY),
  };
  const open = await openLedger(readConfig(environment), null, () => {});
  expect([open.isEmbedded, open.network]).toEqual([false, 'testnet']);
  expect(open.explorerUrl('abc')).toBe('https://explorer.solana.com/tx/abc?cluster=testnet');
});
