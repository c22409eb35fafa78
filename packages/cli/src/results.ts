/** Results on standard output: a table for a person, JSON for a program. @module */
import { formatTable } from './table.ts';
import type { Terminal } from './terminal.ts';

export interface Column<Row> {
  readonly title: string;
  readonly of: (row: Row) => string | number | null | undefined;
}

/** Many: a table with its titles, or one line of JSON for each. */
export async function printRows<Row>(
  terminal: Terminal,
  isJson: boolean | undefined,
  rows: AsyncIterable<Row> | Iterable<Row>,
  columns: readonly Column<Row>[],
): Promise<void> {
  const cells: string[][] = [];
  for await (const row of rows) {
    if (isJson) terminal.print(JSON.stringify(row));
    else cells.push(columns.map(({ of }) => String(of(row) ?? '')));
  }
  if (isJson) return;
  if (cells.length === 0) terminal.note('There is nothing.');
  else terminal.print(formatTable([columns.map(({ title }) => title), ...cells]));
}

/** One: its members beside their names, or JSON. Members that are objects are left to JSON. */
export function printOne(terminal: Terminal, isJson: boolean | undefined, one: object): void {
  if (isJson) return terminal.print(JSON.stringify(one));
  const rows = Object.entries(one).flatMap(([name, value]) => {
    if (value === null || value === '') return [];
    if (Array.isArray(value)) return value.every((part) => typeof part === 'string') ? [[name, value.join(', ')]] : [];
    return typeof value === 'object' ? [] : [[name, String(value)]];
  });
  terminal.print(formatTable(rows));
}

/** At most `limit` of them. */
export async function* first<Row>(rows: AsyncIterable<Row>, limit: number): AsyncGenerator<Row, void> {
  if (limit <= 0) return;
  let count = 0;
  for await (const row of rows) {
    yield row;
    count += 1;
    if (count >= limit) return;
  }
}
