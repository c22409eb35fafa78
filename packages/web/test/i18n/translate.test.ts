import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { en } from '../../src/i18n/en.ts';
import { makeTranslate, regionalLocale } from '../../src/i18n/translate.ts';

const t = makeTranslate(en, 'en');

test('values fill their places, numbers in the form of the language', () => {
  expect(t('json.shortened', { count: 12345 })).toBe('… 12,345 characters; complete in the copy …');
  expect(t('busy.heading', { name: '{percent} $& .jpg' })).toBe('Checking {percent} $& .jpg');
});

test('plural takes the category of the language', () => {
  expect(t.plural('busy.waiting.busy', 1)).toContain('1 second.');
  expect(t.plural('busy.waiting.busy', 5)).toContain('5 seconds.');
});

test('dates and numbers follow the reader’s variant of the language, never another language', () => {
  expect(regionalLocale('en', ['de-AT', 'en-GB', 'en-US'])).toBe('en-GB');
  expect(regionalLocale('en', ['de', 'eno'])).toBe('en');
});

test('every message is used, so none is translated for nothing', async () => {
  const source = path.join(import.meta.dirname, '../../src');
  const names = (await readdir(source, { recursive: true })).filter((name) => /^(?!i18n\/).*\.tsx?$/.test(name));
  const texts = await Promise.all(names.map((name) => readFile(path.join(source, name), 'utf8')));
  // A key is written whole, or as a template whose holes stand for a part each: `failure.${kind}.title`.
  const written = texts.flatMap((text) =>
    [...text.matchAll(/['`]([a-z]+\.[\w.${}]+)['`]/gi)].map((found) => found[1]!),
  );
  const patterns = written.map(
    (key) => new RegExp(`^${key.replaceAll(/\$\{[^}]*\}/g, '[\\w-]+').replaceAll('.', '\\.')}$`),
  );
  for (const key of Object.keys(en)) {
    const stem = key.replace(/\.(one|other)$/, '');
    expect(
      patterns.some((pattern) => pattern.test(key) || pattern.test(stem)),
      key,
    ).toBe(true);
  }
});

test('verdicts read as docs/spec/web.md says', async () => {
  const page = await readFile(path.resolve(import.meta.dirname, '../../../../docs/spec/web.md'), 'utf8');
  for (const verdict of ['authentic', 'forged', 'unknown'] as const)
    expect(page).toContain(`| \`${verdict}\` | ${t(`verdict.${verdict}`)} |`);
});
