/** Commands that wait for what a service does, against one in a process of its own: deliveries received, imports watched. @module */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { AssayClient } from '@assay/sdk/client';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ServiceProcess, freePort, startServiceProcess } from '../../../service/test/process/serviceProcess.ts';
import { renderPhoto } from '../../src/demo/makeCopies.ts';
import { EXIT } from '../../src/exitCode.ts';
import { type FakeTerminal, fakeTerminal } from '../fakeTerminal.ts';
import { runAssay } from '../runAssay.ts';

const START_MS = 180_000;
let folder: string;
let service: ServiceProcess;
let apiKey: string;
let client: AssayClient;
const at = (name: string) => path.join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'assay-live-'));
  await mkdir(at('wire/summer'), { recursive: true });
  service = await startServiceProcess(at('data'), {
    ASSAY_ALLOW_PRIVATE_WEBHOOKS: '1',
    ASSAY_IMPORT_SOURCES: `wire@*=file://${at('wire')}`,
  });
  const person = new AssayClient({ baseUrl: service.url });
  const account = { email: 'live@example.org', password: 'seventeen slow frogs' };
  await person.register(account);
  await person.login(account.email, account.password);
  const scopes = ['read', 'write', 'verify', 'webhooks'] as const;
  ({ key: apiKey } = await person.call('createApiKey', { json: { name: 'Desk', scopes: [...scopes] } }));
  client = new AssayClient({ baseUrl: service.url, apiKey });
}, START_MS);
afterAll(async () => {
  await service?.kill();
  await rm(folder, { recursive: true, force: true });
});

/** As a program would read it. `terminal` shows what was said so far. */
function assay(args: readonly string[]): { readonly terminal: FakeTerminal; readonly ended: Promise<number> } {
  const environment = { ASSAY_SERVER: service.url, ASSAY_API_KEY: apiKey };
  const terminal = fakeTerminal({ isInteractive: false, environment });
  return { terminal, ended: runAssay(args, terminal) };
}
async function run(
  args: readonly string[],
): Promise<{ readonly code: number; readonly rows: Record<string, unknown>[] }> {
  const { terminal, ended } = assay(args);
  const code = await ended;
  const rows = terminal.printed.flatMap((text) => text.split('\n')).map((row) => JSON.parse(row));
  return { code, rows: rows as Record<string, unknown>[] };
}
const upload = async (seed: number) => client.upload(new Blob([await renderPhoto(seed, 320, 240)] as BlobPart[]));
const heard = ({ printed }: FakeTerminal) => printed.map((line) => JSON.parse(line) as { event: string; data: object });

test('webhooks listen makes an endpoint, prints its events, and leaves none; replay sends one again', {
  timeout: START_MS,
}, async () => {
  const { terminal, ended } = assay(['webhooks', 'listen', '--events', 'asset.processed', '--count', '2']);
  await expect.poll(() => terminal.notes.join(), { timeout: 30_000 }).toContain('Listening at http://127.0.0.1:');
  const { id } = await upload(1);
  await expect.poll(() => terminal.printed.length, { timeout: 60_000 }).toBe(1);
  const { rows } = await run(['webhooks', 'ls']);
  expect(rows).toMatchObject([{ active: true, events: ['asset.processed'] }]);
  const endpoint = String(rows[0]?.id);
  const deliveries = () => client.call('listWebhookDeliveries', { path: { webhook_id: endpoint } });
  await expect.poll(async () => (await deliveries()).items[0]?.status, { timeout: 30_000 }).toBe('delivered');
  const delivery = (await deliveries()).items[0]!.id;
  expect(await run(['webhooks', 'replay', endpoint, delivery])).toMatchObject({ code: EXIT.ok });
  expect(await ended).toBe(EXIT.ok);
  const [first, again] = heard(terminal);
  expect(first).toMatchObject({ event: 'asset.processed', data: { asset_id: id, status: 'completed' } });
  expect(again).toEqual(first);
  expect((await client.call('listWebhooks', {})).items).toEqual([]);
});

test('webhooks replay --since brings what an endpoint missed to one that listens with its secret', {
  timeout: START_MS,
}, async () => {
  const port = await freePort();
  const json = { url: `http://127.0.0.1:${port}`, events: ['asset.processed'] as 'asset.processed'[] };
  const { id: endpoint, secret } = await client.call('createWebhook', { json });
  // What happened before the endpoint was there would come as well.
  const since = new Date().toISOString();
  const { id } = await upload(2);
  const missed = async () =>
    (await client.call('listWebhookDeliveries', { path: { webhook_id: endpoint } })).items[0]?.attempt;
  await expect.poll(missed, { timeout: 60_000 }).toBeGreaterThan(0);
  const { terminal, ended } = assay(['webhooks', 'listen', '--port', String(port), '--secret', secret, '--count', '1']);
  await expect.poll(() => terminal.notes.join(), { timeout: 30_000 }).toContain('Listening');
  expect((await run(['webhooks', 'replay', endpoint, '--since', since])).code).toBe(EXIT.ok);
  expect(await ended).toBe(EXIT.ok);
  expect(heard(terminal)).toMatchObject([{ event: 'asset.processed', data: { asset_id: id } }]);
  await client.call('deleteWebhook', { path: { webhook_id: endpoint } });
});

test('import: a list, an archive and a folder of the operator, with a row for each file and its status', {
  timeout: START_MS,
}, async () => {
  const [quay, lake, hill] = await Promise.all([3, 4, 5].map((seed) => renderPhoto(seed, 320, 240)));
  await writeFile(at('quay.png'), quay!);
  await writeFile(at('letter.jpg'), 'This is a letter.');
  await writeFile(at('list.csv'), 'file,title,tags\nquay.png,"Quay, at dawn",harbour\nletter.jpg,A letter,\n');
  const list = await run(['import', at('list.csv')]);
  expect(list.code).toBe(EXIT.usage);
  expect(list.rows).toMatchObject([{ file: 'quay.png', title: 'Quay, at dawn', tags: ['harbour'] }]);

  await writeFile(
    at('archive.zip'),
    zipSync({ 'a/quay.png': quay!, 'a/lake.png': lake!, 'a/notes.txt': Buffer.from('x') }),
  );
  const archive = await run(['import', at('archive.zip'), '--tags', 'old']);
  expect(Object.fromEntries(archive.rows.map(({ name, state }) => [name, state]))).toEqual({
    'a/quay.png': 'duplicate',
    'a/lake.png': 'created',
    'a/notes.txt': 'failed',
  });
  expect(archive.code).toBe(EXIT.usage);
  const found = await client.call('listAssets', { query: { tags: 'old' } });
  expect(found.items).toMatchObject([{ original_filename: expect.stringContaining('lake.png') }]);

  await writeFile(at('wire/summer/hill.png'), hill!);
  const prefix = await run(['import', '--prefix', 'wire/summer']);
  expect([prefix.code, prefix.rows.map(({ state }) => state)]).toEqual([EXIT.ok, ['created']]);
  expect((await run(['import', '--prefix', 'wire/../..'])).code).toBe(EXIT.usage);
});
