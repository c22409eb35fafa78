import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { openStore } from '../../src/compose/assetFiles.ts';
import { S3_BUCKET, S3_CREDENTIALS, type S3Server, startS3Server } from '../support/s3Server.ts';

const ASSET = '01980a5e-7c3b-7d2e-8f10-a1b2c3d4e5f6';
let folder: string;
let server: S3Server;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'assay-files-'));
  server = await startS3Server();
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const keep = async (environment: Record<string, string>, usual: string) => {
  const { files } = openStore(readConfig(environment), path.join(folder, usual));
  await files.put(ASSET, 'original', Uint8Array.of(1, 2, 3));
  expect(await files.read(ASSET, 'original')).toEqual(Buffer.from([1, 2, 3]));
};

test('without a setting the folder of the data; with file: the folder that it names', async () => {
  await keep({}, 'usual');
  await keep({ ASSAY_STORAGE_URL: pathToFileURL(path.join(folder, 'other')).href }, 'unused');
  expect((await readdir(folder)).sort()).toEqual(['other', 'usual']);
});

test('with s3: the bucket, and nothing in the folder', async () => {
  const s3 = { ASSAY_STORAGE_URL: `s3://${S3_BUCKET}/a?endpoint=${encodeURIComponent(server.endpoint)}` };
  const keys = {
    AWS_ACCESS_KEY_ID: S3_CREDENTIALS.accessKeyId,
    AWS_SECRET_ACCESS_KEY: S3_CREDENTIALS.secretAccessKey,
  };
  await keep({ ...s3, ...keys }, 'unused');
  expect(await readdir(folder)).not.toContain('unused');
  expect(() => openStore(readConfig(s3), folder)).toThrow(/AWS_ACCESS_KEY_ID/);
});
