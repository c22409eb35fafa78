import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTraces } from '../../../src/adapters/traces/createTraces.ts';
import { recordedSpans } from '../../adapters/traces/recordedSpans.ts';
import { startTestService, type TestService } from '../../fakes/testService.ts';

const source = recordedSpans();
let service: TestService;
let port: number;

beforeEach(async () => {
  source.spans.splice(0);
  service = await startTestService({}, () => ({ traces: createTraces(source) }));
  await service.app.listen({ host: '127.0.0.1', port: 0 });
  port = (service.app.server.address() as AddressInfo).port;
});
afterEach(() => service.app.close());

const ended = () => vi.waitFor(() => expect(source.spans.map(({ end }) => end)).toEqual([expect.anything()]));

test('the span of an answer tells route and status, though the connection closes before that is known', async () => {
  const answer = await fetch(`http://127.0.0.1:${port}/v1/shares/nobody`, { headers: { connection: 'close' } });
  await ended();
  expect(source.spans[0]?.end).toMatchObject({ isFault: false, facts: { 'http.response.status_code': answer.status } });
  expect(source.spans[0]?.end?.name).toMatch(/^GET /);
});

test('that of a caller who leaves before the answer says so', async () => {
  const socket = connect(port, '127.0.0.1');
  socket.write(
    `POST /v1/auth/login HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{`,
  );
  await vi.waitFor(() => expect(source.spans).toHaveLength(1));
  socket.destroy();
  await ended();
  expect(source.spans[0]?.end).toMatchObject({ facts: { 'assay.left': true } });
});
