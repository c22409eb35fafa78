/**
 * Questions to a Solana node, each with a time-out, its answer checked: a node is not trusted to be there, to be whole or
 * to be honest. Every failure is BLOCKCHAIN_ERROR, but that a node refuses a transaction, which is `LedgerRefusal`.
 * @module
 */
import { AppError } from '@assay/core/errors';
import {
  address,
  type Base64EncodedWireTransaction,
  type Blockhash,
  createSolanaRpc,
  isSolanaError,
  lamports,
  type Signature,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_TRANSACTION_SIGNATURE_VERIFICATION_FAILURE,
  SOLANA_ERROR__RPC__TRANSPORT_HTTP_ERROR,
  SOLANA_ERROR__TRANSACTION_ERROR__ALREADY_PROCESSED,
} from '@solana/kit';
import { z } from 'zod';
import { LedgerRefusal } from '../../app/ports/ledger/ledger.ts';

type Commitment = 'processed' | 'confirmed' | 'finalized';

/** One question; a node that hangs is given up after it. */
const QUESTION_MS_MAX = 10_000;
/** Questions asked again after 429 or 503, and how long they wait at most in between. */
const TRIES = 3;
const WAIT_MS_MAX = 2_000;
const FIRST_WAIT_MS = 250;
const BUSY = [429, 503];

/** kit reads every integer as a bigint. */
const whole = z
  .union([z.bigint(), z.int()])
  .transform(Number)
  .refine((value) => Number.isSafeInteger(value) && value >= 0);
const failure = z.unknown().transform((err) => (err === null || err === undefined ? null : failureText(err)));

/** Base58 of 32 bytes. */
const Hash = z.string().min(32).max(44);
const LatestBlockhash = z.object({
  context: z.object({ slot: whole }),
  value: z.object({ blockhash: Hash, lastValidBlockHeight: whole }),
});
const Balance = z.object({ value: whole });
const Fee = z.object({ value: whole.nullable() });
const Statuses = z.object({
  context: z.object({ slot: whole }),
  value: z
    .array(
      z
        .object({
          slot: whole,
          confirmationStatus: z.enum(['processed', 'confirmed', 'finalized']).nullish(),
          err: failure,
        })
        .nullable(),
    )
    .length(1),
});
const Epoch = z.object({ absoluteSlot: whole, blockHeight: whole });
const Transaction = z
  .object({
    slot: whole,
    blockTime: whole.nullish(),
    transaction: z.tuple([z.string(), z.literal('base64')]),
    meta: z.object({ err: failure }).nullish(),
  })
  .nullable();
const Block = z.object({ blockHeight: whole.nullish() }).nullable();

const Memos = z.array(z.object({ signature: z.string(), memo: z.string().nullish() }));
export type MemoLine = z.output<typeof Memos>[number];
/** The most that a node gives at once. */
export const MEMO_PAGE = 1000;

const CONFIRMED = { commitment: 'confirmed' } as const;
/** Without it a node refuses to show what holds transactions of a version. */
const WITH_VERSIONS = { maxSupportedTransactionVersion: 0 } as const;

export type SolanaRpc = ReturnType<typeof createRpc>;

/** A question as kit makes it, not asked yet. */
interface Pending {
  send(options: { readonly abortSignal: AbortSignal }): Promise<unknown>;
}

/**
 * @param url of the node; what it holds of secrets never leaves this function
 * @param questionMsMax a node that does not answer is given up after it
 */
