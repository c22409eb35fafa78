import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assayCommands } from '../src/commands/assay.ts';
import { EXIT } from '../src/exitCode.ts';

const main = path.resolve(import.meta.dirname, '../src/main.ts');
const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'assay-cli-main-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Runs `assay` from its sources in the folder. */
function assay(
  args: readonly string[],
  options: { readonly environment?: Record<string, string>; readonly node?: string[] } = {},
) {
  const { PATH = '' } = process.env;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', tsx, '--conditions=assay-source', ...(options.node ?? []), main, ...args],
    { cwd: folder, encoding: 'utf8', env: { PATH, ...options.environment } },
  );
  return { status, stdout, stderr };
}

test('settings of .env in the current folder count, those of the environment before them', async () => {
  await writeFile(path.join(folder, '.env'), 'PORT=9000\nHOST=192.0.2.1\n');
  const { status, stdout } = assay(['config', '--json'], { environment: { HOST: '192.0.2.2' } });
  const lines = JSON.parse(stdout) as { name: string; value: string }[];
  const valueOf = (name: string) => lines.find((line) => line.name === name)?.value;
  expect([status, valueOf('PORT'), valueOf('HOST')]).toEqual([EXIT.ok, '9000', '192.0.2.2']);
});

test('a broken .env ends a command that reads settings with 2 and a sentence, and concerns no other', async () => {
  await writeFile(path.join(folder, '.env'), 'PORT 9000\n');
  const { status, stdout, stderr } = assay(['config']);
  expect([status, stdout]).toEqual([EXIT.usage, '']);
  expect(stderr).toMatch(/^assay config: .*\n.*Line 1 of \.env must be NAME=value/);
  expect(stderr).not.toMatch(/\n {4}at /);
  expect(assay(['--version']).status).toBe(EXIT.ok);
});

test('where a command sends an API key is not for .env to say: it is not even read', async () => {
  await writeFile(path.join(folder, '.env'), 'ASSAY_SERVER=http://127.0.0.1:1\nbroken\n');
  await writeFile(path.join(folder, 'a.jpg'), 'x');
  const { status, stderr } = assay(['verify', 'a.jpg', '--server', 'ftp://127.0.0.1']);
  expect([status, stderr]).toEqual([EXIT.usage, expect.stringMatching(/^assay verify: --server ftp:/)]);
});

test('docs/spec/clients.md lists every command, and no other', async () => {
  const page = await readFile(path.resolve(import.meta.dirname, '../../../docs/spec/clients.md'), 'utf8');
  const [, list = ''] = /## Commands\n\n([\s\S]*?)\nPictures are files/.exec(page) ?? [];
  const listed = [...list.matchAll(/`([a-z0-9]+)`/g)].map(([, name]) => name as string);
  const commands = assayCommands.getAllEntries().map(({ name }) => name.original);
  expect(commands.length).toBeGreaterThan(40);
  expect(listed.sort()).toEqual(commands.sort());
});

test('a checkout that was not built says so, without a stack', async () => {
  await cp(path.resolve(import.meta.dirname, '../bin'), path.join(folder, 'unbuilt/bin'), { recursive: true });
  const { status, stderr } = spawnSync(process.execPath, ['unbuilt/bin/assay.mjs', '--help'], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([
    EXIT.usage,
    'assay is not built yet: npm run build does it, and so does npm start\n',
  ]);
});

test('assay --help loads no native module and none of the libraries behind the commands', async () => {
  // Every module that Node loads goes through this hook, which says so on standard error.
  const hook = `export async function load(url, context, next) {
    process._rawDebug('loaded ' + url);
    return next(url, context);
  }`;
  const register = `import { register } from 'node:module'; register('data:text/javascript,' + ${JSON.stringify(encodeURIComponent(hook))});`;
  const node = ['--import', `data:text/javascript,${encodeURIComponent(register)}`];
  const { status, stdout, stderr } = assay(['--help'], { node });
  expect([status, stdout]).toEqual([EXIT.ok, expect.stringContaining('assay verify <FILE>...')]);
  const packages = [...stderr.matchAll(/^loaded .*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//gm)].map(([, name]) => name);
  expect([...new Set(packages)].filter((name) => name !== 'tsx')).toEqual(['@stricli/core']);
  expect(stderr).not.toMatch(/\.node$/m);
});
