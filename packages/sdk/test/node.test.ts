import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { fileFromPath } from '@assay/sdk/node';

test('fileFromPath: bytes and last part of the path', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'assay-sdk-'));
  const filePath = path.join(folder, 'photo.jpg');
  await writeFile(filePath, 'bytes');
  const file = await fileFromPath(filePath);
  await rm(folder, { recursive: true });
  expect(file.name).toBe('photo.jpg');
  expect(await file.text()).toBe('bytes');
});

test('only node.ts reaches for Node, so the rest runs in a browser', async () => {
  const source = path.join(import.meta.dirname, '../src');
  const files = (await readdir(source, { recursive: true })).filter((name) => name.endsWith('.ts'));
  expect(files).toContain('client.ts');
  for (const name of files.filter((name) => name !== 'node.ts')) {
    const text = await readFile(path.join(source, name), 'utf8');
    expect(text, name).not.toMatch(/from 'node:|\bprocess\.\w|\bBuffer\b|from '\.\/node\.ts'/);
  }
});
