import { describe, expect, test } from 'vitest';
import {
  AssayError,
  NetworkError,
  RateLimitError,
  ServerError,
  ServiceUnavailableError,
  UnexpectedAnswerError,
} from '@assay/sdk/errors';
import { DEFAULT_RETRY, withRetry } from '@assay/sdk/retry';

const facts = { code: 'X', status: 0, detail: 'd', attempted: 'GET /' };

/** Runs `withRetry` over these failures, then success; gives the waits and what came out. */
async function run(errors: Error[], options: { repeatable?: boolean; random?: number } = {}) {
  const waits: number[] = [];
  let calls = 0;
  const attempt = async () => {
    const error = errors[calls];
    calls += 1;
    if (error) throw error;
    return 'done';
  };
  const outcome = await withRetry(attempt, {
    policy: DEFAULT_RETRY,
    repeatable: options.repeatable ?? true,
    random: () => options.random ?? 1,
    sleep: async (delayMs) => void waits.push(delayMs),
  }).catch((error: unknown) => error);
  return { waits, calls, outcome };
}

describe('withRetry', () => {
  test('waits grow twofold with full jitter and end after three retries with the last error', async () => {
    const error = new NetworkError(facts);
    expect(await run([error, error, error, error])).toEqual({ waits: [1000, 2000, 4000], calls: 4, outcome: error });
    expect((await run([error, error], { random: 0.25 })).waits).toEqual([250, 500]);
  });

  test('Retry-After is waited for exactly, and not at all when it is too long', async () => {
    const soon = new RateLimitError({ ...facts, retryAfterS: 7 });
    const tomorrow = new RateLimitError({ ...facts, retryAfterS: 86_400 });
    expect(await run([soon])).toEqual({ waits: [7000], calls: 2, outcome: 'done' });
    expect(await run([tomorrow])).toEqual({ waits: [], calls: 1, outcome: tomorrow });
  });

  test('a broken connection is repeated only if that cannot do a thing twice; a refusal always', async () => {
    const broken = new NetworkError(facts);
    expect((await run([broken], { repeatable: false })).outcome).toBe(broken);
    expect((await run([new ServiceUnavailableError(facts)], { repeatable: false })).outcome).toBe('done');
    const ownEarlierAttempt = new AssayError({ ...facts, code: 'IDEMPOTENCY_IN_PROGRESS', status: 409 });
    expect((await run([ownEarlierAttempt])).outcome).toBe('done');
  });

  test('an own earlier attempt is waited for until a process that died has let go of its key, and no longer', async () => {
    const broken = new NetworkError(facts);
    const stillAtWork = new AssayError({ ...facts, code: 'IDEMPOTENCY_IN_PROGRESS', status: 409, retryAfterS: 1 });
    const forHalfAMinute = Array.from({ length: 31 }, () => stillAtWork);
    expect((await run([broken, ...forHalfAMinute, broken, broken])).outcome).toBe('done');
    const forGood = await run(Array.from({ length: 100 }, () => stillAtWork));
    expect([forGood.outcome, forGood.calls]).toEqual([stillAtWork, 45 + DEFAULT_RETRY.retriesMax + 1]);
    const once = withRetry(() => Promise.reject(stillAtWork), {
      policy: { ...DEFAULT_RETRY, retriesMax: 0 },
      repeatable: true,
    });
    await expect(once).rejects.toBe(stillAtWork);
  });

  test('a failure of the server, a proxy before it too, is repeated only if that cannot do a thing twice', async () => {
    const failures = [
      new ServerError({ ...facts, status: 500 }),
      new UnexpectedAnswerError({ ...facts, status: 502 }),
      new UnexpectedAnswerError({ ...facts, status: 504 }),
    ];
    for (const failure of failures) {
      expect(await run([failure])).toEqual({ waits: [1000], calls: 2, outcome: 'done' });
      expect((await run([failure], { repeatable: false })).outcome).toBe(failure);
    }
  });

  test('an answer that says no, one of something else, and a bug of the caller are not repeated', async () => {
    const said = [404, 422].map((status) => new AssayError({ ...facts, status }));
    for (const error of [...said, new UnexpectedAnswerError({ ...facts, status: 200 }), new TypeError('bug')])
      expect(await run([error])).toEqual({ waits: [], calls: 1, outcome: error });
  });
});
