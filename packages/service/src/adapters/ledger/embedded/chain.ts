/**
 * A chain of one node: transactions are executed by the virtual machine of Solana, with its real checks of signatures and
 * balances, and put into blocks that are final as soon as they are on the disk. Whatever waits while a block is written
 * goes into the next one together. It records memos and transfers and nothing else, so that the balances at the end of
 * each block are its whole state and a start needs no replay.
 * @module
 */
import {
  type Address,
  address,
  type CompiledTransactionMessage,
  getBase58Decoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  type KeyPairSigner,
  lamports,
  type Transaction,
} from '@solana/kit';
import type { LiteSVM } from 'litesvm';
import { MEMO_PROGRAM, readTransaction } from '../memoTransaction.ts';
import { type Block, type BlockLog, type Genesis, openBlockLog, type Place } from './blockLog.ts';

/** A transaction may name the hash of one of the last so many blocks; the rule of the public chain. */
export const BLOCKHASH_WINDOW = 150;
/** For one signature; the rule of the public chain. */
export const FEE_LAMPORTS = 5_000;
export const SYSTEM_PROGRAM = address('11111111111111111111111111111111');
/** 5 million coins of 10^9 lamports: 10^12 transactions, and still an exact number of JavaScript. */
const FAUCET_LAMPORTS = 5_000_000 * 1_000_000_000;
/** Transactions of one block, so that its line stays below a megabyte. */
const BLOCK_TRANSACTIONS_MAX = 512;
/** `SystemInstruction::Transfer`, the first of four bytes; https://docs.rs/solana-system-interface. */
const TRANSFER_TAG = 2;

/** In the words of the chain, for instance `BlockhashNotFound`. */
export class ChainRefusal extends Error {
  override readonly name = 'ChainRefusal';
}

export interface Landed {
  readonly height: number;
  readonly time: number;
  readonly bytes: Uint8Array;
}

export interface Chain {
  readonly genesisHash: string;
  head(): { readonly height: number; readonly blockhash: string };
  /** Null if it is too old or none of this chain. */
  heightOf(blockhash: string): number | null;
  balance(account: string): number;
  rentMinimum(dataBytes: number): number;
  /** The first signature, once the block is final. @throws {ChainRefusal} */
  submit(bytes: Uint8Array): Promise<string>;
  /** Null if it is not in a block. */
  heightOfTransaction(txHash: string): number | null;
  find(txHash: string): Promise<Landed | null>;
  close(): Promise<void>;
}

export interface ChainOptions {
  /** Null: in memory, gone at the end. */
  readonly file: string | null;
  readonly faucet: KeyPairSigner;
  readonly now: () => number;
  readonly nonce: string;
}

interface Waiting {
  readonly transaction: Transaction;
  readonly message: CompiledTransactionMessage;
  readonly txHash: string;
  readonly bytes: Uint8Array;
  readonly resolve: (txHash: string) => void;
  readonly reject: (cause: unknown) => void;
}

/** Loaded at the first use: a service with a public chain needs no virtual machine, and some platforms have none. */
async function startMachine(): Promise<{ machine: LiteSVM; isFailure: (result: unknown) => boolean }> {
  const { LiteSVM, FailedTransactionMetadata } = await import('litesvm');
  const machine = LiteSVM.default()
    .withSysvars()
    .withBuiltins()
    .withDefaultPrograms()
    .withSigverify(true)
    // Blockhashes and duplicates are this chain's own affair: the machine forgets both.
    .withBlockhashCheck(false)
    .withTransactionHistory(0n);
  return { machine, isFailure: (result) => result instanceof FailedTransactionMetadata };
}

