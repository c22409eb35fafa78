import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { commandOf, type Description, operationsByTag } from '../../../src/pages/docs/description.ts';

const file = path.resolve(import.meta.dirname, '../../../../../docs/reference/openapi.json');
const description = JSON.parse(await readFile(file, 'utf8')) as Description;
const all = operationsByTag(description).flatMap(([, operations]) => operations);
const command = (id: string) => commandOf(all.find((one) => one.id === id)!, 'http://assay.test');

test('every operation of the description is shown once', () => {
  const described = Object.values(description.paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  expect(all.map(({ id }) => id).sort()).toEqual(described.filter(Boolean).sort());
});

test('commands carry what must be given and invent nothing', () => {
  expect(command('verify')).toBe('curl -X POST -F file=@picture.jpg "http://assay.test/v1/verify/"');
  expect(command('uploadAsset')).toBe(
    'curl -X POST -H "X-API-Key: $ASSAY_KEY" -F file=@picture.jpg "http://assay.test/v1/assets/"',
  );
  expect(command('getAsset')).toBe('curl -H "X-API-Key: $ASSAY_KEY" "http://assay.test/v1/assets/$ASSET_ID"');
  expect(command('commitAsset')).toContain(`--json '{"asset_id":"'$ASSET_ID'"}'`);
  expect(command('createWebhook')).toContain(
    `--json '{"url":"https://hooks.example.org/assay","events":["asset.processed"]}'`,
  );
  expect(command('searchAssets')).toContain('/v1/assets/search/?q=$Q"');
});
