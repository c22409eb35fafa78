import { expect, test } from 'vitest';
import { ERROR_CODES } from '@assay/core/errors';
import {
  AssayError,
  errorFromAnswer,
  NotFoundError,
  parseRetryAfter,
  PermissionError,
  QuotaError,
  RateLimitError,
  ServerError,
} from '@assay/sdk/errors';

const answer = (status: number, code: string, headers: Record<string, string> = {}) =>
  errorFromAnswer(
    status,
    new Headers(headers),
    JSON.stringify({ detail: 'd', error_code: code, timestamp: '' }),
    'GET /',
  );

test('quota and permission are told apart although both are 403', () => {
  expect(answer(403, 'QUOTA_EXCEEDED')).toBeInstanceOf(QuotaError);
  expect(answer(403, 'INSUFFICIENT_SCOPE')).toBeInstanceOf(PermissionError);
});

test('every code of the service keeps its name, and a code of a later version still gets the class of its status', () => {
  for (const code of ERROR_CODES) expect(answer(422, code).code).toBe(code);
  expect(answer(404, 'SOMETHING_NEW_NOT_FOUND')).toBeInstanceOf(NotFoundError);
  expect(answer(502, 'SOMETHING_NEW')).toBeInstanceOf(ServerError);
  expect(answer(418, 'TEAPOT').constructor).toBe(AssayError);
});

test('Retry-After is read as seconds and as a date', () => {
  expect(parseRetryAfter('12')).toBe(12);
  expect(parseRetryAfter('Thu, 01 Jan 1970 00:01:00 GMT', 30_000)).toBe(30);
  expect(parseRetryAfter('Thu, 01 Jan 1970 00:00:10 GMT', 30_000)).toBe(0);
  expect(parseRetryAfter('soon')).toBeUndefined();
  expect(parseRetryAfter(null)).toBeUndefined();
  const limited = answer(429, 'RATE_LIMITED', { 'retry-after': '3' });
  expect(limited).toBeInstanceOf(RateLimitError);
  expect(limited.retryAfterS).toBe(3);
});

test('an answer without an error body says so instead of showing it', () => {
  const error = errorFromAnswer(502, new Headers(), '<html>Bad gateway</html>', 'GET /health');
  expect(error.code).toBe('UNEXPECTED_ANSWER');
  expect(error.message).not.toContain('<html>');
});
