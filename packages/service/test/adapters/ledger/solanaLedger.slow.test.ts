import { readMemoTransaction } from '@assay/core/commitment/transaction';
import { AppError } from '@assay/core/errors';
import { getBase58Decoder } from '@solana/kit';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { readTransaction } from '../../../src/adapters/ledger/memoTransaction.ts';
import { BLOCKHASH_WINDOW } from '../../../src/adapters/ledger/embedded/chain.ts';
import { type Ledger, LedgerContradiction, LedgerRefusal } from '../../../src/app/ports/ledger/ledger.ts';
import { type LedgerNode, startLedgerNode } from '../../support/ledgerNode.ts';

let node: LedgerNode;
let ledger: Ledger;
beforeAll(async () => {
  node = await startLedgerNode();
  ledger = node.ledger();
});
afterEach(() => {
  node.fault = () => undefined;
});
afterAll(() => node.close());

let number = 0;
const memo = (): string => `memo ${++number}`;
const recorded = async () => {
  const signed = await ledger.sign(memo());
  await ledger.send(signed.bytes);
  return signed;
};
const failureOf = async (work: Promise<unknown>): Promise<AppError> => {
  const cause = await work.then(
    () => null,
    (error: unknown) => error,
  );
  expect(cause).toBeInstanceOf(AppError);
  expect((cause as AppError).code).toBe('BLOCKCHAIN_ERROR');
  return cause as AppError;
};
/** Blocks of other people. */
const mine = async (blocks: number): Promise<void> => {
  for (let i = 0; i < blocks; i++) await recorded();
};

describe('on an honest node', () => {
  test('a memo is one transaction; what comes back is what was signed', async () => {
    const text = memo();
    const signed = await ledger.sign(text);
    expect(await ledger.state(signed.txHash)).toBeNull();
    expect(await ledger.prospect(signed)).toBe('open');
    await ledger.send(signed.bytes);
    expect(await ledger.state(signed.txHash)).toEqual({ level: 'finalized', failed: null });
    const found = await ledger.find(signed.txHash, 'finalized');
    expect(found).toMatchObject({ bytes: signed.bytes, memo: text, failed: null, blockTime: expect.any(Date) });
    expect(found?.blockHeight).toBeGreaterThan(0);
    expect(readTransaction(signed.bytes)).toMatchObject({ txHash: signed.txHash, payer: node.payer.address });
    // What a verifier reads without the library.
    const read = readMemoTransaction(signed.bytes);
    expect(read).toMatchObject({ txHash: signed.txHash, memo: new Uint8Array(Buffer.from(text)) });
    expect(read && getBase58Decoder().decode(read.payer)).toBe(node.payer.address);
  });

  test('the same bytes sent again are a success and no second transaction', async () => {
    const { bytes } = await recorded();
    const { height } = node.chain.head();
    await ledger.send(bytes);
    expect(node.chain.head().height).toBe(height);
  });

  test('past its last height a transaction that was never sent can no longer appear, and is refused', async () => {
    const signed = await ledger.sign(memo());
    await mine(BLOCKHASH_WINDOW - 1);
    expect(await ledger.prospect(signed)).toBe('open');
    await mine(2);
    expect(await ledger.prospect(signed)).toBe('expired');
    await expect(ledger.send(signed.bytes)).rejects.toBeInstanceOf(LedgerRefusal);
    expect(await ledger.state(signed.txHash)).toBeNull();
  });

  test('a changed byte is no transaction any more', async () => {
    const { bytes } = await ledger.sign(memo());
    const changed = Uint8Array.from(bytes);
    changed[changed.length - 1]! ^= 1;
    expect(readTransaction(changed)).toBeNull();
    await expect(ledger.send(changed)).rejects.toBeInstanceOf(LedgerRefusal);
  });

  test('the explorer is linked only for a public chain', () => {
    expect(ledger.explorerUrl('abc')).toBeNull();
    const open = (network: 'mainnet' | 'devnet' | 'testnet') =>
      node.ledger({ embedded: null, network }).explorerUrl('abc');
    expect(open('mainnet')).toBe('https://explorer.solana.com/tx/abc');
    expect(open('devnet')).toBe('https://explorer.solana.com/tx/abc?cluster=devnet');
    expect(open('testnet')).toBe('https://explorer.solana.com/tx/abc?cluster=testnet');
  });

  test('a priority fee is paid by instructions of their own, and the memo stays the only one', async () => {
    const { bytes } = await node.ledger({ priorityFee: 1000 }).sign('urgent');
    expect(readTransaction(bytes)?.memo).toBe('urgent');
  });
});

