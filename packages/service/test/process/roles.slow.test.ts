import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { AssayClient } from '@assay/sdk/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makePictures } from '../../../../bench/durability/pictures.ts';
import { createEmptyDatabase, whySkipped } from '../support/testDatabase.ts';
import { freePort, type ServiceProcess, sleep, spawnService, startServiceProcess } from './serviceProcess.ts';

const reason = whySkipped('postgresql');
const SECRET = 'of all processes, at least 32 characters';
const ACCOUNT = { email: 'roles@example.org', password: 'seventeen frogs' };
const DONE_MAX_MS = 180_000;
/** Of the pictures, those that a person sends after the others. */
const PEOPLE = 2;

type Worker = ReturnType<typeof spawnService>;

describe.skipIf(reason !== null)(`roles on one PostgreSQL${reason === null ? '' : `; ${reason}`}`, () => {
  let folder: string;
  let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
  const workers: Worker[] = [];
  let api: ServiceProcess | null = null;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'assay-roles-'));
    database = await createEmptyDatabase();
  });
  afterEach(async () => {
    for (const worker of workers.splice(0)) await ended(worker, 'SIGKILL');
    await api?.kill();
    await database.remove();
    await rm(folder, { recursive: true, force: true });
  });

  const shared = () => ({
    DATABASE_URL: database.url,
    ASSAY_STORAGE_URL: `file://${path.join(folder, 'store')}`,
    ASSAY_JWT_SECRET: `jwt ${SECRET}`,
    ASSAY_WATERMARK_KEY: `watermark ${SECRET}`,
    ASSAY_KEY_ENCRYPTION_KEY: `sealing ${SECRET}`,
    ASSAY_PUBLIC_BASE_URL: 'http://127.0.0.1:1',
    ASSAY_LOG_LEVEL: 'info',
  });
  async function work(name: string): Promise<Worker> {
    const settings = {
      ...shared(),
      ASSAY_ROLE: 'worker',
      ASSAY_WORKERS: '1',
      ASSAY_METRICS_PORT: String(await freePort()),
    };
    const worker = spawnService(path.join(folder, name), await freePort(), settings);
    workers.push(worker);
    while (!worker.output().includes('Assay works')) {
      if (worker.child.exitCode !== null) throw new Error(worker.output());
      await sleep(100);
    }
    // What an orchestrator asks, since a worker has no other port; it is ready once its engine has loaded.
    const probe = (name: string) => fetch(`http://127.0.0.1:${settings.ASSAY_METRICS_PORT}/health/${name}`);
    expect((await probe('live')).status).toBe(200);
    while ((await probe('ready')).status !== 200) await sleep(250);
    return worker;
  }
  const ended = ({ child }: Worker, signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> =>
    new Promise((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) return resolve(child.exitCode);
      child.once('exit', (code) => resolve(code));
      child.kill(signal);
    });

  it('a verification that an api process accepted is judged by the next process when that one is killed', {
    timeout: 600_000,
  }, async () => {
    api = await startServiceProcess(path.join(folder, 'api'), { ...shared(), ASSAY_ROLE: 'api' });
    const client = new AssayClient({ baseUrl: api.url });
    await client.register(ACCOUNT);
    const { access_token: token } = await client.login(ACCOUNT.email, ACCOUNT.password);
    const headers = { authorization: `Bearer ${token}` };
    const ask = async (bytes: Uint8Array): Promise<string> => {
      const form = new FormData();
      form.set('file', new File([new Uint8Array(bytes)], 'a.jpg'));
      const preferred = { ...headers, prefer: 'respond-async' };
      const answer = await fetch(`${api?.url}/v1/verify/`, { method: 'POST', headers: preferred, body: form });
      expect(answer.status).toBe(202);
      return String(answer.headers.get('location'));
    };
    const accepted = await Promise.all((await makePictures(8, 12, 0)).map(ask));
    await api.kill();
    api = await startServiceProcess(path.join(folder, 'serve'), shared());
    const statusOf = async (location: string) => (await fetch(`${api?.url}${location}`, { headers })).status;
    const atFirst = await Promise.all(accepted.map(statusOf));
    // Otherwise nothing was tested.
    expect(atFirst).toContain(202);
    const deadline = performance.now() + DONE_MAX_MS;
    for (const location of accepted)
      while ((await statusOf(location)) !== 200) {
        expect([200, 202]).toContain(await statusOf(location));
        expect(performance.now()).toBeLessThan(deadline);
        await sleep(200);
      }
    const history = await fetch(`${api.url}/v1/verify/history`, { headers });
    expect(await history.json()).toMatchObject({ total: accepted.length });
  });

  it('what an api process accepts is finished by the workers, what people send first, also when one of them is killed', {
    timeout: 600_000,
  }, async () => {
    api = await startServiceProcess(path.join(folder, 'api'), { ...shared(), ASSAY_ROLE: 'api' });
    const client = new AssayClient({ baseUrl: api.url });
    await client.register(ACCOUNT);
    const { access_token: token } = await client.login(ACCOUNT.email, ACCOUNT.password);
    const program = await client.call('createApiKey', { json: { name: 'nightly', scopes: ['write'] } });
    const pictures = await makePictures(8, 11, 0);
    for (const [index, bytes] of pictures.entries()) {
      const form = new FormData();
      form.set('file', new File([new Uint8Array(bytes)], 'a.jpg'));
      const isPerson = index >= pictures.length - PEOPLE;
      form.set('title', isPerson ? 'of a person' : 'of a program');
      const sender = isPerson ? { authorization: `Bearer ${token}` } : { 'x-api-key': program.key };
      const headers = { ...sender, prefer: 'respond-async' };
      const answer = await fetch(`${api.url}/v1/assets/`, { method: 'POST', headers, body: form });
      expect(answer.status, await answer.text()).toBe(202);
    }
    const inState = async (status: 'pending' | 'completed') =>
      (await client.call('listAssets', { query: { status, page_size: 1 } })).total;
    // Nobody works yet: an api process leaves them where they are.
    await sleep(6_000);
    expect(await inState('completed')).toBe(0);
    const [first, second] = await Promise.all([work('worker-1'), work('worker-2')]);
    const done = async () =>
      (await client.call('listAssets', { query: { status: 'completed', page_size: 100 } })).items.map(
        ({ title }) => title,
      );
    let titles = await done();
    for (; titles.filter((title) => title === 'of a person').length < PEOPLE; titles = await done()) await sleep(50);
    // What came last was done first, but for what each worker has begun and ended since.
    expect(titles.length).toBeLessThanOrEqual(PEOPLE + 2);
    await ended(first, 'SIGKILL');
    const startMs = performance.now();
    while ((await inState('completed')) < pictures.length && performance.now() - startMs < DONE_MAX_MS)
      await sleep(250);
    const { items } = await client.call('listAssets', { query: { page_size: 100 } });
    expect(items.map(({ processing_status }) => processing_status)).toEqual(pictures.map(() => 'completed'));
    expect(await ended(second, 'SIGTERM')).toBe(0);
    expect(second.output()).not.toMatch(/"level":(50|60)/);
    expect(api.output()).not.toMatch(/"level":(50|60)/);
  });
});