export function createRpc(url: string, questionMsMax = QUESTION_MS_MAX) {
  const rpc = createSolanaRpc(url);
  const waiting = new Waiting();
  const ask = <T>(what: string, schema: z.ZodType<T>, pending: Pending): Promise<T> =>
    asked({ what, questionMsMax, waiting }, schema, (abortSignal) => pending.send({ abortSignal }));
  return {
    /** Gives up every question, now and from now on: the process ends. */
    abandon: () => waiting.end(),
    genesisHash: () => ask('getGenesisHash', Hash, rpc.getGenesisHash()),
    latestBlockhash: async () => {
      const { context, value } = await ask('getLatestBlockhash', LatestBlockhash, rpc.getLatestBlockhash(CONFIRMED));
      return { ...value, blockhash: value.blockhash as Blockhash, slot: context.slot };
    },
    balance: async (account: string) =>
      (await ask('getBalance', Balance, rpc.getBalance(address(account), CONFIRMED))).value,
    /** Lamports; null if the node no longer knows the blockhash in the message. */
    fee: async (message: Uint8Array) => {
      const text = Buffer.from(message).toString('base64') as never;
      return (await ask('getFeeForMessage', Fee, rpc.getFeeForMessage(text, CONFIRMED))).value;
    },
    /** Lamports that an account without data must keep. */
    rentMinimum: () => ask('getMinimumBalanceForRentExemption', whole, rpc.getMinimumBalanceForRentExemption(0n)),
    status: async (txHash: string) => {
      const pending = rpc.getSignatureStatuses([txHash as Signature], { searchTransactionHistory: true });
      const { context, value } = await ask('getSignatureStatuses', Statuses, pending);
      return { asOfSlot: context.slot, status: value[0] ?? null };
    },
    /** Slot and height of the newest block that is final. */
    finalHead: () => ask('getEpochInfo', Epoch, rpc.getEpochInfo({ commitment: 'finalized' })),
    firstAvailableSlot: () => ask('getFirstAvailableBlock', whole, rpc.getFirstAvailableBlock()),
    transaction: (txHash: string, commitment: Exclude<Commitment, 'processed'>) => {
      const options = { commitment, encoding: 'base64', ...WITH_VERSIONS } as const;
      return ask('getTransaction', Transaction, rpc.getTransaction(txHash as Signature, options));
    },
    /** The latest first. @param before only those older than this one */
    memosOf: (account: string, before: string | null): Promise<readonly MemoLine[]> => {
      const options = { ...CONFIRMED, limit: MEMO_PAGE, ...(before === null ? {} : { before: before as Signature }) };
      return ask('getSignaturesForAddress', Memos, rpc.getSignaturesForAddress(address(account), options));
    },
    blockHeight: async (slot: number) => {
      const options = { ...CONFIRMED, transactionDetails: 'none', rewards: false, ...WITH_VERSIONS } as const;
      return (await ask('getBlock', Block, rpc.getBlock(BigInt(slot), options)))?.blockHeight ?? null;
    },
    /** @throws {LedgerRefusal} the node looked at it and will not have it; that it knew it already is none */
    async send(bytes: Uint8Array): Promise<void> {
      const wire = Buffer.from(bytes).toString('base64') as Base64EncodedWireTransaction;
      const options = { encoding: 'base64', preflightCommitment: 'confirmed' } as const;
      try {
        await ask('sendTransaction', z.string(), rpc.sendTransaction(wire, options));
      } catch (error) {
        const cause = error instanceof AppError ? error.cause : error;
        if (isKnownAlready(cause)) return;
        if (isRefusal(cause)) throw new LedgerRefusal(failureText(cause), { cause });
        throw error;
      }
    },
    /** Not on the main network. */
    requestAirdrop: (account: string, amount: number) =>
      ask('requestAirdrop', z.string(), rpc.requestAirdrop(address(account), lamports(BigInt(amount)))),
  };
}

interface Question {
  readonly what: string;
  readonly questionMsMax: number;
  readonly waiting: Waiting;
}

/** Questions on their way. */
class Waiting {
  readonly #controllers = new Set<AbortController>();
  #ended = false;

