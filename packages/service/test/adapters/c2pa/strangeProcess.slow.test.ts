import { AppError } from '@assay/core/errors';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { CredentialsSettings } from '../../../src/adapters/c2pa/credentials.ts';
import type { Credentials } from '../../../src/app/ports/credentials/credentials.ts';
import { credentialsWith, FACTS, pictureIn, SIGNER, signedPicture } from './credentialFiles.ts';

let credentials: Credentials | undefined;
let picture: Uint8Array;

const start = (anchors: string, change: Partial<CredentialsSettings> = {}): Credentials => {
  credentials = credentialsWith({ entry: new URL('./strangeProcess.ts', import.meta.url), anchors, ...change });
  return credentials;
};

beforeAll(async () => {
  const real = credentialsWith();
  picture = await signedPicture(real, 'png');
  await real.close();
}, 60_000);

afterEach(async () => {
  await credentials?.close();
  credentials = undefined;
});

const unreadable = { present: true, state: 'invalid', findings: [{ code: 'assay.manifest.unreadable' }] };

describe('a reader that', () => {
  test.each([
    ['crashes', 'crash'],
    ['hangs', 'hang'],
    ['answers what ours does not', 'lie'],
    ['answers what is no JSON', 'rubbish'],
    ['asks for a signature, though nothing is being signed,', 'ask'],
  ])('%s costs one answer, and the next manifest finds another one', async (_, how) => {
    const target = start(how, { jobMsMax: { read: 1000, sign: 1000 } });
    expect(await target.read(picture)).toMatchObject(unreadable);
    expect(await target.read(picture)).toMatchObject(unreadable);
    expect(await target.read(await pictureIn('png'))).toMatchObject({ present: false });
  });

  test('never comes up is told as such, and never as a manifest that is broken', async () => {
    const target = start('', { entry: new URL('./missingProcess.ts', import.meta.url) });
    await expect(target.read(picture)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });
});

const failed = async (bytes: Uint8Array): Promise<string> => {
  const parent = await pictureIn('png');
  const failure = await start('')
    .sign({ bytes, parent, facts: FACTS })
    .catch((cause: unknown) => cause);
  expect(failure).toBeInstanceOf(AppError);
  expect((failure as AppError).code).toBe('PROCESSING_FAILED');
  return String((failure as AppError).cause);
};

describe('a process that signs', () => {
  test('is told nothing of the private key', async () => {
    const seen = await failed(picture);
    const body = SIGNER.privateKey.split('\n').filter((line) => line !== '' && !line.startsWith('-----'));
    expect(body.length).toBeGreaterThan(0);
    expect(seen).toContain('test.assay');
    for (const line of body) expect(seen).not.toContain(line);
    expect(seen).not.toContain('PRIVATE KEY');
  });

  test.each([
    ['asks for a second signature', 1],
    ['asks for the key of no file', 2],
    ['asks for a signature of more than a claim', 3],
  ])('and %s is ended', async (_, bytes) => {
    expect(await failed(new Uint8Array(bytes))).toContain('SIGKILL');
  });

  test('and gives no signed file has failed', async () => {
    expect(await failed(new Uint8Array())).toContain('ours does not give');
  });
});
