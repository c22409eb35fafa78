import { expect, test } from 'vitest';
import { createLogger } from '../../../src/adapters/runtime/logger.ts';

test('secrets are left out wherever they stand, in JSON lines with a level in words', () => {
  const lines: string[] = [];
  const log = createLogger('info', { write: (line) => void lines.push(line) });
  const secret = 'do-not-write-this';
  log.info({ authorization: secret, password: secret, token: secret, cookie: secret }, 'flat');
  log.info({ req: { headers: { authorization: secret, 'x-api-key': secret, 'set-cookie': secret } } }, 'nested');
  log.info({ body: { refresh_token: secret, access_token: secret, password: secret } }, 'body');
  expect(lines.join('')).not.toContain(secret);
  expect(JSON.parse(lines[0] as string)).toMatchObject({ level: 'info', msg: 'flat', time: expect.any(String) });
});
