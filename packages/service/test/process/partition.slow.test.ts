import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { AssayClient } from '@assay/sdk/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makePictures } from '../../../../bench/durability/pictures.ts';
import { type FaultProxy, startFaultProxy } from '../support/faultProxy.ts';
import { openTestDatabase, type TestDatabase, whySkipped } from '../support/testDatabase.ts';
import { type ServiceProcess, startServiceProcess } from './serviceProcess.ts';

const reason = whySkipped('postgresql');
const ACCOUNT = { email: 'cut@example.org', password: 'seventeen frogs' };
const WAIT = { timeout: 120_000, interval: 200 };

describe.skipIf(reason !== null)(`a process cut off from PostgreSQL${reason === null ? '' : `; ${reason}`}`, () => {
  let folder: string;
  let database: TestDatabase;
  let line: FaultProxy;
  let service: ServiceProcess | null = null;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'assay-cut-'));
    database = await openTestDatabase('postgresql');
    const { hostname, port } = new URL(database.url ?? '');
    line = await startFaultProxy({ host: hostname, port: Number(port) });
  }, 180_000);
  afterEach(async () => {
    await service?.kill();
    await line.close();
    await database.remove();
    await rm(folder, { recursive: true, force: true });
  });

  it('is not ready, acknowledges nothing, and goes on by itself with what it had accepted', {
    timeout: 400_000,
  }, async () => {
    const through = Object.assign(new URL(database.url ?? ''), { host: `127.0.0.1:${line.port}` });
    service = await startServiceProcess(folder, { DATABASE_URL: through.href });
    const { url } = service;
    const client = new AssayClient({ baseUrl: url });
    await client.register(ACCOUNT);
    const { access_token: token } = await client.login(ACCOUNT.email, ACCOUNT.password);
    const pictures = await makePictures(3, 12, 0);
    const send = (bytes: Uint8Array | undefined): Promise<Response> => {
      const form = new FormData();
      form.set('file', new File([new Uint8Array(bytes ?? [])], 'a.jpg'));
      const headers = { authorization: `Bearer ${token}`, prefer: 'respond-async' };
      return fetch(`${url}/v1/assets/`, { method: 'POST', headers, body: form });
    };
    const ready = async (): Promise<number> => (await fetch(`${url}/health/ready`)).status;
    expect((await send(pictures[0])).status).toBe(202);
    expect((await send(pictures[1])).status).toBe(202);

    line.cut();
    await vi.waitFor(async () => expect(await ready()).toBe(503), WAIT);
    const refused = await send(pictures[2]);
    expect(refused.status).toBe(503);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await fetch(`${url}/health/live`)).status).toBe(200);

    line.mend();
    await vi.waitFor(async () => expect(await ready()).toBe(200), WAIT);
    await vi.waitFor(async () => {
      const { items } = await client.call('listAssets', { query: { page_size: 100 } });
      expect(items.map(({ processing_status }) => processing_status)).toEqual(['completed', 'completed']);
    }, WAIT);
  });
});
