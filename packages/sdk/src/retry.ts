/**
 * Asking again: after 429, 5xx and broken connections, with exponential back-off and full jitter
 * (each wait is uniform in [0, base 2^n], so that many clients do not come back in step), or exactly as long as the
 * server's Retry-After says.
 * @module
 */
import { AssayError, NetworkError, RateLimitError, ServiceUnavailableError } from './errors.ts';

export interface RetryPolicy {
  /** How often to ask again after the first time; 0 = never. Waiting for an own earlier attempt that is still at work does not count. */
  readonly retriesMax: number;
  /** Upper bound of the first wait; doubles with each retry. */
  readonly baseDelayMs: number;
  /** Upper bound of any own wait. */
  readonly delayMsMax: number;
  /** A Retry-After longer than this is not waited for: the error is thrown at once. */
  readonly retryAfterMsMax: number;
}

/** Three retries within about 7 s ride out a restart or a full queue; who waits longer should see the error. */
export const DEFAULT_RETRY: RetryPolicy = {
  retriesMax: 3,
  baseDelayMs: 1_000,
  delayMsMax: 8_000,
  retryAfterMsMax: 30_000,
};

/**
 * So often an own earlier attempt is waited for, a second each time as Retry-After says: one whose process died holds its key for
 * 30 s (docs/spec/api.md#idempotency).
 */
const EARLIER_ATTEMPT_WAITS_MAX = 45;

export interface RetryNotice {
  /** 1 for the first retry. */
  readonly retry: number;
  readonly delayMs: number;
  readonly error: AssayError;
}

export interface RetryOptions {
  readonly policy: RetryPolicy;
  /** Whether a request whose fate is unknown may be sent again: safe methods, or one with an idempotency key. */
  readonly repeatable: boolean;
  readonly signal?: AbortSignal | undefined;
  readonly onRetry?: ((notice: RetryNotice) => void) | undefined;
  readonly random?: () => number;
  readonly sleep?: (delayMs: number, signal?: AbortSignal) => Promise<void>;
}

/** @throws what the last attempt threw, or the signal's reason when aborted while waiting. */
export async function withRetry<T>(attempt: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { policy, signal, random = Math.random, sleep = sleepMs } = options;
  let waits = 0;
  for (let retry = 1; ; retry += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof AssayError) || !isWorthRetrying(error, options.repeatable)) throw error;
      if (policy.retriesMax > 0 && isEarlierAttempt(error) && waits < EARLIER_ATTEMPT_WAITS_MAX) waits += 1;
      const counted = retry - waits;
      const delayMs = counted > policy.retriesMax ? null : delayBefore(counted, error, policy, random);
      if (delayMs === null) throw error;
      options.onRetry?.({ retry, delayMs, error });
      await sleep(delayMs, signal);
    }
  }
}

const isEarlierAttempt = ({ code }: AssayError): boolean => code === 'IDEMPOTENCY_IN_PROGRESS';

/**
 * 429 and 503 were refused unseen, so any request may be repeated. After a broken connection or another failure of the server
 * (a proxy's 502 and 504 too) nobody knows what was done, so only what is `repeatable`.
 */
function isWorthRetrying(error: AssayError, repeatable: boolean): boolean {
  return (
    error instanceof RateLimitError ||
    error instanceof ServiceUnavailableError ||
    isEarlierAttempt(error) ||
    (repeatable && (error instanceof NetworkError || error.status >= 500))
  );
}

function delayBefore(retry: number, error: AssayError, policy: RetryPolicy, random: () => number): number | null {
  if (error.retryAfterS !== undefined) {
    const delayMs = error.retryAfterS * 1000;
    return delayMs <= policy.retryAfterMsMax ? delayMs : null;
  }
  return random() * Math.min(policy.delayMsMax, policy.baseDelayMs * 2 ** (retry - 1));
}

function sleepMs(delayMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const wake = () => {
      signal?.removeEventListener('abort', cancel);
      resolve();
    };
    const timer = setTimeout(wake, delayMs);
    const cancel = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', cancel, { once: true });
  });
}