export async function openChain({ file, faucet, now, nonce }: ChainOptions): Promise<Chain> {
  const { machine, isFailure } = await startMachine();
  const places = new Map<string, { readonly place: Place; readonly height: number }>();
  const recent = new Map<string, number>();
  let height = 0;
  const seal = (blockhash: string): void => {
    recent.set(blockhash, height);
    for (const [old, at] of recent) {
      if (at >= height - BLOCKHASH_WINDOW) break;
      recent.delete(old);
    }
  };
  const setBalances = (balances: Readonly<Record<string, number>>): void => {
    for (const [account, amount] of Object.entries(balances)) setBalance(machine, account, amount);
  };
  const log = await openBlockLog(file, () => firstLine(faucet.address, nonce, now()), {
    onGenesis: ({ balances }) => setBalances(balances),
    onBlock(block, hash, place) {
      height = block.height;
      for (const text of block.transactions) places.set(nameOf(text), { place, height });
      setBalances(block.balances);
      seal(hash);
    },
  });
  if (height === 0) seal(log.genesisHash);

  let queue: Waiting[] = [];
  let writing: Promise<void> | null = null;

  const execute = (waiting: Waiting): boolean => {
    const refused = places.has(waiting.txHash) ? 'AlreadyProcessed' : null;
    const result = refused === null ? machine.sendTransaction(waiting.transaction) : null;
    if (refused === null && !isFailure(result)) return true;
    waiting.reject(new ChainRefusal(refused ?? failureName(String(result))));
    return false;
  };
  const writeBlock = async (batch: readonly Waiting[]): Promise<void> => {
    const inBlock = new Map<string, Waiting>();
    const again: Waiting[] = [];
    for (const waiting of batch) {
      if (inBlock.has(waiting.txHash)) again.push(waiting);
      else if (execute(waiting)) inBlock.set(waiting.txHash, waiting);
    }
    if (inBlock.size > 0) {
      const included = [...inBlock.values()];
      const block: Block = {
        height: height + 1,
        parent: log.head(),
        time: now(),
        transactions: included.map(({ bytes }) => Buffer.from(bytes).toString('base64')),
        balances: balancesAfter(machine, included),
      };
      const place = await log.append(block);
      height = block.height;
      seal(log.head());
      for (const { txHash } of included) places.set(txHash, { place, height });
      for (const { txHash, resolve } of included) resolve(txHash);
    }
    for (const { reject } of again) reject(new ChainRefusal('AlreadyProcessed'));
  };
  const work = async (): Promise<void> => {
    while (queue.length > 0) {
      const batch = queue.slice(0, BLOCK_TRANSACTIONS_MAX);
      queue = queue.slice(BLOCK_TRANSACTIONS_MAX);
      try {
        await writeBlock(batch);
      } catch (cause) {
        for (const { reject } of batch) reject(cause);
      }
    }
    writing = null;
  };

  return {
    genesisHash: log.genesisHash,
    head: () => ({ height, blockhash: log.head() }),
    heightOf: (blockhash) => recent.get(blockhash) ?? null,
    balance: (account) => Number(machine.getBalance(address(account)) ?? 0n),
    rentMinimum: (dataBytes) => Number(machine.minimumBalanceForRentExemption(BigInt(dataBytes))),
    async submit(bytes) {
      const { read, transaction, message } = readable(bytes);
      if (places.has(read.txHash)) throw new ChainRefusal('AlreadyProcessed');
      if (!recent.has(read.blockhash)) throw new ChainRefusal('BlockhashNotFound');
      if (!isMemoOrTransfer(message)) throw new ChainRefusal('InvalidProgramForExecution');
      return new Promise<string>((resolve, reject) => {
        queue.push({ transaction, message, txHash: read.txHash, bytes, resolve, reject });
        writing ??= work();
      });
    },
    heightOfTransaction: (txHash) => places.get(txHash)?.height ?? null,
    async find(txHash) {
      const found = places.get(txHash);
      return found ? landed(log, found.place, txHash) : null;
    },
    async close() {
      await writing;
      await log.close();
    },
  };
}

const firstLine = (faucet: string, nonce: string, now: number): Genesis => ({
  ledger: 'assay embedded ledger, version 1',
  created_at: new Date(now).toISOString(),
  nonce,
  balances: { [faucet]: FAUCET_LAMPORTS },
});

/** @throws {ChainRefusal} */
function readable(bytes: Uint8Array) {
  const read = readTransaction(bytes);
  if (!read) throw new ChainRefusal('SignatureFailure');
  const transaction = getTransactionDecoder().decode(bytes);
  const message = getCompiledTransactionMessageDecoder().decode(transaction.messageBytes) as CompiledTransactionMessage;
  return { read, transaction, message };
}

/** First signature of wire bytes, after their number; it was checked when they came, and is checked again where it is read. */
const nameOf = (base64: string): string => getBase58Decoder().decode(Buffer.from(base64, 'base64').subarray(1, 65));

function isMemoOrTransfer(message: CompiledTransactionMessage): boolean {
  if (!('instructions' in message)) return false;
  return message.instructions.every(({ programAddressIndex, data }) => {
    const program = message.staticAccounts[programAddressIndex];
    return program === MEMO_PROGRAM || (program === SYSTEM_PROGRAM && data?.[0] === TRANSFER_TAG);
  });
}

function setBalance(machine: LiteSVM, account: string, amount: number): void {
  machine.setAccount({
    address: address(account),
    lamports: lamports(BigInt(amount)),
    data: new Uint8Array(),
    executable: false,
    programAddress: SYSTEM_PROGRAM,
    space: 0n,
  });
}

/** Accounts that a message may change: those before the read-only ones, among signers and among the others. */
function writable({ header, staticAccounts }: CompiledTransactionMessage): readonly Address[] {
  const { numSignerAccounts, numReadonlySignerAccounts, numReadonlyNonSignerAccounts } = header;
  return staticAccounts.filter((_account, i) =>
    i < numSignerAccounts
      ? i < numSignerAccounts - numReadonlySignerAccounts
      : i < staticAccounts.length - numReadonlyNonSignerAccounts,
  );
}

const balancesAfter = (machine: LiteSVM, included: readonly Waiting[]): Record<string, number> =>
  Object.fromEntries(
    included.flatMap(({ message }) =>
      writable(message).map((account) => [account, Number(machine.getBalance(account) ?? 0n)]),
    ),
  );

/** `FailedTransactionMetadata(FailedTransactionMetadata { err: SignatureFailure, ...` */
const failureName = (text: string): string => /err: ([A-Za-z]+)/.exec(text)?.[1] ?? 'Unknown';

async function landed(log: BlockLog, place: Place, txHash: string): Promise<Landed> {
  const block = await log.read(place);
  const text = block.transactions.find((one) => nameOf(one) === txHash);
  if (text === undefined) throw new Error(`transaction ${txHash} is not in its block`);
  return { height: block.height, time: block.time, bytes: new Uint8Array(Buffer.from(text, 'base64')) };
}
