import { expect, test } from 'vitest';
import { localPath } from '../../src/session/returnTo.ts';

test.each([
  ['/gallery', '/gallery'],
  ['/gallery?tags=a%20b#top', '/gallery?tags=a%20b#top'],
  ['/a/../keys', '/keys'],
])('%s is a way back', (address, path) => {
  expect(localPath(address)).toBe(path);
});

test.each([
  'https://evil.test/',
  '//evil.test',
  '/\\evil.test',
  '/\t/evil.test',
  'javascript:alert(1)',
  'gallery',
  '',
  7,
  undefined,
])('%j leads to the start instead of to another site', (address) => {
  const path = localPath(address);
  expect(new URL(path, 'http://service.test').origin).toBe('http://service.test');
  expect(path).toBe('/');
});
