/** Every tool of `assay mcp` before a real service, over both transports, called by the protocol's own client. @module */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { AssayClient } from '@assay/sdk/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ServiceProcess, startServiceProcess, TSX } from '../../../service/test/process/serviceProcess.ts';
import { renderPhoto } from '../../src/demo/makeCopies.ts';

const START_MS = 180_000;
const MAIN = path.resolve(import.meta.dirname, '../../src/main.ts');

interface Answer {
  readonly isError?: boolean;
  readonly content: readonly { readonly type: string; readonly text?: string; readonly mimeType?: string }[];
  readonly structuredContent?: Readonly<Record<string, unknown>>;
}
type Call = readonly [tool: string, given?: object];

let folder: string;
let service: ServiceProcess;
let server: ChildProcess | null = null;
let environment: Record<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'assay-mcp-'));
  await mkdir(path.join(folder, 'root'));
  await writeFile(path.join(folder, 'root/photo.png'), await renderPhoto(9, 480, 320));
  await writeFile(path.join(folder, 'root/other.png'), await renderPhoto(10, 480, 320));
  await writeFile(path.join(folder, 'secret.png'), await renderPhoto(11, 480, 320));
  await symlink(path.join(folder, 'secret.png'), path.join(folder, 'root/link.png'));
  service = await startServiceProcess(path.join(folder, 'data'));
  const person = new AssayClient({ baseUrl: service.url });
  await person.register({ email: 'model@example.org', password: 'seventeen slow frogs' });
  await person.login('model@example.org', 'seventeen slow frogs');
  const scopes = ['read', 'write', 'verify', 'org:read'] as const;
  const { key } = await person.call('createApiKey', { json: { name: 'Model', scopes: [...scopes] } });
  environment = { PATH: process.env.PATH ?? '', ASSAY_SERVER: service.url, ASSAY_API_KEY: key };
}, START_MS);
afterAll(async () => {
  server?.kill('SIGKILL');
  await service?.kill();
  await rm(folder, { recursive: true, force: true });
});

const commandOf = (...more: string[]) => [
  '--import',
  TSX,
  '--conditions=assay-source',
  MAIN,
  'mcp',
  '--root',
  path.join(folder, 'root'),
  ...more,
];

/**
 * In a process of its own: with the condition `assay-source`, under which tests run, a package of the client leads to sources that
 * Node cannot load. A call may name a member of the answer before: { from: 'id', as: 'verification_id' }.
 */
async function talk(transport: string, calls: readonly Call[]): Promise<Answer[]> {
  const script = `
    import { Client } from '@modelcontextprotocol/sdk/client/index.js';
    import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
    import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(${transport});
    const answers = [];
    for (const [name, given = {}] of ${JSON.stringify(calls)}) {
      const args = given.from ? { [given.as]: answers.at(-1).structuredContent[given.from] } : given;
      answers.push(await client.callTool({ name, arguments: args }));
    }
    await client.close();
    console.log(JSON.stringify(answers));`;
  const options = { cwd: import.meta.dirname, maxBuffer: 2 ** 26 };
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], options);
  return JSON.parse(stdout) as Answer[];
}
const overStdio = (...more: string[]) =>
  `new StdioClientTransport(${JSON.stringify({ command: process.execPath, args: commandOf(...more), env: environment })})`;

const UPLOAD = { path: 'photo.png', idempotency_key: 'first', title: 'Quay' };

test('reading only, over standard input and output: nothing is registered, nothing outside the folder is read', {
  timeout: START_MS,
}, async () => {
  const answers = await talk(overStdio(), [
    ['upload_image', UPLOAD],
    ['verify_image', { path: '../secret.png' }],
    ['verify_image', { path: path.join(folder, 'secret.png') }],
    ['verify_image', { path: 'link.png' }],
    ['compare_images', { path_a: 'photo.png', path_b: 'link.png' }],
    ['find_asset', { path: '../secret.png' }],
    ['find_asset', { query: 'Quay' }],
  ]);
  expect(answers.map(({ isError = false }) => isError)).toEqual([true, true, true, true, true, true, false]);
  expect(answers[0]?.content[0]?.text).toContain('this server only reads');
  for (const { content } of answers.slice(1, 6))
    expect(content[0]?.text).toMatch(/only files below the root folder may be named/);
  expect(answers[6]?.structuredContent).toEqual({ items: [] });
});

test('all six over HTTP, with leave to write: one asset, however often it is asked for', {
  timeout: START_MS,
}, async () => {
  const running = spawn(process.execPath, commandOf('--allow-writes', '--port', '0'), {
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  server = running;
  let told = '';
  running.stderr.on('data', (chunk: Buffer) => (told += chunk.toString()));
  await expect.poll(() => /http:\S+\/mcp/.exec(told)?.[0], { timeout: 60_000 }).toBeDefined();
  const url = /http:\S+\/mcp/.exec(told)?.[0];
  const [uploaded, again, unnamed, found, alike, verified, read, compared, usage] = await talk(
    `new StreamableHTTPClientTransport(new URL('${url}'))`,
    [
      ['upload_image', UPLOAD],
      ['upload_image', UPLOAD],
      ['upload_image', { path: 'photo.png' }],
      ['find_asset', { query: 'Quay' }],
      ['find_asset', { path: 'photo.png' }],
      ['verify_image', { path: 'photo.png', include_tamper_map: true }],
      ['get_verification', { from: 'verification_id', as: 'verification_id' }],
      ['compare_images', { path_a: 'photo.png', path_b: 'other.png' }],
      ['get_usage'],
    ],
  );
  const id = uploaded?.structuredContent?.id;
  expect(uploaded?.structuredContent).toMatchObject({ title: 'Quay', processing_status: 'completed' });
  expect(again?.structuredContent?.id).toBe(id);
  expect(unnamed).toMatchObject({ isError: true });
  expect(unnamed?.content[0]?.text).toContain('idempotency_key');
  expect(found?.structuredContent?.items).toMatchObject([{ id }]);
  expect(JSON.stringify(alike?.structuredContent)).toContain(String(id));
  expect(verified?.structuredContent).toMatchObject({ verdict: 'authentic', asset_id: id });
  expect(read?.structuredContent).toMatchObject({ verdict: 'authentic' });
  expect(compared?.structuredContent).toMatchObject({ identical: false });
  expect(usage?.structuredContent).toMatchObject({ storage: expect.anything(), quotas: expect.anything() });
  expect(usage?.isError ?? false).toBe(false);
  // What it read it left as it was.
  expect((await readdir(path.join(folder, 'root'))).sort()).toEqual(['link.png', 'other.png', 'photo.png']);
});
