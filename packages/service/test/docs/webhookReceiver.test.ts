import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../src/adapters/runtime/clock.ts';
import { createAddressGuard } from '../../src/adapters/webhooks/addressGuard.ts';
import { createWebhookSender } from '../../src/adapters/webhooks/sendWebhook.ts';
import { mintSecret, secretText } from '../../src/adapters/webhooks/signature.ts';
import { freePort } from '../process/serviceProcess.ts';
import { manualClock } from '../fakes/manualClock.ts';

/** The example of docs/reference/webhooks.md, as a process of its own, receives what the service's sender sends. */
const example = path.resolve(import.meta.dirname, '../../../../examples/webhookReceiver.mjs');
const secret = secretText(mintSecret());
const lines: string[] = [];
let receiver: ChildProcess;
let url: string;

beforeAll(async () => {
  const port = await freePort();
  url = `http://127.0.0.1:${port}/`;
  receiver = spawn(process.execPath, [example], { env: { WEBHOOK_SECRET: secret, PORT: String(port) } });
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: receiver.stdout! }).on('line', (line) => {
      lines.push(line);
      if (line === 'listening') resolve();
    });
    receiver.once('exit', (code) => reject(new Error(`the receiver ended with ${code}`)));
  });
});
afterAll(() => receiver.kill());

const guard = createAddressGuard({ resolve: async () => [], allowLoopback: true });
const send = (eventId: string, secrets: string[], clock = systemClock) =>
  createWebhookSender(guard, clock).send({ url, eventId, body: `{"event":"webhook.test","id":"${eventId}"}`, secrets });

test('it takes what is genuine once, also while the secret is rotated, and refuses everything else', async () => {
  const other = secretText(mintSecret());
  expect((await send('one', [secret])).responseStatus).toBe(204);
  expect((await send('one', [secret])).responseStatus).toBe(204);
  expect((await send('two', [other, secret])).responseStatus).toBe(204);
  expect((await send('forged', [other])).responseStatus).toBe(401);
  const old = manualClock(new Date(Date.now() - 301_000));
  expect((await send('replayed', [secret], old)).responseStatus).toBe(401);
  expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(401);
  const taken = lines.slice(1).map((line) => (JSON.parse(line) as { id: string }).id);
  expect(taken).toEqual(['one', 'two']);
});
