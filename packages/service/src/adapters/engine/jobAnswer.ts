/** What a worker sends back: a result, or a failure as plain data, since an error class does not survive the crossing. @module */
import { AppError, type AppErrorOptions, type ErrorCode } from '@assay/core/errors';
import { move, transferableSymbol, valueSymbol } from 'piscina';

export interface RefusedAnswer {
  readonly ok: false;
  readonly code: ErrorCode;
  readonly detail: string;
  readonly options: Omit<AppErrorOptions, 'cause'>;
  /** Stack of what happened underneath, for the log. */
  readonly cause: string | null;
}

export type JobAnswer<Result> = { readonly ok: true; readonly result: Result } | RefusedAnswer;

function describe(cause: unknown): string | null {
  if (cause === undefined) return null;
  return cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
}

function refusal(thrown: unknown): RefusedAnswer {
  if (!(thrown instanceof AppError))
    return {
      ok: false,
      code: 'PROCESSING_FAILED',
      detail: 'The picture could not be processed.',
      options: {},
      cause: describe(thrown),
    };
  const { code, detail, errors, retryAfterS, extra, cause } = thrown;
  return {
    ok: false,
    code,
    detail,
    options: {
      ...(errors === undefined ? {} : { errors }),
      ...(retryAfterS === undefined ? {} : { retryAfterS }),
      ...(extra === undefined ? {} : { extra }),
    },
    cause: describe(cause),
  };
}

/** Main thread: turns a failure back into the AppError that the job threw. */
export function rethrow(answer: RefusedAnswer): never {
  throw new AppError(answer.code, answer.detail, {
    ...answer.options,
    ...(answer.cause === null ? {} : { cause: new Error(answer.cause) }),
  });
}

/** Puts byte arrays below `value` into memory of their own and collects that memory, so that it moves and is not copied. */
function collectBuffers(value: unknown, buffers: ArrayBuffer[]): unknown {
  if (value instanceof Uint8Array || value instanceof Float32Array) {
    // A copy, because memory that sharp or Node's buffer pool owns cannot be transferred.
    const copy = value instanceof Uint8Array ? new Uint8Array(value) : new Float32Array(value);
    buffers.push(copy.buffer);
    return copy;
  }
  if (Array.isArray(value)) return value.map((item) => collectBuffers(item, buffers));
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, collectBuffers(item, buffers)]));
  return value;
}

/** Worker: runs a job and packs what came of it; the arrays of the result are moved to the main thread. Never throws. */
export async function answerJob<Result>(job: () => Promise<Result>): Promise<unknown> {
  let answer: JobAnswer<Result>;
  try {
    answer = { ok: true, result: await job() };
  } catch (thrown) {
    return refusal(thrown);
  }
  const buffers: ArrayBuffer[] = [];
  const packed = collectBuffers(answer, buffers) as object;
  return move({
    get [transferableSymbol]() {
      return buffers;
    },
    get [valueSymbol]() {
      return packed;
    },
  });
}
