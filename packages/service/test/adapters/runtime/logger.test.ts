import { expect, test } from 'vitest';
import { withinOrigin } from '../../../src/adapters/traces/currentOrigin.ts';
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

test('lines of work that a request began have its id and its trace, once each', () => {
  const lines: string[] = [];
  const log = createLogger('info', { write: (line) => void lines.push(line) });
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
  withinOrigin({ requestId: 'r-1', traceparent }, () => {
    log.info('plain');
    // As the framework names the lines of a request.
    log.child({ reqId: 'r-1' }).info('of the request');
  });
  log.info('by itself');
  const [plain, ofRequest, byItself] = lines;
  for (const line of [plain, ofRequest]) {
    expect(JSON.parse(line as string)).toMatchObject({ reqId: 'r-1', trace: '4bf92f3577b34da6a3ce929d0e0e4736' });
    expect(line?.match(/"reqId"/g)).toHaveLength(1);
  }
  expect(JSON.parse(byItself as string)).not.toHaveProperty('reqId');
});
