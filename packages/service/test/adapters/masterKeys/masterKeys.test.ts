import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseMasterKeyRef } from '../../../src/adapters/masterKeys/masterKeyRef.ts';
import { createMasterKeys } from '../../../src/adapters/masterKeys/masterKeys.ts';
import { KMS_CREDENTIALS, type KmsServer, startKmsServer } from '../../support/kmsServer.ts';

const PLACE = { purpose: 'organization encryption key', organization_id: 'one', version: '1' };
const SECRET = randomBytes(32);
let folder: string;
let kms: KmsServer;
let refs: Record<'local' | 'file' | 'env' | 'kms', string>;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'assay-master-'));
  await writeFile(path.join(folder, 'key'), `${SECRET.toString('base64')}\n`);
  kms = await startKmsServer();
  refs = { local: 'local:', file: `file:${folder}/key`, env: 'env:MASTER', kms: kms.ref };
});
afterAll(async () => {
  await kms.close();
  await rm(folder, { recursive: true });
});

const keysWith = (kmsCredentials: typeof KMS_CREDENTIALS | null = KMS_CREDENTIALS, local = Buffer.alloc(32, 1)) =>
  createMasterKeys({
    currentRef: 'local:',
    localKey: local,
    environment: { MASTER: SECRET.toString('hex'), SHORT: 'abc' },
    kmsCredentials,
  });

describe.each(['local', 'file', 'env', 'kms'] as const)('a master key of the form %s', (form) => {
  test('gives fresh keys of 32 bytes that it opens again, for the same place alone', async () => {
    const keys = keysWith();
    const { key, wrapped } = await keys.make(refs[form], PLACE);
    const other = await keys.make(refs[form], PLACE);
    expect([key.length, Buffer.from(key).equals(other.key)]).toEqual([32, false]);
    expect(Buffer.from(wrapped).includes(Buffer.from(key))).toBe(false);
    expect(await keys.open(refs[form], PLACE, wrapped)).toEqual(new Uint8Array(key));
    for (const place of [{ ...PLACE, version: '2' }, { ...PLACE, organization_id: 'two' }, {}])
      await expect(keys.open(refs[form], place, wrapped)).rejects.toThrow();
  });

  test('refuses wrapped bytes that were changed', async () => {
    const keys = keysWith();
    const { wrapped } = await keys.make(refs[form], PLACE);
    for (const at of [0, 20, wrapped.length - 1]) {
      const changed = Uint8Array.from(wrapped);
      changed[at] = (changed[at] as number) ^ 1;
      await expect(keys.open(refs[form], PLACE, changed)).rejects.toThrow();
    }
  });
});

describe('keys that cannot be had', () => {
  test('another local key, or another form, opens nothing', async () => {
    const { wrapped } = await keysWith().make('local:', PLACE);
    await expect(keysWith(null, Buffer.alloc(32, 2)).open('local:', PLACE, wrapped)).rejects.toThrow();
    await expect(keysWith().open(refs.env, PLACE, wrapped)).rejects.toThrow();
  });

  test('a missing file, a variable without 32 bytes, KMS without credentials: come again later', async () => {
    const lost = { code: 'SERVICE_UNAVAILABLE' };
    await expect(keysWith().make(`file:${folder}/none`, PLACE)).rejects.toMatchObject(lost);
    await expect(keysWith().make('env:SHORT', PLACE)).rejects.toMatchObject(lost);
    await expect(keysWith().make('env:NOT_SET', PLACE)).rejects.toMatchObject(lost);
    await expect(keysWith(null).make(refs.kms, PLACE)).rejects.toMatchObject(lost);
  });

  test('KMS that fails, refuses the signature, or is gone: come again later; what it did not wrap: never', async () => {
    const { wrapped } = await keysWith().make(refs.kms, PLACE);
    kms.failWith = 500;
    await expect(keysWith().open(refs.kms, PLACE, wrapped)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    kms.failWith = null;
    const thief = { ...KMS_CREDENTIALS, secretAccessKey: 'another' };
    await expect(keysWith(thief).open(refs.kms, PLACE, wrapped)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    const gone = refs.kms.replace(/:\d+$/, ':9');
    await expect(keysWith().open(gone, PLACE, wrapped)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    await expect(keysWith().open(refs.kms, PLACE, Buffer.alloc(60))).rejects.toThrow(/InvalidCiphertextException/);
  });

  test('no message holds a key', async () => {
    const failures = await Promise.allSettled([
      keysWith().make('env:SHORT', PLACE),
      keysWith({ ...KMS_CREDENTIALS, accessKeyId: 'x' }).make(refs.kms, PLACE),
    ]);
    const text = failures.map((one) => (one.status === 'rejected' ? JSON.stringify(one.reason, flat) : '')).join();
    expect(text).toContain('SERVICE_UNAVAILABLE');
    expect(text).not.toMatch(/"abc"|wJalrXUtnFEMI/);
  });
});

/** Errors with all they hold. */
const flat = (_name: string, value: unknown): unknown =>
  value instanceof Error ? { ...value, message: value.message, cause: String(value.cause) } : value;

describe('references', () => {
  test('the region of a KMS key comes from its ARN, the endpoint from its region', () => {
    expect(parseMasterKeyRef('aws-kms:arn:aws:kms:eu-west-1:111122223333:key/1234abcd')).toEqual({
      kind: 'aws-kms',
      keyId: 'arn:aws:kms:eu-west-1:111122223333:key/1234abcd',
      region: 'eu-west-1',
      endpoint: 'https://kms.eu-west-1.amazonaws.com',
    });
  });

  test.each(['', 'local', 'local:x', 'file:relative', 'env:', 'env:A-B', 'aws-kms:', 'aws-kms:k', 'vault:x'])(
    'refused: "%s"',
    (text) => expect(() => parseMasterKeyRef(text)).toThrow(/^must /),
  );
});
