import { describe, expect, test } from 'vitest';
import { en } from '../../src/i18n/en.ts';
import { type Language, LANGUAGES, preferredLanguage } from '../../src/i18n/language.ts';
import { PARTS, partOf } from '../../src/i18n/parts.ts';

const OTHERS = (Object.keys(LANGUAGES) as Language[]).filter((language) => language !== 'en');
const messagesOf = async (language: Language): Promise<Readonly<Record<string, string>>> =>
  Object.assign({}, ...(await Promise.all(PARTS.map((part) => partOf(language, part)))));
const ENGLISH: Readonly<Record<string, string>> = en;
const placesOf = (message: string): readonly string[] =>
  [...message.matchAll(/\{(\w+)\}/g)].map(([, name]) => String(name)).sort();
const PLURAL = /\.(?:zero|one|two|few|many)$/;

describe.each(OTHERS)('%s', (language) => {
  test('has every message of English, and beyond them plurals alone, of categories that it has', async () => {
    const messages = await messagesOf(language);
    expect(Object.keys(ENGLISH).filter((key) => !messages[key])).toEqual([]);
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
    for (const key of Object.keys(messages).filter((key) => !(key in ENGLISH))) {
      expect(ENGLISH[key.replace(PLURAL, '.other')], key).toBeDefined();
      expect(pluralCategories, key).toContain(key.split('.').at(-1));
    }
  });

  test('fills the same places; one, two and none may say their number in words', async () => {
    const messages = await messagesOf(language);
    for (const [key, message] of Object.entries(messages)) {
      const wanted = placesOf(ENGLISH[key] ?? ENGLISH[key.replace(PLURAL, '.other')] ?? '');
      const mayOmitCount = PLURAL.test(key) && !key.endsWith('.few') && !key.endsWith('.many');
      const given = placesOf(message);
      expect(
        mayOmitCount ? [...new Set([...given, ...wanted.filter((name) => name === 'count')])].sort() : given,
        key,
      ).toEqual(wanted);
    }
  });

  test('is no copy of English', async () => {
    const messages = await messagesOf(language);
    const same = Object.entries(messages).filter(([key, message]) => message.length > 12 && message === ENGLISH[key]);
    // Values alone, and names of standards, are the same everywhere.
    expect(same.map(([, message]) => message).filter((message) => /[a-z]{4} [a-z]{3}/.test(message))).toEqual([]);
  });
});

test('the first of the reader’s languages that there is counts; else English', () => {
  expect(preferredLanguage(['fr-FR', 'de-AT', 'en'])).toBe('de');
  expect(preferredLanguage(['zh-Hans-CN'])).toBe('zh');
  expect(preferredLanguage(['ar-EG', 'en'])).toBe('ar');
  expect(preferredLanguage(['fr', 'toString'])).toBe('en');
});
