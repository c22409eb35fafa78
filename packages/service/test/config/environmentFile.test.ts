import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ConfigError } from '../../src/config/configError.ts';
import { loadEnvironmentFile } from '../../src/config/environmentFile.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'assay-environment-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Names that no one else sets. */
const ours = () => Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith('ENVFILE_')));
afterEach(() => {
  for (const name of Object.keys(ours())) delete process.env[name];
});

async function load(text: string): Promise<void> {
  const file = path.join(folder, '.env');
  await writeFile(file, text);
  loadEnvironmentFile(file);
}

test('variables of the file are added, those that are set already win', async () => {
  process.env.ENVFILE_PORT = '1';
  await load('# mine\nENVFILE_PORT=2\n\nexport ENVFILE_FROM=Assay <assay@localhost> # who\nENVFILE_KEY="two\nlines"\n');
  expect(ours()).toEqual({ ENVFILE_PORT: '1', ENVFILE_FROM: 'Assay <assay@localhost>', ENVFILE_KEY: 'two\nlines' });
});

test('without a file nothing happens', () => {
  loadEnvironmentFile(path.join(folder, 'nothing'));
  expect(ours()).toEqual({});
});

// Each of these Node's own loader takes in silence, and loses the line or the one after it.
test.each([
  ['ENVFILE_PORT 8080\nENVFILE_HOST=a', 1],
  ['ENVFILE_HOST=a\nENVFILE_PORT: 8080\n', 2],
  ['ENVFILE_HOST=a\r\n{"ENVFILE_PORT":8080}\r\n', 2],
  ['# "\nENVFILE_HOST="a\nENVFILE_PORT=1\n', 2],
  ["ENVFILE_KEY='two\nlines'\nENVFILE_HOST= 'a", 3],
  ['=8080', 1],
])('a line that says nothing is named by its number, and nothing of the file counts: %j', async (text, line) => {
  await expect(load(text)).rejects.toThrow(new RegExp(`Line ${line} of .*\\.env must be NAME=value`));
  expect(ours()).toEqual({});
});

test('no secret of a broken line is shown', async () => {
  await expect(load('ENVFILE_SECRET hush')).rejects.not.toThrow('hush');
});

test('what cannot be read is a sentence, not a stack', async () => {
  await mkdir(path.join(folder, 'inner/.env'), { recursive: true });
  const load = () => loadEnvironmentFile(path.join(folder, 'inner/.env'));
  expect(load).toThrow(ConfigError);
  expect(load).toThrow(/inner\/\.env cannot be read: EISDIR/);
});
