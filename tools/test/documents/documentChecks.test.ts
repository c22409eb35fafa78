/** Each check of documents, on small texts with one fault put in: it must be found, and nothing else. */
import { describe, expect, test } from 'vitest';
import {
  absentCodes,
  anchorsOf,
  brokenLinks,
  brokenReferences,
  commentsOf,
  missingInIndex,
  missingPaths,
  type Tree,
  unknownNames,
} from './documentChecks.ts';

const texts: Readonly<Record<string, string>> = {
  'docs/spec/api.md':
    '# Rules\n\n## Order of checks\n\n## Lists\n\n## Lists\n\n## `If-Match`, and [links](x.md)\n\n<a id="own"></a>\n',
  'docs/README.md': '[the rules](spec/api.md#lists)\n',
};
const places = new Set([
  ...Object.keys(texts),
  'packages',
  'packages/core/src/raster.ts',
  'docs/spec',
  'docs/decisions/0002*',
]);
const tree: Tree = {
  exists: (place) => places.has(place),
  read: (document) => texts[document] ?? null,
  hasFile: (name) => ['raster.ts', 'src/raster.ts', 'core/src/', 'api.md'].includes(name),
  words: new Set(['lumaOf', 'page_size', 'ASSAY_DATA_DIR']),
  functions: new Set(['lumaOf']),
};
const topLevel = new Set(['packages', 'docs']);

test('anchors are those that GitHub gives, repeated headings numbered', () => {
  expect([...anchorsOf(texts['docs/spec/api.md'] as string)]).toEqual([
    'rules',
    'order-of-checks',
    'lists',
    'lists-1',
    'if-match-and-links',
    'own',
  ]);
});

describe('links of documents', () => {
  const check = (text: string) => brokenLinks(tree, 'docs/README.md', text);

  test('to files, headings, own headings and addresses pass', () => {
    expect(check('[a](spec/api.md) [b](spec/api.md#own) [c](https://example.org/x#y) [d](spec)')).toEqual([]);
    expect(brokenLinks(tree, 'docs/spec/api.md', 'over two\nlines: [order of\nchecks](#order-of-checks)')).toEqual([]);
  });

  test('to a missing file, a missing heading, a renamed heading are found', () => {
    expect(check('[a](spec/rules.md)')).toEqual(['there is no docs/spec/rules.md']);
    expect(check('[a](picture.webp)')).toEqual(['there is no docs/picture.webp']);
    expect(check('[a](spec/api.md#order)')).toEqual(['docs/spec/api.md has no heading #order']);
    expect(check('[a\nb](spec/api.md#Lists)')).toEqual(['docs/spec/api.md has no heading #Lists']);
  });
});

test('paths in inline code: a missing one is found, other words are not taken for paths', () => {
  const check = (text: string) => missingPaths(tree, topLevel, 'docs/spec/api.md', text);
  expect(check('`packages/core/src/raster.ts`, `image/png`, `a / b`, `docs/spec/api.md#lists`')).toEqual([]);
  expect(check('`packages/core/src/picture.ts`')).toEqual(['packages/core/src/picture.ts']);
});

describe('references of comments', () => {
  const check = (file: string, source: string) => brokenReferences(tree, commentsOf(file, source));

  test('to documents, headings, decisions by number pass; addresses of others are no references', () => {
    expect(
      check('a.ts', '/** Why: docs/spec/api.md#lists, docs/decisions/0002. See https://example.org/docs/x. */'),
    ).toEqual([]);
  });

  test.each([
    ['a block', 'a.ts', '/**\n * Why: docs/spec/api.md#orders.\n */'],
    ['a line', 'a.ts', 'const a = 1; // docs/spec/api.md#orders'],
    ['a comment behind code', 'a.tsx', 'f(); /* docs/spec/api.md#orders */'],
    ['a title of a test', 'a.test.ts', "test('as docs/spec/api.md#orders says', () => {});"],
    ['Python', 'a.py', 'x = 1  # docs/spec/api.md#orders\n'],
    ['a docstring', 'a.py', '"""docs/spec/api.md#orders"""'],
    ['SQL', 'a.sql', 'select 1; -- docs/spec/api.md#orders'],
    ['a shell script', 'a.sh', '# docs/spec/api.md#orders'],
  ])('a missing heading is found in %s', (_where, file, source) => {
    expect(check(file, source)).toEqual(['docs/spec/api.md has no heading #orders']);
  });

  test('a missing document and a missing decision are found; code is not searched', () => {
    expect(check('a.ts', '// docs/spec/rules.md, docs/decisions/0099')).toEqual([
      'there is no docs/spec/rules.md',
      'there is no docs/decisions/0099',
    ]);
    expect(check('a.ts', "const url = 'docs/spec/rules.md';")).toEqual([]);
  });
});

describe('codes of documents that the repository does not have', () => {
  test.each([
    'see decisions.md',
    'interface.md, "Limits"',
    'kept (G57)',
    'G117b',
    'order of checks (3.1)',
    '(scopes, 3.4)',
  ])('found: %s', (text) => {
    expect(absentCodes(text)).toHaveLength(1);
  });

  test.each([
    'RFC 6749 (4.4.2)',
    '(RFC 2047, 4.1)',
    '(Lowe 2004, section 4.1)',
    '4.2 MG',
    'GPS, G(x), GB',
    'docs/decisions/0002',
  ])('not meant: %s', (text) => {
    expect(absentCodes(text)).toEqual([]);
  });

  test('only comments and titles of tests are searched', () => {
    expect(absentCodes(commentsOf('a.ts', "const table = 'G12+G57';"))).toEqual([]);
    expect(absentCodes(commentsOf('a.test.ts', "test.each([1])('as G57 says', () => {});"))).toEqual(['G57']);
  });
});

describe('names in inline code', () => {
  test('that the tree knows pass, and words that are no names', () => {
    const text =
      '`lumaOf(picture)`, `raster.lumaOf()`, `raster.ts`, `src/raster.ts`, `core/src/`, `photos/`, `image/png`, `page_size`, `ASSAY_DATA_DIR`, `authentic`, `pHYs`, `a b`';
    expect(unknownNames(tree, text)).toEqual([]);
    expect(unknownNames(tree, '```\nfooBar()\n```\n\n    fooBar()\n')).toEqual([]);
  });

  test.each([
    ['`picture.ts`', 'no file is called picture.ts'],
    ['`core/raster.ts`', 'no file is called core/raster.ts'],
    ['`core/lib/`', 'no file is called core/lib/'],
    ['`luma(picture)`', 'no function is called luma'],
    ['`lumaFrom`', 'nothing is called lumaFrom'],
    ['`pages_size`', 'nothing is called pages_size'],
    ['`ASSAY_DATA`', 'nothing is called ASSAY_DATA'],
  ])('%s is found', (text, problem) => {
    expect(unknownNames(tree, text)).toEqual([problem]);
    expect(unknownNames(tree, text, new Set([text.slice(1, -1)]))).toEqual([]);
  });
});

test('a document that the index does not lead to is found', () => {
  const index = texts['docs/README.md'] as string;
  expect(missingInIndex('docs/README.md', index, ['docs/README.md', 'docs/spec/api.md'])).toEqual([]);
  expect(missingInIndex('docs/README.md', index, ['docs/spec/data.md'])).toEqual(['docs/spec/data.md']);
});
