import { expect, test } from 'vitest';
import {
  importSourceList,
  integer,
  list,
  onOrOff,
  origins,
  orNull,
  type TextSchema,
  text,
  url,
} from '../../src/config/setting.ts';

/** The value, or what the setting must be. */
function read<T>(schema: TextSchema<T>, typed: string): T | string | undefined {
  const { data, error } = schema.safeParse(typed);
  return error ? error.issues[0]?.message : data;
}

test.each([
  ['8080', 8080],
  [' 1e3 ', 1000],
  ['0', 0],
  ['65536', 'must be a whole number from 0 to 65535, got "65536"'],
  ['1.5', 'must be a whole number from 0 to 65535, got "1.5"'],
  ['1e9.5', 'must be a whole number from 0 to 65535, got "1e9.5"'],
  [' ', 'must be a whole number from 0 to 65535, got " "'],
])('a whole number: %j is %j', (typed, value) => {
  expect(read(integer(0, 65535), typed)).toBe(value);
});

test.each([
  ['1', true],
  ['On', true],
  ['FALSE', false],
  ['yes', 'must be 1 or 0, got "yes"'],
])('a switch: %j is %j', (typed, value) => {
  expect(read(onOrOff, typed)).toBe(value);
});

test('empty is null, and what is not empty is still looked at', () => {
  expect(read(orNull(text), '')).toBe(null);
  expect(read(orNull(url('http:', 'https:')), 'http://a.example/b//')).toBe('http://a.example/b');
  expect(read(orNull(url('http:', 'https:')), 'ftp://a.example')).toBe(
    'must be an address that begins with http:// or https://',
  );
});

test('a list drops spaces and empty parts; the first wrong part is named', () => {
  expect(read(list, ' a, b,,c ,')).toEqual(['a', 'b', 'c']);
  expect(read(origins, 'https://a.example, https://b.example/path, c')).toBe(
    'must list origins such as https://app.example.org, got "https://b.example/path"',
  );
});

test('a source of imports says whose it is: nobody shares one by leaving a word out', () => {
  const id = '01a1f8d3-ea00-707c-9e66-001ad50cf80e';
  const other = id.replace('0e', '0f');
  const place = { kind: 'folder', folder: '/srv/wire' };
  expect(read(importSourceList, `wire@*=file:///srv/wire, desk@${id}+${other.toUpperCase()}=file:///srv/wire`)).toEqual(
    [
      { name: 'wire', organizationIds: null, place },
      { name: 'desk', organizationIds: [id, other], place },
    ],
  );
  expect(read(importSourceList, 'wire=file:///srv/wire')).toMatch(/must list NAME@ORGANIZATIONS=location/);
  expect(read(importSourceList, 'wire@harbour-press=file:///srv/wire')).toMatch(/by their ids .* got "harbour-press"/);
});
