import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { spawnService } from './serviceProcess.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'assay-environment-'));
});
afterAll(() => rm(folder, { recursive: true }));

test.each([
  ['a wrong value', 'ASSAY_DOCS=perhaps\nPORT=never read, since the variable is set\n', 'ASSAY_DOCS must be 1 or 0'],
  ['a broken line', 'ASSAY_DOCS 1\n', 'Line 1 of .env must be NAME=value'],
])(
  'the service reads .env of the current folder: %s ends it with 2 and a sentence',
  async (_name, text, sentence) => {
    await writeFile(path.join(folder, '.env'), text);
    const { child, output } = spawnService(path.join(folder, 'data'), 0, {}, folder);
    const [code] = (await once(child, 'close')) as [number];
    expect([code, output()]).toEqual([2, expect.stringContaining(sentence)]);
    expect(output()).not.toMatch(/PORT|\n {4}at /);
  },
  60_000,
);
