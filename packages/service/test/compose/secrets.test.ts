import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { secretsOfFolder } from '../../src/adapters/dataFolder/secrets.ts';
import { serviceSecrets } from '../../src/compose/secrets.ts';
import { readConfig } from '../../src/config/config.ts';

const GUIDE = path.resolve(import.meta.dirname, '../../../../docs/guides/scale.md');

test('what a first start made becomes settings by the command of the guide, and every process has the same keys', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'assay-secrets-'));
  try {
    const made = await secretsOfFolder(path.join(folder));
    const command = /^ {4}sed [^]*?data\/secrets\.json$/m.exec(await readFile(GUIDE, 'utf8'))?.[0] ?? '';
    const lines = execFileSync('sh', ['-c', command.replace('data/secrets.json', path.join(folder, 'secrets.json'))]);
    const settings = Object.fromEntries(
      String(lines)
        .trim()
        .split('\n')
        .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    );
    expect(Object.keys(settings)).toEqual(['ASSAY_JWT_SECRET', 'ASSAY_WATERMARK_KEY', 'ASSAY_KEY_ENCRYPTION_KEY']);
    const elsewhere = await serviceSecrets(readConfig(settings), '/nowhere');
    expect(elsewhere.jwt).toEqual([made.jwtSecret]);
    expect(elsewhere.watermarkKey).toEqual(made.watermarkKey);
    expect(elsewhere.keyEncryptionKey).toEqual(made.keyEncryptionKey);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('half of such a key is refused with what it must be, and not shown', () => {
  const half = 'base64:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=';
  expect(() => readConfig({ ASSAY_WATERMARK_KEY: half })).toThrow('ASSAY_WATERMARK_KEY must be base64:');
});
