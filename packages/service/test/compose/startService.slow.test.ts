import { mkdtemp, rm } from 'node:fs/promises';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CLOSING_ORDER, type RunningService, startService } from '../../src/compose/startService.ts';
import { readConfig } from '../../src/config/config.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'assay-start-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function start(environment: Record<string, string>): Promise<{ service: RunningService; said: string[] }> {
  const said: string[] = [];
  const logger = pino(
    { level: 'debug' },
    { write: (line) => void said.push((JSON.parse(line) as { msg: string }).msg) },
  );
  const config = readConfig({ ASSAY_DATA_DIR: folder, PORT: '0', ASSAY_WORKERS: '1', ...environment });
  try {
    return { service: await startService(config, { logger }), said };
  } catch (error) {
    throw Object.assign(error as Error, { said });
  }
}

const closedIn = (said: readonly string[]): string[] =>
  said.filter((line) => line.startsWith('closed: ')).map((line) => line.slice('closed: '.length));

test('a service closes everything it opened, in the stated order', async () => {
  const { service, said } = await start({});
  expect((await fetch(`${service.url}/health/live`)).status).toBe(200);
  await service.close();
  // Without REDIS_URL there is no such connection.
  expect(closedIn(said)).toEqual(CLOSING_ORDER.filter((name) => name !== 'redis'));
  await expect(fetch(`${service.url}/health/live`)).rejects.toThrow();
});

test('a start that fails closes what it had opened: the next one has the folder', async () => {
  const other = net.createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  const { port } = other.address() as net.AddressInfo;
  const failure = await start({ PORT: String(port) }).catch((error: unknown) => error as Error);
  expect(failure).toMatchObject({ code: 'EADDRINUSE' });
  const never = ['imports', 'verifications', 'commitment jobs', 'content jobs', 'service jobs', 'redis'];
  expect(closedIn((failure as Error & { said: string[] }).said)).toEqual(
    CLOSING_ORDER.filter((name) => !never.includes(name)),
  );
  await new Promise((resolve) => other.close(resolve));
  const { service } = await start({});
  await service.close();
});
