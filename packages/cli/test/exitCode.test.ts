import { readFileSync } from 'node:fs';
import { AppError } from '@assay/core/errors';
import { errorFromAnswer, NetworkError } from '@assay/sdk/errors';
import { ConfigError } from '@assay/service/config/configError';
import { expect, it, test } from 'vitest';
import { UsageError } from '../src/usageError.ts';
import { EXIT, exitCodeOf, sentenceOf } from '../src/exitCode.ts';

const answered = (status: number, code: string) =>
  errorFromAnswer(
    status,
    new Headers(),
    JSON.stringify({ detail: 'no', error_code: code, timestamp: '2026-01-01T00:00:00Z' }),
    'POST /v1/verify/',
  );

it.each([
  [answered(401, 'INVALID_API_KEY'), EXIT.authentication],
  [answered(403, 'INSUFFICIENT_SCOPE'), EXIT.authentication],
  [answered(403, 'QUOTA_EXCEEDED'), EXIT.quota],
  [answered(429, 'RATE_LIMITED'), EXIT.quota],
  [answered(503, 'SERVICE_UNAVAILABLE'), EXIT.network],
  [new NetworkError({ code: 'NETWORK_ERROR', status: 0, detail: 'gone', attempted: 'GET /' }), EXIT.network],
  [answered(404, 'ASSET_NOT_FOUND'), EXIT.notFound],
  [answered(400, 'INVALID_FILE_TYPE'), EXIT.usage],
  [answered(500, 'INTERNAL_ERROR'), EXIT.internal],
  [new UsageError('so not'), EXIT.usage],
  [new ConfigError(['PORT must be a number.']), EXIT.usage],
  [new AppError('INVALID_FILE_TYPE', 'no picture'), EXIT.usage],
  [Object.assign(new Error('x'), { code: 'ENOENT' }), EXIT.notFound],
  [new Error('a bug'), EXIT.internal],
  ['thrown text', EXIT.internal],
])('%s ends with %i', (error, code) => {
  expect(exitCodeOf(error)).toBe(code);
});

it.each([
  ['ECONNREFUSED', 'nothing listens there'],
  ['ENOTFOUND', 'there is no such name'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'its certificate is not trusted'],
])('a service that cannot be reached is told in words, not as %s', (code, words) => {
  const cause = new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) });
  const sentence = sentenceOf(
    new NetworkError({
      code: 'NETWORK_ERROR',
      status: 0,
      detail: 'Could not reach the server',
      attempted: 'GET /',
      cause,
    }),
  );
  expect(sentence).toBe(`Could not reach the server; ${words}; is the service running there? assay doctor tells`);
});

test('docs/spec/clients.md lists every exit status, and no other', () => {
  const page = readFileSync(new URL('../../../docs/spec/clients.md', import.meta.url), 'utf8');
  const listed = [...page.matchAll(/^\| (\d+) \|/gm)].map((match) => Number(match[1]));
  expect(listed).toEqual(Object.values(EXIT));
});
