import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createS3AssetFiles } from '../../../src/adapters/storage/s3AssetFiles.ts';
import { s3Layout } from '../../../src/adapters/storage/s3Layout.ts';
import { asked, keysBelow, openS3Store } from '../../../src/adapters/storage/s3Store.ts';
import { copyVariant, type StoredVariant } from '../../../src/app/ports/assets/storage.ts';
import { parseStorageUrl, type S3Location } from '../../../src/config/storageUrl.ts';
import { S3_BUCKET, S3_CREDENTIALS, type S3Server, startS3Server } from '../../support/s3Server.ts';

const RULES = path.resolve(import.meta.dirname, '../../../../../deploy/s3/lifecycle.json');
const ASSET = '01980a5e-7c3b-7d2e-8f10-a1b2c3d4e5f6';
const LAST = 'ffffffff-ffff-7fff-bfff-ffffffffffff';
const LASTING: readonly StoredVariant[] = ['original', 'watermarked', 'watermarked-2', copyVariant(LAST)];
const PREVIEWS: readonly StoredVariant[] = ['preview', 'preview-2'];

interface Rule {
  readonly Filter: { readonly Prefix: string };
  readonly Expiration?: { readonly Days?: number };
}

let server: S3Server;
beforeAll(async () => {
  server = await startS3Server();
});
afterAll(() => server.close());

/** What rules of the bucket end by age; a service below a prefix has it in front of theirs. */
function endedPrefixes(prefix: string): string[] {
  const { Rules } = JSON.parse(readFileSync(RULES, 'utf8')) as { Rules: Rule[] };
  return Rules.filter(({ Expiration }) => Expiration?.Days !== undefined).map(
    ({ Filter }) => `${prefix}${Filter.Prefix}`,
  );
}

test.each([[''], ['assay/']])('the rules of the bucket end previews and nothing else (prefix "%s")', async (prefix) => {
  const url = `s3://${S3_BUCKET}/${prefix}?endpoint=${encodeURIComponent(server.endpoint)}`;
  const place = parseStorageUrl(url) as S3Location;
  const store = openS3Store(place, S3_CREDENTIALS);
  const files = createS3AssetFiles(place, S3_CREDENTIALS);
  const { keyOf } = s3Layout(prefix);
  for (const variant of [...LASTING, ...PREVIEWS]) await files.put(ASSET, variant, Buffer.from(variant));
  const ended = endedPrefixes(prefix);
  expect(ended).toHaveLength(1);
  const keys: string[] = [];
  for await (const key of keysBelow(store, prefix)) keys.push(key);
  const due = keys.filter((key) => ended.some((begin) => key.startsWith(begin)));
  expect(due.toSorted()).toEqual(PREVIEWS.map((variant) => keyOf(ASSET, variant)).toSorted());
  for (const key of due) await asked(store.deleteObject(key));
  for (const variant of PREVIEWS) expect(await files.read(ASSET, variant)).toBeNull();
  for (const variant of LASTING) expect(String(await files.read(ASSET, variant))).toBe(variant);
  await files.removeAll(ASSET);
});

test('an asset of which a preview alone is left is listed in its place, and removed whole', async () => {
  const url = `s3://${S3_BUCKET}/listed?endpoint=${encodeURIComponent(server.endpoint)}`;
  const files = createS3AssetFiles(parseStorageUrl(url) as S3Location, S3_CREDENTIALS);
  const ids = ['0a', '55', 'aa', 'f0'].map((begin) => `${begin}000000-0000-7000-8000-000000000000`);
  await files.put(ids[0] as string, 'preview', Uint8Array.of(1));
  await files.put(ids[1] as string, 'original', Uint8Array.of(1));
  await files.put(ids[1] as string, 'preview', Uint8Array.of(1));
  await files.put(ids[2] as string, 'original', Uint8Array.of(1));
  await files.put(ids[3] as string, 'preview-7', Uint8Array.of(1));
  const listed = async (after?: string) => {
    const found: string[] = [];
    for await (const id of files.listAssetIds(after)) found.push(id);
    return found;
  };
  expect(await listed()).toEqual(ids);
  expect(await listed(ids[1])).toEqual(ids.slice(2));
  for (const id of ids) await files.removeAll(id);
  expect(await listed()).toEqual([]);
});
