/** The table of public files for people: what lies where, and how it is read. @module */
import type { PublicRow } from './rows.ts';
import type { Sources } from './sources.ts';

const counted = <Item>(items: readonly Item[], keyOf: (item: Item) => string): [string, number][] => {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
};

const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string[] => [
  `| ${head.join(' | ')} |`,
  `|${head.map(() => '---').join('|')}|`,
  ...rows.map((row) => `| ${row.join(' | ')} |`),
];

const codesOf = (codes: readonly string[]): string => codes.map((code) => `\`${code}\``).join(', ');

export function pageOf(rows: readonly PublicRow[], sources: Sources): string {
  const states = counted(rows, ({ outcome }) => outcome.stateWithLists ?? 'no manifest');
  const reasons = counted(
    rows.flatMap((row) => row.reasons),
    (reason) => reason,
  );
  const ofRepository = counted(rows, ({ repository }) => repository).map(([repository, files]) => [
    repository,
    sources.lookedThrough.find((one) => one.repository === repository)?.commit.slice(0, 12) ?? '',
    files,
  ]);
  const without = sources.lookedThrough.length - ofRepository.length;
  const stated = rows.filter((row) => row.stated !== null);
  return [
    '# Public files with Content Credentials',
    '',
    'Written by `bench/credentials/publicFiles/table.ts`; every code of every file is in [publicFiles.json](publicFiles.json). The pictures',
    "are other people's and are not in this repository: `bench/credentials/publicFiles/collect.ts` takes them out of clones.",
    '',
    `${rows.length} pictures, each content once, from ${ofRepository.length} repositories; ${without} more were looked through and add none. Of ${stated.length}`,
    `their publishers say what they are: ${stated.filter((row) => row.notAsStated.length === 0).length} are read so. All three validators read ${rows.filter((row) => row.reasons.length === 0).length} alike.`,
    '',
    ...table(['Repository', 'Commit', 'Files'], ofRepository),
    '',
    '## How Assay reads them, with the trust lists',
    '',
    ...table(['State', 'Files'], states),
    '',
    '## Why somebody says something else',
    '',
    ...table(['Reason', 'Files'], reasons),
    '',
    '## Not read',
    '',
    ...table(
      ['Why', 'Files'],
      counted(sources.elsewhere, ({ why }) => why),
    ),
    '',
    '## Each file',
    '',
    ...table(
      ['File', 'State', 'Failures', 'Broken ingredients', 'c2pa-rs', 'c2pa-ts'],
      rows.map(({ repository, path, outcome, library, other }) => [
        `${repository}: ${path.slice(path.lastIndexOf('/') + 1)}`,
        outcome.stateWithLists ?? 'none',
        codesOf(outcome.failures) || '–',
        outcome.ingredients.filter(({ broken }) => broken).length || '–',
        library,
        other,
      ]),
    ),
    '',
  ].join('\n');
}
