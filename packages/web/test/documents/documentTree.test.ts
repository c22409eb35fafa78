import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { documentTree } from '../../documents/documentTree.ts';
import { PUBLISHED, servedLink } from '../../documents/published.ts';
import type { DocumentElement, DocumentNode } from '../../src/pages/docs/documentTree.ts';

const PLACES = { link: (address: string) => ({ address }), picture: (target: string) => target };

const tree = (markdown: string) => documentTree(`# Title\n\n${markdown}`, PLACES).body;

const elementsOf = (nodes: readonly DocumentNode[]): readonly DocumentElement[] =>
  nodes.flatMap((node) => (typeof node === 'string' ? [] : [node, ...elementsOf(node[2])]));

describe('what a document becomes', () => {
  test('its heading is the title, and the words of the others are their anchors', () => {
    const made = documentTree('<!-- a note -->\n# A `title`\n\n## One & two\n\n### One & two\n', PLACES);
    expect(made).toEqual({
      title: 'A title',
      body: [
        ['h2', { id: 'one--two' }, ['One & two']],
        ['h3', { id: 'one--two-1' }, ['One & two']],
      ],
    });
  });

  test('code keeps its marks, and text never becomes markup', () => {
    expect(tree('Write `<b>` &amp; "so" **now**.')).toEqual([
      ['p', {}, ['Write ', ['code', {}, ['<b>']], ' & "so" ', ['strong', {}, ['now']], '.']],
    ]);
    expect(tree('`&lt;` stands for &lt;')).toEqual([['p', {}, [['code', {}, ['&lt;']], ' stands for <']]]);
    expect(tree('```sh\ncurl "$URL" < a && b\n```')).toEqual([
      ['pre', { label: 'Title' }, [['code', {}, ['curl "$URL" < a && b']]]],
    ]);
  });

  test('a table has a head, the alignment of its columns and the name of the heading above', () => {
    expect(tree('## Sizes\n\n| file | bytes |\n|---|---:|\n| a<br>b | 3 |\n').slice(1)).toEqual([
      [
        'table',
        { label: 'Sizes' },
        [
          [
            'thead',
            {},
            [
              [
                'tr',
                {},
                [
                  ['th', {}, ['file']],
                  ['th', { align: 'right' }, ['bytes']],
                ],
              ],
            ],
          ],
          [
            'tbody',
            {},
            [
              [
                'tr',
                {},
                [
                  ['td', {}, ['a', ['br', {}, []], 'b']],
                  ['td', { align: 'right' }, ['3']],
                ],
              ],
            ],
          ],
        ],
      ],
    ]);
  });

  test('a link that leads nowhere inside the service leaves its words', () => {
    const places = { ...PLACES, link: () => null };
    expect(documentTree('# T\n\nSee [the bench](../../bench/README.md).', places).body).toEqual([
      ['p', {}, ['See ', 'the bench', '.']],
    ]);
  });

  test('a link that is named by its file is named by the title of the document', () => {
    const places = { ...PLACES, link: () => ({ address: '/docs/guides/backup', title: 'Backups' }) };
    expect(documentTree('# T\n\n[backup.md](backup.md), [the way back](backup.md)', places).body).toEqual([
      [
        'p',
        {},
        [
          ['a', { href: '/docs/guides/backup' }, ['Backups']],
          ', ',
          ['a', { href: '/docs/guides/backup' }, ['the way back']],
        ],
      ],
    ]);
  });

  test.each([
    ['<script>alert(1)</script>', 'html'],
    ['So <img src=x onerror=alert(1)> it goes', 'html'],
    ['- [ ] to do', 'checkbox'],
  ])('%s is refused by its name', (markdown, type) => {
    expect(() => tree(markdown)).toThrow(new RegExp(`documentTree: .* may not hold ${type}`));
  });

  test('a document without a heading is refused', () => {
    expect(() => documentTree('Only words.', PLACES)).toThrow('the document has no heading of its own');
  });
});

test('every document of the repository can be shown, and its links lead to headings that are there', () => {
  const anchors = new Map<string, ReadonlySet<string>>();
  const links: (readonly [from: string, to: string])[] = [];
  expect(PUBLISHED.map(({ address }) => address)).toContain('/docs/guides/newsroom');
  for (const { address, file } of PUBLISHED) {
    const picture = (target: string) => {
      expect(existsSync(path.resolve(path.dirname(file), target)), `${address}: ${target}`).toBe(true);
      return target;
    };
    const link = (target: string) => servedLink(file, target);
    const elements = elementsOf(documentTree(readFileSync(file, 'utf8'), { link, picture }).body);
    anchors.set(address, new Set(elements.flatMap(([, { id }]) => (id === undefined ? [] : [id]))));
    for (const [, { href }] of elements) if (href !== undefined) links.push([address, href]);
  }
  const inside = links.filter(([, to]) => !to.startsWith('https:'));
  expect(inside.length).toBeGreaterThan(300);
  const broken = inside.filter(([from, to]) => {
    const [at, anchor] = to.split('#');
    const known = anchors.get(at === '' ? from : String(at));
    return known === undefined || (anchor !== undefined && !known.has(anchor));
  });
  expect(broken).toEqual([]);
});
