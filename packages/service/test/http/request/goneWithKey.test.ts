import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { IdempotentAnswers } from '../../../src/app/ports/runtime/idempotency.ts';
import { startTestService, type TestService } from '../../fakes/testService.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  await service.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => service.app.close());

test('whoever leaves while his key is taken finds what was done when he comes again, and no key that is held for good', async () => {
  const { idempotentAnswers } = service.ports;
  const { begin, save } = idempotentAnswers;
  const ended = new Promise<void>((resolve) => {
    idempotentAnswers.save = async (...given) => {
      await save(...given);
      resolve();
    };
  });
  const url = '/v1/auth/register';
  const payload = JSON.stringify({ email: 'eve@example.org', password: 'seventeen frogs in a row' });
  const headers = { 'content-type': 'application/json', 'idempotency-key': 'k' };
  const socket = connect((service.app.server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  const closed = new Promise<void>((resolve) => {
    service.app.server.prependOnceListener('request', (request: { socket: typeof socket }) =>
      request.socket.once('close', () => resolve()),
    );
  });
  idempotentAnswers.begin = async (...given: Parameters<IdempotentAnswers['begin']>) => {
    const start = await begin(...given);
    socket.destroy();
    await closed;
    return start;
  };
  socket.write(
    `POST ${url} HTTP/1.1\r\nHost: test\r\nContent-Length: ${payload.length}\r\n` +
      `${Object.entries(headers)
        .map(([name, value]) => `${name}: ${value}\r\n`)
        .join('')}\r\n${payload}`,
  );
  await ended;
  idempotentAnswers.begin = begin;
  const again = await service.app.inject({ method: 'POST', url, payload, headers });
  expect([again.statusCode, again.headers['idempotent-replayed']]).toEqual([201, 'true']);
});
