/** Imports below a prefix of a bucket that the operator named: docs/spec/assets.md#import. */
import { AppError } from '@assay/core/errors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type NamedSource, openNamedSource } from '../../../src/adapters/imports/namedSources.ts';
import { openS3Store } from '../../../src/adapters/storage/s3Store.ts';
import { S3_BUCKET, S3_CREDENTIALS, type S3Server, startS3Server } from '../../support/s3Server.ts';

const ORGANIZATION = '01a1f8d3-ea00-707c-9e66-001ad50cf80e';
const BOUNDS = { pictureBytesMax: 100, keys: S3_CREDENTIALS };

let server: S3Server;
let sources: readonly NamedSource[];
beforeAll(async () => {
  server = await startS3Server();
  const place = { bucket: S3_BUCKET, prefix: '', endpoint: server.endpoint, region: 'us-east-1' };
  const store = openS3Store(place, S3_CREDENTIALS);
  const named = (name: string, prefix: string): NamedSource => ({
    name,
    organizationIds: null,
    place: { kind: 's3', ...place, prefix },
  });
  sources = [named('wire', 'wire/'), named('desk', 'desk/')];
  for (const [key, text] of [
    ['wire/a.jpg', 'one'],
    ['wire/may/b.png', 'two two'],
    ['wire/may/.DS_Store', 'x'],
    ['wire/may/large.jpg', 'x'.repeat(101)],
    ['secret/c.jpg', 'not yours'],
  ] as const)
    await store.putObject(key, text);
});
afterAll(() => server.close());

const open = (prefix: string, bounds: Parameters<typeof openNamedSource>[2] = BOUNDS) =>
  openNamedSource(sources, { prefix, organizationId: ORGANIZATION }, bounds);
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'taken',
    (cause: unknown) => (cause instanceof AppError ? `${cause.code}: ${cause.detail}` : String(cause)),
  );

test('what lies below the prefix, without what operating systems add; a folder below it alone', async () => {
  const source = await open('wire');
  expect(source.entries).toEqual([
    { name: 'a.jpg', sizeBytes: 3 },
    { name: 'may/b.png', sizeBytes: 7 },
    { name: 'may/large.jpg', sizeBytes: 101 },
  ]);
  expect(Buffer.from(await source.read('may/b.png')).toString()).toBe('two two');
  expect((await open('wire/may/')).entries.map(({ name }) => name)).toEqual(['b.png', 'large.jpg']);
});

test('a picture that is too large, or gone since, fails alone', async () => {
  const source = await open('wire');
  expect(await refusal(source.read('may/large.jpg'))).toBe('FILE_TOO_LARGE: A file may have at most 100 bytes.');
  expect(await refusal(source.read('may/gone.jpg'))).toMatch(/^INVALID_FILE_TYPE: .* not there any more/);
});

test('refused: a prefix that leads out, or that nobody named, or that is empty; a service without a key', async () => {
  expect(await refusal(open('wire/../secret'))).toMatch(/^VALIDATION_ERROR: prefix: .* leads out/);
  expect(await refusal(open('secret'))).toMatch(/^VALIDATION_ERROR: prefix: must begin with one of: wire, desk/);
  expect(await refusal(open('wire/june'))).toMatch(/^VALIDATION_ERROR: prefix: holds no picture/);
  expect(await refusal(open('wire', { ...BOUNDS, keys: null }))).toMatch(/its operator sets AWS_ACCESS_KEY_ID/);
});
