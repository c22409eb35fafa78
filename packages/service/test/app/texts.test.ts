import { describe, expect, test } from 'vitest';
import { isEmail } from '../../src/app/accounts/email.ts';
import { slugBase } from '../../src/app/accounts/slug.ts';
import { cleanFileName } from '../../src/app/assets/fileName.ts';
import { cleanTags, splitTags, TAGS_MAX } from '../../src/app/assets/tags.ts';

describe('isEmail', () => {
  test.each(['a@b.cd', 'first.last+tag@sub.example.org', 'ü@exämple.org', 'x_y-z@a-b.co'])('takes %s', (text) => {
    expect(isEmail(text)).toBe(true);
  });
  test.each([
    '',
    'a',
    'a@b',
    '@b.cd',
    'a@',
    'a@@b.cd',
    'a b@c.de',
    '.a@b.cd',
    'a..b@c.de',
    'a@-b.cd',
    'a@b..cd',
    'a@b.cd\n',
  ])('refuses %o', (text) => {
    expect(isEmail(text)).toBe(false);
  });
  test('refuses a local part over 64 and an address over 254 characters', () => {
    expect(isEmail(`${'a'.repeat(65)}@b.cd`)).toBe(false);
    expect(
      isEmail(`a@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(60)}.${'f'.repeat(60)}.cd`),
    ).toBe(false);
  });
});

describe('slugBase', () => {
  test.each([
    ['Ada Lovelace', 'ada-lovelace'],
    ['Éclair & Söhne', 'eclair-sohne'],
    ['Straße nach Łódź', 'strasse-nach-lodz'],
    ['海', 'workspace'],
    ['ab', 'ab-workspace'],
    ['Admin', 'admin-workspace'],
    ['--a--b--c--', 'a-b-c'],
  ])('%s -> %s', (name, slug) => {
    expect(slugBase(name)).toBe(slug);
  });
  test('leaves room for a number and never ends in a hyphen', () => {
    const slug = slugBase(`${'a'.repeat(47)} ${'b'.repeat(47)}`);
    expect(slug.length).toBeLessThanOrEqual(48);
    expect(slug).toMatch(/^[a-z0-9](?:[a-z0-9-]{1,61})[a-z0-9]$/);
  });
});

describe('cleanFileName', () => {
  test('is never a path and never longer than 500 characters', () => {
    expect(cleanFileName('a/b\\c.jpg')).toBe('c.jpg');
    expect(cleanFileName('../..')).toBeNull();
    expect(cleanFileName('\0')).toBeNull();
    expect([...(cleanFileName('😀'.repeat(600)) ?? '')]).toHaveLength(500);
    expect(cleanFileName(undefined)).toBeNull();
  });
});

describe('tags', () => {
  test('trimmed, without empty ones, one of each in any case, the first spelling', () => {
    expect(cleanTags(splitTags([' Sea ,sea,', 'BOAT,boat']))).toEqual(['Sea', 'BOAT']);
  });
  test('too many or too long ones are refused, at the limit they are not', () => {
    const many = Array.from({ length: TAGS_MAX }, (_, i) => `t${i}`);
    expect(cleanTags(many)).toHaveLength(TAGS_MAX);
    expect(() => cleanTags([...many, 'one more'])).toThrow('VALIDATION_ERROR');
    expect(cleanTags(['x'.repeat(64)])).toHaveLength(1);
    expect(() => cleanTags(['x'.repeat(65)])).toThrow('VALIDATION_ERROR');
  });
});
