import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Attempt,
  FAILING_MS_MAX,
  FAILING_MS_WARNED,
  judgeAttempt,
  RETRY_PAUSES_MS,
} from '../../../src/app/webhooks/schedule.ts';

const NOW = new Date('2026-11-20T12:00:00.000Z');
const FIRST = { attempt: 1, failingSince: null, now: NOW, chance: 0 };
const judge = (responseStatus: number | null, rest: Partial<Attempt> = {}, retryAfter: string | null = null) =>
  judgeAttempt({ outcome: { responseStatus, retryAfter }, ...FIRST, ...rest });
const pauseS = (verdict: ReturnType<typeof judge>): number =>
  ((verdict.nextAttemptAt?.getTime() ?? Number.NaN) - NOW.getTime()) / 1000;

test('the pauses are those of the contract: ten tries in about three days', () => {
  const hour = 3600;
  const seconds = [5, 300, 1800, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour];
  expect(RETRY_PAUSES_MS.map((ms) => ms / 1000)).toEqual(seconds);
  for (const [i, pause] of seconds.entries()) expect(pauseS(judge(500, { attempt: i + 1 }))).toBe(pause);
  expect(judge(500, { attempt: 10 })).toEqual({
    status: 'failed',
    nextAttemptAt: null,
    disable: null,
    warn: false,
  });
});

test('only 2xx succeeds; no answer and every other status, redirects too, is tried again', () => {
  fc.assert(
    fc.property(fc.option(fc.integer({ min: 100, max: 599 })), (status) => {
      const isSuccess = status !== null && status >= 200 && status <= 299;
      expect(judge(status).status).toBe(isSuccess ? 'delivered' : status === 410 ? 'failed' : 'pending');
    }),
    { numRuns: 500 },
  );
});

test('410 ends it and the endpoint', () => {
  expect(judge(410)).toEqual({ status: 'failed', nextAttemptAt: null, disable: 'gone', warn: false });
});

test('jitter adds at most a tenth and never shortens a pause', () => {
  const chances = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9 }), chances, (attempt, chance) => {
      const factor = (pauseS(judge(503, { attempt, chance })) * 1000) / RETRY_PAUSES_MS[attempt - 1]!;
      expect(factor).toBeGreaterThanOrEqual(1);
      expect(factor).toBeLessThanOrEqual(1.1001);
    }),
  );
});

test('Retry-After lengthens a pause up to a day, never shortens it, and is ignored when it cannot be read', () => {
  expect(pauseS(judge(429, {}, '60'))).toBe(60);
  expect(pauseS(judge(503, {}, ' 60 '))).toBe(60);
  expect(pauseS(judge(503, {}, 'Fri, 20 Nov 2026 12:02:00 GMT'))).toBe(120);
  expect(pauseS(judge(503, { attempt: 2 }, '60'))).toBe(300);
  expect(pauseS(judge(503, {}, '99999999999'))).toBe(86_400);
  for (const nonsense of ['', 'soon', '-5', '1e9999', 'Fri, 20 Nov 2020 12:02:00 GMT'])
    expect(pauseS(judge(503, {}, nonsense)), nonsense).toBe(5);
});

const since = (ms: number) => ({ failingSince: new Date(NOW.getTime() - ms) });

test('five days without a success end the endpoint, a moment less does not', () => {
  expect(judge(500, since(FAILING_MS_MAX))).toMatchObject({ status: 'failed', disable: 'failing' });
  expect(judge(500, since(FAILING_MS_MAX - 1))).toMatchObject({ status: 'pending', disable: null });
  expect(judge(204, since(FAILING_MS_MAX))).toMatchObject({ status: 'delivered', disable: null });
});

test('from three days without a success on the owner should know, until it ends or something arrives', () => {
  expect(judge(500, since(FAILING_MS_WARNED - 1)).warn).toBe(false);
  expect(judge(500, since(FAILING_MS_WARNED)).warn).toBe(true);
  expect(judge(500, { ...since(FAILING_MS_WARNED), attempt: 10 })).toMatchObject({ status: 'failed', warn: true });
  expect(judge(500, since(FAILING_MS_MAX)).warn).toBe(false);
  expect(judge(204, since(FAILING_MS_WARNED)).warn).toBe(false);
  expect(judge(500).warn).toBe(false);
});
