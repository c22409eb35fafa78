import { once } from 'node:events';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { AppError } from '@assay/core/errors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formOf, openAccount, startTestService, type TestService } from '../../fakes/testService.ts';
import { toyPicture } from '../../fakes/toyEngine.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  await service.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => service.app.close());

const form = formOf([{ name: 'file', value: toyPicture('pier'), fileName: 'a.jpg' }]);

/** Work that never ends by itself, as the pool of workers does it: it ends with the reason of the signal. */
function endless(begun: (signal: AbortSignal) => void): Promise<never> {
  const signal = service.ports.currentWork.signal();
  if (!signal) throw new Error('nothing could end this');
  begun(signal);
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
}

test('deleting an asset ends its processing: the upload is told, and nothing is left', async () => {
  const ada = await openAccount(service, 'ada@example.org');
  const { engine, files } = service.ports;
  const { mark } = engine;
  const began = new Promise<string>((resolve) => {
    engine.mark = (_, { assetId }) => endless(() => resolve(assetId));
  });
  const upload = service.app.inject({
    method: 'POST',
    url: '/v1/assets/',
    payload: form.payload,
    headers: { ...form.headers, ...ada.headers },
  });
  const id = await began;
  const deleted = await service.app.inject({ method: 'DELETE', url: `/v1/assets/${id}`, headers: ada.headers });
  engine.mark = mark;
  expect(deleted.statusCode).toBe(204);
  const answer = await upload;
  expect([answer.statusCode, answer.json<{ error_code: string }>().error_code]).toEqual([404, 'ASSET_NOT_FOUND']);
  expect(await files.read(id, 'original')).toBeNull();
});

test('a client that goes away ends the work that only it waited for', async () => {
  const { engine } = service.ports;
  const { inspect } = engine;
  const began = new Promise<AbortSignal>((resolve) => {
    engine.inspect = () => endless(resolve);
  });
  const { port } = service.app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const headers = Object.entries(form.headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(
    `POST /v1/verify/ HTTP/1.1\r\nHost: test\r\nContent-Length: ${form.payload.length}\r\n${headers.join('')}\r\n`,
  );
  socket.write(form.payload);
  const signal = await began;
  engine.inspect = inspect;
  expect(signal.aborted).toBe(false);
  socket.destroy();
  await expect.poll(() => signal.aborted, { timeout: 60_000 }).toBe(true);
  expect((signal.reason as AppError).code).toBe('SERVICE_UNAVAILABLE');
});

test('what is left to the background goes on when the client is gone', async () => {
  const { background, currentWork } = service.ports;
  const gone = AbortSignal.abort(new AppError('SERVICE_UNAVAILABLE', 'Gone.'));
  const seen = new Promise<AbortSignal | undefined>((resolve) => {
    currentWork.run(gone, () => background.run('a test', async () => resolve(currentWork.signal())));
  });
  expect(await seen).toBeUndefined();
});
