/**
 * The walks of README.md and of the client's README, as they are written there, against a service in a process of its own:
 * only the address, the accounts and where `npx` finds the program are ours. @module
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { renderPhoto } from '../src/demo/makeCopies.ts';
import { type ServiceProcess, startServiceProcess, TSX } from '../../service/test/process/serviceProcess.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const START_MS = 180_000;
let service: ServiceProcess;
let folder: string;

const blocks = (text: string, language: string): string[] =>
  [...text.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, block]) => block as string);

async function run(
  file: string,
  args: readonly string[],
  more: Readonly<Record<string, string>> = {},
): Promise<string> {
  const env = {
    PATH: `${path.join(folder, 'bin')}:${process.env.PATH ?? ''}`,
    ASSAY_CONFIG_DIR: path.join(folder, 'config'),
    ASSAY_SERVER: service.url,
    ...more,
  };
  return (await promisify(execFile)(file, args, { cwd: folder, env })).stdout;
}

/** Of a README, with the service that runs here. */
const here = (text: string, person: string): string =>
  text
    .replaceAll('http://127.0.0.1:8080', service.url)
    .replaceAll(/\b(?:me|you)@example\.org/g, `${person}@example.org`);

async function runTypescript(text: string, name: string): Promise<string> {
  const file = path.join(folder, `${name}.mts`);
  await writeFile(file, here(text, name));
  return run(process.execPath, ['--import', TSX, '--conditions=assay-source', file]);
}

beforeAll(async () => {
  // Below the repository, where Node finds the packages that the examples import.
  await mkdir(path.join(root, '.cache'), { recursive: true });
  folder = await mkdtemp(path.join(root, '.cache/walk-'));
  await mkdir(path.join(folder, 'bin'));
  const main = path.join(root, 'packages/cli/src/main.ts');
  const npx = `#!/bin/sh\nshift\nexec "${process.execPath}" --import "${TSX}" --conditions=assay-source "${main}" "$@"\n`;
  await writeFile(path.join(folder, 'bin/npx'), npx);
  await chmod(path.join(folder, 'bin/npx'), 0o755);
  await writeFile(path.join(folder, 'photo.jpg'), await renderPhoto(8, 640, 480));
  service = await startServiceProcess(path.join(folder, 'data'));
}, START_MS);
afterAll(async () => {
  await service?.kill();
  await rm(folder, { recursive: true, force: true });
});

test.skipIf(!existsSync('/usr/bin/curl'))('with curl: the last answer is the verdict', async () => {
  const [walk = ''] = blocks(await readFile(path.join(root, 'README.md'), 'utf8'), 'bash');
  const output = await run('bash', ['-euo', 'pipefail', '-c', here(walk, 'curl')]);
  expect(output).toMatch(/"verdict":"authentic"/);
});

test('with the command line, after a login', async () => {
  const [, walk = ''] = blocks(await readFile(path.join(root, 'README.md'), 'utf8'), 'bash');
  await rm(path.join(folder, 'marked.jpg'), { force: true });
  const json = { 'content-type': 'application/json' };
  const account = { email: 'cli@example.org', password: 'a long sentence of mine' };
  await fetch(`${service.url}/v1/auth/register`, { method: 'POST', headers: json, body: JSON.stringify(account) });
  // Nobody sits at a terminal here: what would be typed.
  const typed = { ASSAY_EMAIL: account.email, ASSAY_PASSWORD: account.password };
  const output = await run('bash', ['-euo', 'pipefail', '-c', walk], typed);
  expect(JSON.parse(output.trim().split('\n').at(-1) ?? '')).toMatchObject({
    file: 'marked.jpg',
    verdict: 'authentic',
  });
});

test('with TypeScript', async () => {
  await rm(path.join(folder, 'marked.jpg'), { force: true });
  const [walk = ''] = blocks(await readFile(path.join(root, 'README.md'), 'utf8'), 'ts');
  expect(await runTypescript(walk, 'typescript')).toMatch(/^authentic /);
});

test("every example of the client's README", async () => {
  const examples = blocks(await readFile(path.join(root, 'packages/sdk/README.md'), 'utf8'), 'ts');
  expect(examples.length).toBeGreaterThan(3);
  // A proof to check: that of the last upload of the walk before.
  const ids = await run('npx', ['assay', 'assets', 'ls', '--limit', '1', '--json']);
  const { id } = JSON.parse(ids.split('\n')[0] ?? '') as { id: string };
  await run('npx', ['assay', 'commit', id, '--proof', 'proof.json']);
  const checks = await run('npx', ['assay', 'history', '--limit', '1', '--json']);
  const { id: verification } = JSON.parse(checks.split('\n')[0] ?? '') as { id: string };
  await run('npx', ['assay', 'bundle', 'get', verification, '-o', 'evidence.zip']);
  const outputs: string[] = [];
  for (const [index, example] of examples.entries()) outputs.push(await runTypescript(example, `sdk${index}`));
  expect(outputs[0]).toMatch(/^(authentic|unknown|forged) /);
  expect(outputs[1]).toMatch(/bytes[\s\S]*Harbour at dawn/);
  expect(outputs[3]).toMatch(/^true \[\] \d+\ntrue [0-9a-f-]{36}/);
});
