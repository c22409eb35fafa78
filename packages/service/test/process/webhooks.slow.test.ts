import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { AssayClient } from '@assay/sdk/client';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSink, type WebhookSink, withStatus } from '../support/webhookSink.ts';
import { sceneFile } from './hostileFiles.ts';
import { type ServiceProcess, sleep, startServiceProcess } from './serviceProcess.ts';

const SETTINGS = { ASSAY_ALLOW_PRIVATE_WEBHOOKS: '1' };
const CREDENTIALS = ['hooks@example.org', 'seventeen frogs'] as const;

let folder: string;
let service: ServiceProcess;
let sink: WebhookSink;
let token: string;

const call = async (method: string, place: string, body?: object): Promise<Record<string, unknown>> => {
  const headers = { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) };
  const answer = await fetch(`${service.url}/v1/webhooks/${place}`, {
    method,
    headers,
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return (await answer.json()) as Record<string, unknown>;
};
const signIn = async (): Promise<AssayClient> => {
  const client = new AssayClient({ baseUrl: service.url });
  token = (await client.login(...CREDENTIALS)).access_token;
  return client;
};

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'assay-webhooks-'));
  sink = await openSink();
  service = await startServiceProcess(folder, SETTINGS);
}, 180_000);
afterAll(async () => {
  await service?.kill();
  await sink?.close();
  await rm(folder, { recursive: true, force: true });
});

test('an upload reaches the endpoint, signed; what failed before a crash is sent after it, with the same id', async () => {
  const visitor = new AssayClient({ baseUrl: service.url });
  await visitor.register({ email: CREDENTIALS[0], password: CREDENTIALS[1] });
  const client = await signIn();
  const { id, secret } = await call('POST', '', { url: sink.url, events: ['asset.processed'] });
  sink.answer = withStatus(500);
  const picture = await sceneFile(7, 320, 240);
  const asset = await client.upload(new File([new Uint8Array(picture)], 'hook.jpg'));
  const failed = async (): Promise<boolean> => {
    const { items } = (await call('GET', `${String(id)}/deliveries`)) as { items: { response_status: number }[] };
    return items[0]?.response_status === 500;
  };
  while (!(await failed())) await sleep(50);
  await service.kill();

  sink.answer = withStatus(204);
  const before = sink.received.length;
  service = await startServiceProcess(folder, SETTINGS);
  // The retry, 5 s after the failure.
  while (sink.received.length === before) await sleep(50);
  for (const { headers, body } of sink.received) {
    const told = new Webhook(String(secret)).verify(body, headers as Record<string, string>);
    expect(told).toMatchObject({ event: 'asset.processed', data: { asset_id: asset.id, status: 'completed' } });
    expect([headers['webhook-id'], body]).toEqual([sink.received[0]?.headers['webhook-id'], sink.received[0]?.body]);
  }
}, 240_000);

test('SIGTERM lets the delivery on its way end and writes down what came of it', async () => {
  await signIn();
  const { items } = (await call('GET', '')) as { items: { id: string }[] };
  let answer = (): void => undefined;
  sink.answer = (response) => {
    answer = () => void response.writeHead(200).end();
  };
  const before = sink.received.length;
  const { data } = (await call('POST', `${items[0]?.id}/test`)) as { data: { delivery_id: string } };
  while (sink.received.length === before) await sleep(20);
  const ending = service.terminate();
  await sleep(200);
  answer();
  expect((await ending).exitCode).toBe(0);
  service = await startServiceProcess(folder, SETTINGS);
  await signIn();
  const delivery = await call('GET', `${items[0]?.id}/deliveries/${data.delivery_id}`);
  expect(delivery).toMatchObject({ status: 'delivered', attempt: 1, response_status: 200 });
}, 240_000);
