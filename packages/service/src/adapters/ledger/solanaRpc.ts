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
import { LedgerRefusal } from '../../app/ports/ledger.ts';

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

const LatestBlockhash = z.object({
  context: z.object({ slot: whole }),
  value: z.object({ blockhash: z.string().min(32).max(44), lastValidBlockHeight: whole }),
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

export type SolanaRpc = ReturnType<typeof createRpc>;

/**
 * @param url of the node; what it holds of secrets never leaves this function
 * @param questionMsMax a node that does not answer is given up after it
 */
export function createRpc(url: string, questionMsMax = QUESTION_MS_MAX) {
  const rpc = createSolanaRpc(url);
  const waiting = new Waiting();
  const ask = <T>(what: string, schema: z.ZodType<T>, send: (signal: AbortSignal) => Promise<unknown>): Promise<T> =>
    asked({ what, questionMsMax, waiting }, schema, send);
  return {
    /** Gives up every question, now and from now on: the process ends. */
    abandon: () => waiting.end(),
    genesisHash: () =>
      ask('getGenesisHash', z.string().min(32).max(44), (abortSignal) => rpc.getGenesisHash().send({ abortSignal })),
    latestBlockhash: async () => {
      const { context, value } = await ask('getLatestBlockhash', LatestBlockhash, (abortSignal) =>
        rpc.getLatestBlockhash({ commitment: 'confirmed' }).send({ abortSignal }),
      );
      return { ...value, blockhash: value.blockhash as Blockhash, slot: context.slot };
    },
    balance: async (account: string) =>
      (
        await ask('getBalance', Balance, (abortSignal) =>
          rpc.getBalance(address(account), { commitment: 'confirmed' }).send({ abortSignal }),
        )
      ).value,
    /** Lamports; null if the node no longer knows the blockhash in the message. */
    fee: async (message: Uint8Array) =>
      (
        await ask('getFeeForMessage', Fee, (abortSignal) =>
          rpc
            .getFeeForMessage(Buffer.from(message).toString('base64') as never, { commitment: 'confirmed' })
            .send({ abortSignal }),
        )
      ).value,
    /** Lamports that an account without data must keep. */
    rentMinimum: () =>
      ask('getMinimumBalanceForRentExemption', whole, (abortSignal) =>
        rpc.getMinimumBalanceForRentExemption(0n).send({ abortSignal }),
      ),
    status: async (txHash: string) => {
      const { context, value } = await ask('getSignatureStatuses', Statuses, (abortSignal) =>
        rpc.getSignatureStatuses([txHash as Signature], { searchTransactionHistory: true }).send({ abortSignal }),
      );
      return { asOfSlot: context.slot, status: value[0] ?? null };
    },
    /** Slot and height of the newest block that is final. */
    finalHead: () =>
      ask('getEpochInfo', Epoch, (abortSignal) => rpc.getEpochInfo({ commitment: 'finalized' }).send({ abortSignal })),
    firstAvailableSlot: () =>
      ask('getFirstAvailableBlock', whole, (abortSignal) => rpc.getFirstAvailableBlock().send({ abortSignal })),
    transaction: (txHash: string, commitment: Exclude<Commitment, 'processed'>) =>
      ask('getTransaction', Transaction, (abortSignal) =>
        rpc
          .getTransaction(txHash as Signature, { commitment, encoding: 'base64', maxSupportedTransactionVersion: 0 })
          .send({ abortSignal }),
      ),
    blockHeight: async (slot: number) =>
      (
        await ask('getBlock', Block, (abortSignal) =>
          rpc
            .getBlock(BigInt(slot), {
              commitment: 'confirmed',
              transactionDetails: 'none',
              rewards: false,
              maxSupportedTransactionVersion: 0,
            })
            .send({ abortSignal }),
        )
      )?.blockHeight ?? null,
    /** @throws {LedgerRefusal} the node looked at it and will not have it; that it knew it already is none */
    async send(bytes: Uint8Array): Promise<void> {
      const wire = Buffer.from(bytes).toString('base64') as Base64EncodedWireTransaction;
      try {
        await ask('sendTransaction', z.string(), (abortSignal) =>
          rpc.sendTransaction(wire, { encoding: 'base64', preflightCommitment: 'confirmed' }).send({ abortSignal }),
        );
      } catch (error) {
        const cause = error instanceof AppError ? error.cause : error;
        if (isKnownAlready(cause)) return;
        if (isRefusal(cause)) throw new LedgerRefusal(failureText(cause), { cause });
        throw error;
      }
    },
    /** Not on the main network. */
    requestAirdrop: (account: string, amount: number) =>
      ask('requestAirdrop', z.string(), (abortSignal) =>
        rpc.requestAirdrop(address(account), lamports(BigInt(amount))).send({ abortSignal }),
      ),
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
