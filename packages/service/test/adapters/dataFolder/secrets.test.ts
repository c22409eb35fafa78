import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { inspect } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { secretsOfFolder } from '../../../src/adapters/dataFolder/secrets.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'assay-secrets-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('made once: 32 bytes each, all different, the same ever after', async () => {
  const made = await secretsOfFolder(folder);
  const values = Object.values(made).map((bytes) => Buffer.from(bytes).toString('hex'));
  expect(values.map((hex) => hex.length)).toEqual([64, 64, 64, 64]);
  expect(new Set(values).size).toBe(4);
  const again = await secretsOfFolder(folder);
  expect(Object.values(again)).toEqual(Object.values(made));
  expect(await readdir(folder)).toEqual(['secrets.json']);
});

test('only the owner may read the file, also when somebody opened it up', async () => {
  await secretsOfFolder(folder);
  const file = path.join(folder, 'secrets.json');
  const mode = async () => (await stat(file)).mode & 0o777;
  expect(await mode()).toBe(0o600);
  await chmod(file, 0o644);
  await secretsOfFolder(folder);
  expect(await mode()).toBe(0o600);
});

test('a log that is given the secrets shows none', async () => {
  const secrets = await secretsOfFolder(folder);
  for (const text of [JSON.stringify({ secrets }), inspect({ secrets }), `${secrets}`])
    expect(text).toContain('[secrets]');
});

test.each(['', '{', '{"version":1}', '{"jwtSecret":"c2hvcnQ="}', 'null'])(
  'a damaged file (%j) is an error that quotes nothing of it, and is left as it is',
  async (text) => {
    const file = path.join(folder, 'secrets.json');
    await writeFile(file, text);
    await expect(secretsOfFolder(folder)).rejects.toThrow('is damaged; restore it from a backup');
    expect(await readFile(file, 'utf8')).toBe(text);
  },
);