  /** @throws {DOMException} `TimeoutError` after that time, `AbortError` once the end has come */
  async answer<T>(msMax: number, send: (signal: AbortSignal) => Promise<T>): Promise<T> {
    // kit waits for an abort to come, and would wait for ever for one that came before.
    if (this.#ended) throw new DOMException('the service ends', 'AbortError');
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(new DOMException('no answer', 'TimeoutError')), msMax);
    this.#controllers.add(controller);
    try {
      return await send(controller.signal);
    } finally {
      clearTimeout(timer);
      this.#controllers.delete(controller);
    }
  }

  end(): void {
    this.#ended = true;
    for (const controller of this.#controllers) controller.abort();
  }
}

async function asked<T>(
  question: Question,
  schema: z.ZodType<T>,
  send: (signal: AbortSignal) => Promise<unknown>,
): Promise<T> {
  const answer = await untilAnswered(question, send);
  const read = schema.safeParse(answer);
  if (read.success) return read.data;
  throw new AppError('BLOCKCHAIN_ERROR', `The node of the ledger answered ${question.what} with what cannot be read.`, {
    cause: read.error,
  });
}

async function untilAnswered(question: Question, send: (signal: AbortSignal) => Promise<unknown>): Promise<unknown> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await question.waiting.answer(question.questionMsMax, send);
    } catch (cause) {
      const waitMs = attempt < TRIES ? pauseAfter(cause, attempt) : null;
      if (waitMs === null) throw unreachable(question, cause);
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }
}

/** Null: asking again at once would not help. */
function pauseAfter(cause: unknown, attempt: number): number | null {
  if (!isSolanaError(cause, SOLANA_ERROR__RPC__TRANSPORT_HTTP_ERROR)) return null;
  const { statusCode, headers } = cause.context as { statusCode: number; headers?: Headers };
  if (!BUSY.includes(statusCode)) return null;
  const namedS = Number(headers?.get?.('retry-after') ?? Number.NaN);
  return Math.min(WAIT_MS_MAX, namedS >= 0 ? namedS * 1000 : FIRST_WAIT_MS * 2 ** (attempt - 1));
}

function unreachable({ what, questionMsMax }: Question, cause: unknown): AppError {
  const isBusy = isSolanaError(cause, SOLANA_ERROR__RPC__TRANSPORT_HTTP_ERROR) && BUSY.includes(statusOf(cause));
  if (isAbandoned(cause))
    return new AppError('BLOCKCHAIN_ERROR', 'The service ends and asks the ledger no more.', { cause });
  const detail = isTimeout(cause)
    ? `The node of the ledger did not answer ${what} within ${questionMsMax / 1000} s.`
    : isBusy
      ? `The node of the ledger is too busy (HTTP ${statusOf(cause)} to ${what}).`
      : `The node of the ledger could not be asked (${what}).`;
  return new AppError('BLOCKCHAIN_ERROR', detail, { cause });
}

const statusOf = (cause: unknown): number => (cause as { context: { statusCode: number } }).context.statusCode;
const isTimeout = (cause: unknown): boolean => cause instanceof Error && cause.name === 'TimeoutError';
const isAbandoned = (cause: unknown): boolean => cause instanceof Error && cause.name === 'AbortError';

const isKnownAlready = (cause: unknown): boolean =>
  isSolanaError(cause, SOLANA_ERROR__TRANSACTION_ERROR__ALREADY_PROCESSED) ||
  (isSolanaError(cause) && isKnownAlready(cause.cause));

const isRefusal = (cause: unknown): boolean =>
  isSolanaError(cause, SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE) ||
  isSolanaError(cause, SOLANA_ERROR__JSON_RPC__SERVER_ERROR_TRANSACTION_SIGNATURE_VERIFICATION_FAILURE);

/** For people; bigints and nested causes in one line. */
function failureText(cause: unknown): string {
  if (cause instanceof Error) {
    const inner = cause.cause instanceof Error ? `: ${cause.cause.message}` : '';
    return `${cause.message}${inner}`.slice(0, 500);
  }
  return JSON.stringify(cause, (_name, value) => (typeof value === 'bigint' ? String(value) : value)).slice(0, 500);
}
