import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createRestoreMark } from '../../../src/adapters/backup/restoreMark.ts';
import { BackupRefused } from '../../../src/app/ports/backup/backup.ts';

const MEBIBYTE = 2 ** 20;
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'assay-restore-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function* of(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}

test('what is placed goes through: no part is asked for before the ones before it have left the memory', async () => {
  const placed = path.join(folder, 'ledger', 'blocks');
  const behind: number[] = [];
  const parts = async function* (): AsyncGenerator<Uint8Array> {
    for (let count = 0; count < 32; count++) {
      const written = await stat(`${placed}.partial`).catch(() => null);
      behind.push(count * MEBIBYTE - (written?.size ?? 0));
      yield Buffer.alloc(MEBIBYTE, count);
    }
  };
  const bytes = Buffer.concat(Array.from({ length: 32 }, (_, count) => Buffer.alloc(MEBIBYTE, count)));
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  await createRestoreMark(folder).placeKept('ledger/blocks', parts(), sha256);
  expect(Math.max(...behind)).toBeLessThanOrEqual(MEBIBYTE);
  expect((await readFile(placed)).equals(bytes)).toBe(true);
  expect((await stat(placed)).mode & 0o777).toBe(0o600);
});

test('refused: bytes that changed since the backup was checked; what is there stays, and nothing beside it', async () => {
  const mark = createRestoreMark(folder);
  const sha256 = createHash('sha256').update('one two').digest('hex');
  await mark.placeKept('secrets.json', of('one ', 'two'), sha256);
  const refusal = await mark.placeKept('secrets.json', of('one ', 'three'), sha256).catch((cause: unknown) => cause);
  expect(refusal).toBeInstanceOf(BackupRefused);
  expect(String(refusal)).toContain('secrets.json');
  expect(await readFile(path.join(folder, 'secrets.json'), 'utf8')).toBe('one two');
  expect(await readdir(folder)).toEqual(['secrets.json']);
});

test('refused: a path that no backup keeps', async () => {
  await writeFile(path.join(folder, 'here'), '');
  await expect(createRestoreMark(folder).placeKept('../there', of('x'), null)).rejects.toThrow();
});
