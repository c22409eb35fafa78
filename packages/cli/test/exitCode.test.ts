import { AppError } from '@assay/core/errors';
import { errorFromAnswer, NetworkError } from '@assay/sdk/errors';
import { expect, it } from 'vitest';
import { UsageError } from '../src/arguments.ts';
import { EXIT, exitCodeOf } from '../src/exitCode.ts';

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
  [new AppError('INVALID_FILE_TYPE', 'no picture'), EXIT.usage],
  [Object.assign(new Error('x'), { code: 'ENOENT' }), EXIT.notFound],
  [new Error('a bug'), EXIT.internal],
  ['thrown text', EXIT.internal],
])('%s ends with %i', (error, code) => {
  expect(exitCodeOf(error)).toBe(code);
});
