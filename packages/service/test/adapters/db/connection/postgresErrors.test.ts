import { AppError } from '@assay/core/errors';
import { DrizzleQueryError } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { isRepeatable, unavailable } from '../../../../src/adapters/db/connection/postgresErrors.ts';

const coded = (code: string, message = 'x'): Error => Object.assign(new Error(message), { code });
const wrapped = (cause: Error): Error => new DrizzleQueryError('select 1', [], cause);

test.each([
  coded('57P01'),
  coded('57P02'),
  coded('08006'),
  coded('53300'),
  coded('ECONNREFUSED'),
  new Error('Connection terminated unexpectedly'),
  new Error('timeout exceeded when trying to connect'),
])('a server that cannot be reached is SERVICE_UNAVAILABLE with a time to try again: %s', (cause) => {
  for (const error of [cause, wrapped(cause)])
    expect(unavailable(error)).toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryAfterS: 5, cause: error });
});

test.each([coded('23505'), coded('42P01'), new Error('a bug'), new AppError('CONFLICT', 'no'), 'text', null])(
  'everything else stays what it is: %s',
  (cause) => {
    expect(unavailable(cause)).toBeNull();
  },
);

test.each(['40P01', '40001'])(
  'who lost to others each time (%s) is told that nothing was changed, and when to come again',
  (code) => {
    for (const error of [coded(code), wrapped(coded(code))])
      expect(unavailable(error)).toMatchObject({
        code: 'SERVICE_UNAVAILABLE',
        detail: expect.stringContaining('nothing was changed') as string,
        retryAfterS: 5,
        cause: error,
      });
  },
);

test('deadlocks and serialization failures may be tried again, broken constraints may not', () => {
  expect(isRepeatable(wrapped(coded('40P01')))).toBe(true);
  expect(isRepeatable(coded('40001'))).toBe(true);
  expect(isRepeatable(wrapped(coded('23505')))).toBe(false);
});
