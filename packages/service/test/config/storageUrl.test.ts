import { expect, test } from 'vitest';
import { parseStorageUrl } from '../../src/config/storageUrl.ts';

test('file: names a folder', () => {
  expect(parseStorageUrl('file:///srv/assay%20files')).toEqual({ kind: 'folder', folder: '/srv/assay files' });
});

test('s3: names a bucket, a prefix and where it is', () => {
  expect(parseStorageUrl('s3://pictures/a/b/?endpoint=http://127.0.0.1:9000/&region=eu-1')).toEqual({
    kind: 's3',
    bucket: 'pictures',
    prefix: 'a/b/',
    endpoint: 'http://127.0.0.1:9000',
    region: 'eu-1',
  });
  expect(parseStorageUrl('s3://pictures?region=eu-west-1')).toMatchObject({
    prefix: '',
    endpoint: 'https://s3.eu-west-1.amazonaws.com',
  });
});

test.each([
  '',
  'pictures',
  'ftp://host/x',
  's3://',
  's3://key:secret@bucket',
  's3://b?endpoint=ftp://x',
  'file://host/x',
])('refused: %s', (text) => {
  expect(() => parseStorageUrl(text)).toThrow(RangeError);
});
