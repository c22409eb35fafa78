import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { serviceSecrets } from '@assay/service/compose/secrets';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readWatermarkKey } from '../../src/watermark/watermarkKey.ts';
import { fakeTerminal } from '../fakeTerminal.ts';

const MADE = `base64:${Buffer.alloc(32, 9).toString('base64')}`;
const SECRETS = ['0f'.repeat(32), 'a sentence that nobody would ever guess', MADE];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'assay-key-'));
});
afterAll(() => rm(folder, { recursive: true }));

const terminalWith = (environment: Readonly<Record<string, string>>) => fakeTerminal({ environment });

test.each(SECRETS)('%s is the key that a service makes of it, from the setting and from a file', async (secret) => {
  const rest = { jwtSecret: 'x'.repeat(32), jwtSecretPrevious: null, keyEncryptionKey: 'y'.repeat(32) };
  const { watermarkKey } = await serviceSecrets({ ...rest, watermarkKey: secret }, folder);
  expect(await readWatermarkKey(undefined, terminalWith({ ASSAY_WATERMARK_KEY: secret }))).toEqual(watermarkKey);
  const file = path.join(folder, 'key');
  await writeFile(file, `${secret}\n`);
  expect(await readWatermarkKey(file, terminalWith({}))).toEqual(watermarkKey);
});

test('without a key a public one stands in, and says so', async () => {
  const terminal = terminalWith({});
  expect(await readWatermarkKey(undefined, terminal)).toHaveLength(32);
  expect(terminal.notes.join(' ')).toContain('prove nothing');
});

test.each(['short', 'base64:short'])('%s is no key', async (text) => {
  await expect(readWatermarkKey(undefined, terminalWith({ ASSAY_WATERMARK_KEY: text }))).rejects.toThrow(
    /at least 32 characters, or base64:/,
  );
});
