import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import { STATUS_NEXT } from '../../../src/app/ports/assets/assets.ts';
import { CONFIRMATION_STATUSES } from '../../../src/app/ports/ledger/commitments.ts';
import { expectBlocks, table } from './generatedBlocks.ts';

const DOCUMENT = 'docs/spec/data.md';
const folder = path.resolve(import.meta.dirname, '../../../src/adapters/db/schema');

async function tables() {
  const files = readdirSync(folder).sort();
  const found = files.map(async (file) => {
    const values: unknown[] = Object.values((await import(path.join(folder, file))) as object);
    return values.filter((value) => value instanceof PgTable).map((value) => ({ file, ...getTableConfig(value) }));
  });
  return (await Promise.all(found)).flat().sort((a, b) => (a.name < b.name ? -1 : 1));
}
type Tables = Awaited<ReturnType<typeof tables>>;

const columnsTable = (all: Tables): string =>
  table(
    ['Table', 'File', 'Columns'],
    all.map(({ file, name, columns }) => [
      `\`${name}\``,
      `\`${file}\``,
      columns.map((column) => `\`${column.name}\` ${column.getSQLType()}${column.notNull ? '!' : ''}`).join(', '),
    ]),
  );

const EFFECT: Readonly<Record<string, string>> = {
  cascade: 'goes along',
  'set null': 'stays, names nothing',
  'no action': 'must be gone or named anew before',
};

/** One row for each table that others refer to, and what becomes of those. */
function deletesTable(all: Tables): string {
  const rows = new Map<string, Map<string, string[]>>();
  for (const { name, foreignKeys } of all)
    for (const key of foreignKeys) {
      const { columns, foreignTable } = key.reference();
      const effect = EFFECT[key.onDelete ?? 'no action'] as string;
      const target = getTableConfig(foreignTable).name;
      const effects = rows.get(target) ?? (rows.set(target, new Map()).get(target) as Map<string, string[]>);
      const list = effects.get(effect) ?? [];
      effects.set(effect, [...list, `\`${name}.${columns.map((column) => column.name).join(', ')}\``]);
    }
  const effects = Object.values(EFFECT);
  return table(
    ['A deleted row of', ...effects],
    [...rows]
      .sort()
      .map(([name, found]) => [`\`${name}\``, ...effects.map((effect) => found.get(effect)?.join(', ') ?? '')]),
  );
}

test('docs show the tables, and what is deleted with what, as the schema has it', async () => {
  const all = await tables();
  expect(all.length).toBeGreaterThan(30);
  await expectBlocks('docs/reference/database.md', { columns: columnsTable(all) });
  await expectBlocks(DOCUMENT, { deletes: deletesTable(all) });
});

test(`${DOCUMENT} draws every step between states that the code takes`, () => {
  const page = readFileSync(path.resolve(import.meta.dirname, '../../../../..', DOCUMENT), 'utf8');
  for (const [from, next] of Object.entries(STATUS_NEXT))
    for (const to of next) expect([from, to, page.includes(`${from} -> ${to}`)]).toEqual([from, to, true]);
  expect(page).toContain(CONFIRMATION_STATUSES.join(' -> '));
});
