import { describe, expect, test, vi } from 'vitest';
import { errorFromAnswer, NetworkError } from '@assay/sdk/errors';
import { failureBeforeSending, failureOf, waitReasonOf } from '../../src/shared/failure.ts';

const answer = (status: number, code: string, headers: Record<string, string> = {}) =>
  errorFromAnswer(
    status,
    new Headers(headers),
    JSON.stringify({ detail: 'said', error_code: code, timestamp: '', request_id: 'r-1' }),
    'POST /v1/verify/',
  );
const offline = new NetworkError({ code: 'NETWORK_ERROR', status: 0, detail: 'd', attempted: 'POST /v1/verify/' });

describe('failureOf', () => {
  test.each([
    [400, 'INVALID_FILE_TYPE', 'wrongType', false],
    [400, 'FILE_TOO_LARGE', 'tooLarge', false],
    [403, 'QUOTA_EXCEEDED', 'quota', true],
    [429, 'RATE_LIMITED', 'rateLimited', true],
    [503, 'SERVICE_UNAVAILABLE', 'busy', true],
    [500, 'PROCESSING_FAILED', 'serverFailed', true],
    [500, 'INTERNAL_ERROR', 'serverFailed', true],
  ])('%d %s is %s', (status, code, kind, canRetry) => {
    expect(failureOf(answer(status, code))).toMatchObject({ kind, canRetry, detail: 'said', requestId: 'r-1' });
  });

  test('an unreachable service is told from a failing one, and a bug of the page from both', () => {
    expect(failureOf(offline)).toMatchObject({ kind: 'unreachable', canRetry: true, detail: null });
    expect(failureOf(new TypeError('bug'))).toMatchObject({ kind: 'serverFailed', detail: null });
  });

  test('a quota that time does not give back is no matter of waiting', () => {
    const body = {
      detail: 'said',
      error_code: 'QUOTA_EXCEEDED',
      quota: 'storage_bytes',
      timestamp: '',
      request_id: 'r-1',
    };
    const refusal = (resets: string | null) =>
      errorFromAnswer(403, new Headers(), JSON.stringify({ ...body, resets_at: resets }), 'POST /v1/assets/upload');
    expect(failureOf(refusal(null))).toMatchObject({ kind: 'full', canRetry: false });
    vi.useFakeTimers({ now: new Date('2026-01-31T23:00:00.000Z') });
    const untilMidnight = { kind: 'quota', canRetry: true, retryAfterS: 3600 };
    expect(failureOf(refusal('2026-02-01T00:00:00.000Z'))).toMatchObject(untilMidnight);
    vi.useRealTimers();
  });

  test('Retry-After reaches the reader', () => {
    expect(failureOf(answer(429, 'RATE_LIMITED', { 'retry-after': '90' })).retryAfterS).toBe(90);
  });
});

test('waitReasonOf: why the client waits before it asks again', () => {
  expect(waitReasonOf(answer(429, 'RATE_LIMITED'))).toBe('rateLimited');
  expect(waitReasonOf(answer(503, 'SERVICE_UNAVAILABLE'))).toBe('busy');
  expect(waitReasonOf(offline)).toBe('unreachable');
});

test('only what is surely no picture we take is refused before sending', () => {
  expect(failureBeforeSending(undefined)?.kind).toBe('notAPicture');
  for (const type of ['image/gif', 'image/svg+xml', 'application/pdf'])
    expect(failureBeforeSending(new File([], 'a', { type }))?.kind, type).toBe('wrongType');
  for (const type of ['', 'image/jpeg', 'image/png', 'image/tiff', 'image/webp'])
    expect(failureBeforeSending(new File([], 'a', { type })), type).toBeNull();
});
