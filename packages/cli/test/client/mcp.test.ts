import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { AssayClient } from '@assay/sdk/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fileRoot } from '../../src/mcp/fileRoot.ts';
import { createMcpServer } from '../../src/mcp/server.ts';
import { page, refusal, stubService } from './stubService.ts';

const { asked, state } = stubService();
const ID = '01930c5e-8a2f-7c31-9f0a-5b6c7d8e9f01';
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'assay-mcp-'));
  await mkdir(path.join(folder, 'root/below'), { recursive: true });
  for (const name of ['secret.jpg', 'root/a.jpg', 'root/below/b.jpg']) await writeFile(path.join(folder, name), name);
  await symlink(path.join(folder, 'secret.jpg'), path.join(folder, 'root/link.jpg'));
});
afterAll(() => rm(folder, { recursive: true }));

/** The protocol's own client, on the other end of two streams. */
async function talk(mayWrite = false) {
  const client = new AssayClient({ baseUrl: state.url, apiKey: 'assay_pk_x', retry: { retriesMax: 0 } });
  const server = createMcpServer({ client, read: await fileRoot(path.join(folder, 'root')), mayWrite });
  const model = new Client({ name: 'test', version: '1' });
  const [here, there] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(there), model.connect(here)]);
  const call = async (name: string, args: Record<string, unknown> = {}) => {
    const { content, isError, structuredContent } = await model.callTool({ name, arguments: args });
    const parts = content as { type: string; text?: string; data?: string }[];
    return { parts, text: parts[0]?.text ?? '', isError: isError ?? false, structuredContent };
  };
  return { model, call };
}

test('six tools, of which one writes', async () => {
  const { tools } = await (await talk()).model.listTools();
  expect(Object.fromEntries(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint]))).toEqual({
    verify_image: true,
    compare_images: true,
    upload_image: false,
    find_asset: true,
    get_verification: true,
    get_usage: true,
  });
});

test('each asks the service, as the credential that it was started with', async () => {
  state.answer = ({ line }) =>
    line.includes('search/?') ? page({ id: 'found' }) : { json: { id: 'x', organization_id: 'o' } };
  const { call } = await talk(true);
  expect((await call('verify_image', { path: 'a.jpg' })).structuredContent).toMatchObject({ id: 'x' });
  await call('compare_images', { path_a: 'a.jpg', path_b: 'below/b.jpg' });
  expect((await call('find_asset', { query: 'quay' })).structuredContent).toEqual({ items: [{ id: 'found' }] });
  await call('find_asset', { path: 'a.jpg' });
  await call('get_verification', { verification_id: ID });
  expect((await call('get_usage')).isError).toBe(false);
  expect(asked.map(({ line }) => line)).toEqual([
    'POST /v1/verify/',
    'POST /v1/verify/compare',
    'GET /v1/assets/search/?q=quay&page=1&page_size=20',
    'POST /v1/assets/search/by-image?page_size=20',
    `GET /v1/verify/${ID}`,
    'GET /v1/storage/usage',
    'POST /v1/api-keys/validate',
    'GET /v1/organizations/o/usage',
  ]);
  expect(asked.every(({ headers }) => headers['x-api-key'] === 'assay_pk_x')).toBe(true);
});

describe('upload_image', () => {
  test('is refused unless a person allowed it', async () => {
    const { isError, text } = await (await talk()).call('upload_image', { path: 'a.jpg', idempotency_key: 'k' });
    expect([isError, text, asked.length]).toEqual([true, expect.stringContaining('--allow-writes'), 0]);
  });

  test('needs an idempotency key, and sends that one', async () => {
    const { call } = await talk(true);
    expect((await call('upload_image', { path: 'a.jpg' })).isError).toBe(true);
    expect(asked).toEqual([]);
    expect((await call('upload_image', { path: 'a.jpg', idempotency_key: 'mine', tags: ['t'] })).isError).toBe(false);
    expect([asked[0]?.line, asked[0]?.headers['idempotency-key']]).toEqual(['POST /v1/assets/', 'mine']);
  });
});

test.each(['../secret.jpg', '/etc/hostname', 'link.jpg', 'below/../../secret.jpg', '..', '.', 'none.jpg'])(
  'nothing outside of the root is read: %s',
  async (name) => {
    const { isError, text } = await (await talk(true)).call('verify_image', { path: name });
    expect([isError, text, asked.length]).toEqual([true, expect.stringMatching(/below the root folder/), 0]);
  },
);

test('a map comes as a picture, and what goes wrong in words', async () => {
  state.answer = () => ({ json: { verdict: 'forged', tamper_map: 'TUFQ' } });
  const { call } = await talk();
  const { parts, text } = await call('verify_image', { path: 'a.jpg', include_tamper_map: true });
  expect(parts[1]).toEqual({ type: 'image', data: 'TUFQ', mimeType: 'image/png' });
  expect(text).not.toContain('TUFQ');
  state.answer = () => refusal(403, 'QUOTA_EXCEEDED', 'All used up.');
  expect(await call('verify_image', { path: 'a.jpg' })).toMatchObject({ isError: true, text: 'All used up' });
});
