/** `assay mcp` as a process, over both transports, spoken to by the protocol's own client. @module */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, expect, test } from 'vitest';

const main = path.resolve(import.meta.dirname, '../../src/main.ts');
const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
const args = [
  '--import',
  tsx,
  '--conditions=assay-source',
  main,
  'mcp',
  '--root',
  tmpdir(),
  '--server',
  'http://127.0.0.1:1',
];

let child: ChildProcess | null = null;
afterEach(() => child?.kill('SIGKILL'));

/**
 * The protocol's own client, in a process of its own: with the condition `assay-source`, under which tests run, one of its packages
 * leads to sources that Node cannot load.
 */
async function namesOver(transport: string): Promise<string[]> {
  const script = `
    import { Client } from '@modelcontextprotocol/sdk/client/index.js';
    import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
    import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(${transport});
    const { tools } = await client.listTools();
    const { isError } = await client.callTool({ name: 'verify_image', arguments: { path: '../x' } });
    await client.close();
    console.log(JSON.stringify(isError ? tools.map(({ name }) => name) : []));`;
  const options = { cwd: import.meta.dirname };
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], options);
  return JSON.parse(stdout) as string[];
}

test('over standard input and output', async () => {
  const names = await namesOver(`new StdioClientTransport(${JSON.stringify({ command: process.execPath, args })})`);
  expect(names).toContain('verify_image');
});

test('over HTTP on this machine, and for no page', async () => {
  child = spawn(process.execPath, [...args, '--port', '0'], { stdio: ['ignore', 'ignore', 'pipe'] });
  let told = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    told += chunk.toString();
  });
  await expect.poll(() => /http:\S+\/mcp/.exec(told)?.[0], { timeout: 60_000 }).toBeDefined();
  const url = /http:\S+\/mcp/.exec(told)?.[0] as string;
  expect(await namesOver(`new StreamableHTTPClientTransport(new URL('${url}'))`)).toContain('get_usage');
  const page = await fetch(url, { method: 'POST', headers: { origin: 'http://evil.example' }, body: '{}' });
  expect(page.status).toBe(403);
  const ended = new Promise((resolve) => child?.once('exit', resolve));
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
});
