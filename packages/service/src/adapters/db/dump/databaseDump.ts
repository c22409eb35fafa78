/** The port `DatabaseDump`: rows as PostgreSQL's own texts, read in one transaction through cursors. @module */
import type { DatabaseDump, DatabaseState, TableShape } from '../../../app/ports/backup/databaseDump.ts';
import { BackupRefused } from '../../../app/ports/backup/backup.ts';
import type { Database, Queries } from '../connection/database.ts';
import { namedFiles } from './namedFiles.ts';
import { countersOf, orderOf, quoted, rowsOf, settleTexts, tablesOf } from './tableShapes.ts';

/** Rows that are in memory at once; the largest are some 60 KB. */
const ROWS_AT_ONCE = 100;

export function createDatabaseDump(database: Database): DatabaseDump {
  return {
    atOneMoment: (work) =>
      database.snapshot(async (transaction) => {
        await settleTexts(transaction);
        return work(await stateOf(transaction));
      }),
  };
}

async function stateOf(transaction: Queries): Promise<DatabaseState> {
  const [identity] = await rowsOf<{ id: string }>(transaction, 'select database_id as id from database_identity');
  if (!identity) throw new BackupRefused('This database was never used by a service: there is nothing to back up.');
  return {
    databaseId: identity.id,
    tables: await tablesOf(transaction),
    counters: await countersOf(transaction),
    async *rows(table) {
      for await (const { line } of read<{ line: string }>(transaction, await selectionOf(transaction, table)))
        yield line;
    },
    namedFiles: () => namedFiles((statement) => read(transaction, statement)),
  };
}

async function selectionOf(transaction: Queries, table: TableShape): Promise<string> {
  const columns = table.columns.map(({ name }) => `${quoted(name)}::text`).join(', ');
  const order = await orderOf(transaction, table);
  // PostgreSQL's functions take at most 100 arguments, an array any number of elements.
  return `select array_to_json(array[${columns}])::text as line from public.${quoted(table.name)} order by ${order}`;
}

/** Row after row of a query, through a cursor. */
async function* read<Row>(transaction: Queries, statement: string): AsyncGenerator<Row> {
  await rowsOf(transaction, `declare dump no scroll cursor for ${statement}`);
  try {
    for (;;) {
      const rows = await rowsOf<Row>(transaction, `fetch ${ROWS_AT_ONCE} from dump`);
      yield* rows;
      if (rows.length < ROWS_AT_ONCE) return;
    }
  } finally {
    // After a failure of SQL the transaction is over, and the cursor with it.
    await rowsOf(transaction, 'close dump').catch(() => {});
  }
}
