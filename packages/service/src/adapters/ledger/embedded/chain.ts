/**
 * A chain of one node: transactions are executed by the virtual machine of Solana, with its real checks of signatures and
 * balances, and put into blocks that are final as soon as they are on the disk. Whatever waits while a block is written
 * goes into the next one together. It records memos and transfers and nothing else, so that the balances at the end of
 * each block are its whole state and a start needs no replay.
 * @module
 */
import {
  type CompiledTransactionMessage,
  getBase58Decoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  type KeyPairSigner,
  type Transaction,
} from '@solana/kit';
import { SYSTEM_PROGRAM_ADDRESS, TRANSFER_SOL_DISCRIMINATOR } from '@solana-program/system';
import { MEMO_PROGRAM, readTransaction } from '../memoTransaction.ts';
import { type Block, type BlockLog, type Genesis, openBlockLog, type Place } from './blockLog.ts';
import { type Machine, startMachine } from './machine.ts';

/** A transaction may name the hash of one of the last so many blocks; the rule of the public chain. */
export const BLOCKHASH_WINDOW = 150;
/** For one signature; the rule of the public chain. */
export const FEE_LAMPORTS = 5_000;
/** 5 million coins of 10^9 lamports: 10^12 transactions, and still an exact number of JavaScript. */
const FAUCET_LAMPORTS = 5_000_000 * 1_000_000_000;
/** Transactions of one block, so that its line stays below a megabyte. */
const BLOCK_TRANSACTIONS_MAX = 512;

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
  /** Names of all transactions. */
  newestFirst(): readonly string[];
  close(): Promise<void>;
}

export interface ChainOptions {
  /** Null: in memory, gone at the end. */
  readonly file: string | null;
  readonly faucet: KeyPairSigner;
  readonly now: () => number;
  readonly nonce: string;
}

