import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { AssayClient } from '@assay/sdk/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sceneFile } from './hostileFiles.ts';
import { freePort, type ServiceProcess, sleep, spawnService, startServiceProcess } from './serviceProcess.ts';

/** Longest drain: docs/spec/operation.md#end. */
const DRAIN_MAX_MS = 20_000;

let folder: string;
let service: ServiceProcess;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'assay-lifecycle-'));
  service = await startServiceProcess(folder);
}, 180_000);

afterAll(async () => {
  await service?.kill();
  await rm(folder, { recursive: true, force: true });
});

it('a second process on the same data folder ends with a clear error and leaves the first alone', async () => {
  const { child, output } = spawnService(folder, await freePort());
  const [exitCode] = (await once(child, 'exit')) as [number | null];
  expect(exitCode).not.toBe(0);
  expect(exitCode).not.toBeNull();
  expect(output()).toMatch(/data folder|already|in use|another process/i);
  expect(output()).toContain(folder);
  expect((await fetch(`${service.url}/health`)).status).toBe(200);
}, 240_000);

it('SIGTERM lets the upload in progress end, then the process ends with 0', async () => {
  const client = new AssayClient({ baseUrl: service.url, retry: { retriesMax: 0 } });
  await client.register({ email: 'drain@example.org', password: 'seventeen frogs' });
  await client.login('drain@example.org', 'seventeen frogs');
  const picture = await sceneFile(5, 480, 360);
  const upload = client.upload(new File([new Uint8Array(picture)], 'drain.jpg'));
  // The very moment between row and answer.
  while ((await client.listAssets({ status: 'processing' }).first()).total === 0) await sleep(20);
  const [asset, ended] = await Promise.all([upload, service.terminate()]);
  expect(asset.processing_status).toBe('completed');
  expect(ended.exitCode).toBe(0);
  expect(ended.ms).toBeLessThan(DRAIN_MAX_MS);

  // What was answered is there after the next start.
  service = await startServiceProcess(folder);
  const again = new AssayClient({ baseUrl: service.url });
  await again.login('drain@example.org', 'seventeen frogs');
  expect((await again.getAsset(asset.id)).processing_status).toBe('completed');
}, 240_000);

it('SIGTERM with a delay: the balancer is told at once, requests are answered for that long, and the end stays in time', async () => {
  await service.kill();
  service = await startServiceProcess(folder, { ASSAY_DRAIN_DELAY_S: '3' });
  const statusOf = (url: string) =>
    fetch(service.url + url).then(
      ({ status }) => status,
      () => 'refused' as const,
    );
  const startMs = performance.now();
  const ending = service.terminate();
  while ((await statusOf('/health/ready')) !== 503) await sleep(20);
  expect(performance.now() - startMs).toBeLessThan(2_500);
  // Five looks of the balancer later.
  await sleep(1_000);
  expect(await statusOf('/v1/service')).toBe(200);
  const { exitCode, ms } = await ending;
  expect(exitCode).toBe(0);
  expect(ms).toBeGreaterThan(2_900);
  expect(ms).toBeLessThan(DRAIN_MAX_MS);
  expect(await statusOf('/health/ready')).toBe('refused');
}, 240_000);