describe('money', () => {
  test('an account that cannot pay is told with balance, fee and what must stay', async () => {
    const { detail } = await failureOf((await startPoor()).sign(memo()));
    expect(detail).toMatch(/holds 0 lamports\. A transaction costs 5000, and 890880 must stay/);
  });

  test('a balance is asked again only when it may have run out', async () => {
    node.asked.length = 0;
    await recorded();
    await recorded();
    expect(node.asked.filter((method) => method === 'getBalance').length).toBeLessThanOrEqual(1);
  });

  const startPoor = async (): Promise<Ledger> => {
    node.fault = (method) => (method === 'getBalance' ? { result: { context: { slot: 1 }, value: 0 } } : undefined);
    return node.ledger({ embedded: null });
  };
});

describe('a node that fails', () => {
  test('that hangs is given up, and told so', async () => {
    node.fault = () => 'hang';
    const impatient = node.ledger({ questionMsMax: 50 });
    expect((await failureOf(impatient.state('x'))).detail).toContain('did not answer');
  });

  test('that hangs does not keep the process from ending', async () => {
    node.asked.length = 0;
    node.fault = () => 'hang';
    const patient = node.ledger();
    const asked = failureOf(patient.state('x'));
    while (node.asked.at(-1) !== 'getSignatureStatuses') await new Promise((resolve) => setTimeout(resolve, 5));
    patient.abandon();
    expect((await asked).detail).toContain('ends');
    expect((await failureOf(patient.state('y'))).detail).toContain('ends');
  });

  test('that is busy is asked again, and a lasting 429 is told', async () => {
    let left = 2;
    const busy = { status: 429, headers: { 'retry-after': '0' } };
    node.fault = () => (left-- > 0 ? busy : undefined);
    expect(await ledger.state((await recorded()).txHash)).toMatchObject({ level: 'finalized' });
    node.fault = () => busy;
    expect((await failureOf(ledger.state('x'))).detail).toContain('429');
  });

  test.each([
    ['a page instead of an answer', { status: 200, body: '<html>' }],
    ['an error', { error: { code: -32603, message: 'Internal error' } }],
    ['another shape', { result: { value: 'yes' } }],
    ['nothing', { result: null }],
  ])('that answers %s is a failure of the chain and none of ours', async (_what, fault) => {
    node.fault = () => fault;
    await failureOf(ledger.state('x'));
    await failureOf(node.ledger().sign(memo()));
  });

  test('that serves another network than the one that is set is refused before anything is signed', async () => {
    const mainnet = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d';
    node.fault = (method) => (method === 'getGenesisHash' ? { result: mainnet } : undefined);
    expect((await failureOf(node.ledger().sign(memo()))).detail).toContain('serves mainnet, but devnet is set');
  });
});

describe('a node that lies', () => {
  test('that gives back another transaction is caught by its signature', async () => {
    const [one, other] = [await recorded(), await recorded()];
    node.fault = (method, params, honest) =>
      method === 'getTransaction' && params[0] === one.txHash ? answerOf(other.txHash, honest) : undefined;
    await expect(ledger.find(one.txHash, 'finalized')).rejects.toBeInstanceOf(LedgerContradiction);
  });

  const answerOf = async (txHash: string, _honest: () => Promise<unknown>) => {
    const found = await node.chain.find(txHash);
    const wire = Buffer.from(found!.bytes).toString('base64');
    return { result: { slot: 1, blockTime: 1, transaction: [wire, 'base64'], meta: { err: null } } };
  };

  test('that has forgotten where a transaction might lie cannot make us believe that it expired', async () => {
    const signed = await ledger.sign(memo());
    await mine(BLOCKHASH_WINDOW + 1);
    node.fault = (method) => (method === 'getFirstAvailableBlock' ? { result: signed.signedSlot + 1 } : undefined);
    expect(await ledger.prospect(signed)).toBe('unknowable');
  });

  test('of which one half lags cannot either', async () => {
    const signed = await ledger.sign(memo());
    await mine(BLOCKHASH_WINDOW + 1);
    node.fault = (method) =>
      method === 'getSignatureStatuses' ? { result: { context: { slot: 1 }, value: [null] } } : undefined;
    expect(await ledger.prospect(signed)).toBe('open');
  });
});