export async function openChain({ file, faucet, now, nonce }: ChainOptions): Promise<Chain> {
  const machine = await startMachine();
  const index = new ChainIndex();
  const log = await openBlockLog(file, () => firstLine(faucet.address, nonce, now()), {
    onGenesis: ({ balances }) => machine.setBalances(balances),
    onBlock({ height, transactions, balances }, hash, place) {
      index.add({ height, hash, place, txHashes: transactions.map(nameOf) });
      machine.setBalances(balances);
    },
  });
  if (index.height === 0) index.begin(log.genesisHash);
  const writer = new BlockWriter(machine, log, index, now);
  return {
    genesisHash: log.genesisHash,
    head: () => ({ height: index.height, blockhash: log.head() }),
    heightOf: (blockhash) => index.heightOf(blockhash),
    balance: (account) => machine.balance(account),
    rentMinimum: (dataBytes) => machine.rentMinimum(dataBytes),
    async submit(bytes) {
      const { read, transaction, message } = readable(bytes);
      if (index.find(read.txHash)) throw new ChainRefusal('AlreadyProcessed');
      if (index.heightOf(read.blockhash) === null) throw new ChainRefusal('BlockhashNotFound');
      if (!isMemoOrTransfer(message)) throw new ChainRefusal('InvalidProgramForExecution');
      return writer.add({ transaction, message, txHash: read.txHash, bytes });
    },
    heightOfTransaction: (txHash) => index.find(txHash)?.height ?? null,
    async find(txHash) {
      const found = index.find(txHash);
      return found ? landed(log, found.place, txHash) : null;
    },
    newestFirst: () => index.names().toReversed(),
    async close() {
      await writer.finish();
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

/** Where every transaction lies, and which hashes a new one may name. */
class ChainIndex {
  /** Of the last block; 0 before the first. */
  height = 0;
  readonly #places = new Map<string, { readonly place: Place; readonly height: number }>();
  readonly #recent = new Map<string, number>();

  begin(genesisHash: string): void {
    this.#recent.set(genesisHash, 0);
  }

  add(block: { readonly height: number; readonly hash: string; place: Place; txHashes: readonly string[] }): void {
    const { height, hash, place, txHashes } = block;
    this.height = height;
    for (const txHash of txHashes) this.#places.set(txHash, { place, height });
    this.#recent.set(hash, height);
    for (const [old, at] of this.#recent) {
      if (at >= height - BLOCKHASH_WINDOW) break;
      this.#recent.delete(old);
    }
  }

  find(txHash: string): { readonly place: Place; readonly height: number } | null {
    return this.#places.get(txHash) ?? null;
  }

  /** The oldest first. */
  names(): string[] {
    return [...this.#places.keys()];
  }

  heightOf(blockhash: string): number | null {
    return this.#recent.get(blockhash) ?? null;
  }
}

interface Submitted {
  readonly transaction: Transaction;
  readonly message: CompiledTransactionMessage;
  readonly txHash: string;
  readonly bytes: Uint8Array;
}

interface Waiting extends Submitted {
  readonly resolve: (txHash: string) => void;
  readonly reject: (cause: unknown) => void;
}

/** Puts what waits into blocks, one block after the other. */
class BlockWriter {
  readonly #machine: Machine;
  readonly #log: BlockLog;
  readonly #index: ChainIndex;
  readonly #now: () => number;
  #queue: Waiting[] = [];
  #working: Promise<void> | null = null;

  constructor(machine: Machine, log: BlockLog, index: ChainIndex, now: () => number) {
    this.#machine = machine;
    this.#log = log;
    this.#index = index;
    this.#now = now;
  }

  /** Its name, once its block is final. @throws {ChainRefusal} */
  add(submitted: Submitted): Promise<string> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ ...submitted, resolve, reject });
      this.#working ??= this.#work();
    });
  }

  async finish(): Promise<void> {
    await this.#working;
  }

  async #work(): Promise<void> {
    while (this.#queue.length > 0) {
      const batch = this.#queue.splice(0, BLOCK_TRANSACTIONS_MAX);
      try {
        await this.#write(batch);
      } catch (cause) {
        for (const { reject } of batch) reject(cause);
      }
    }
    this.#working = null;
  }

  async #write(batch: readonly Waiting[]): Promise<void> {
    const inBlock = new Map<string, Waiting>();
    const again: Waiting[] = [];
    for (const waiting of batch) {
      if (inBlock.has(waiting.txHash)) again.push(waiting);
      else if (this.#execute(waiting)) inBlock.set(waiting.txHash, waiting);
    }
    const included = [...inBlock.values()];
    if (included.length > 0) await this.#append(included);
    for (const { txHash, resolve } of included) resolve(txHash);
    for (const { reject } of again) reject(new ChainRefusal('AlreadyProcessed'));
  }

  #execute({ txHash, transaction, reject }: Waiting): boolean {
    const refused = this.#index.find(txHash) ? 'AlreadyProcessed' : this.#machine.execute(transaction);
    if (refused !== null) reject(new ChainRefusal(refused));
    return refused === null;
  }

  async #append(included: readonly Waiting[]): Promise<void> {
    const block: Block = {
      height: this.#index.height + 1,
      parent: this.#log.head(),
      time: this.#now(),
      transactions: included.map(({ bytes }) => Buffer.from(bytes).toString('base64')),
      balances: this.#machine.balancesOf(included.map(({ message }) => message)),
    };
    const place = await this.#log.append(block);
    const txHashes = included.map(({ txHash }) => txHash);
    this.#index.add({ height: block.height, hash: this.#log.head(), place, txHashes });
  }
}

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
    const isTransfer = program === SYSTEM_PROGRAM_ADDRESS && data?.[0] === TRANSFER_SOL_DISCRIMINATOR;
    return isTransfer || program === MEMO_PROGRAM;
  });
}

async function landed(log: BlockLog, place: Place, txHash: string): Promise<Landed> {
  const block = await log.read(place);
  const text = block.transactions.find((one) => nameOf(one) === txHash);
  if (text === undefined) throw new Error(`transaction ${txHash} is not in its block`);
  return { height: block.height, time: block.time, bytes: new Uint8Array(Buffer.from(text, 'base64')) };
}
