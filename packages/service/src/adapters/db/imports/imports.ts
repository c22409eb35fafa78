/** The port `Imports`. @module */
import { and, asc, count, desc, eq, getTableColumns, inArray, lte, type SQL, sql } from 'drizzle-orm';
import { AppError } from '@assay/core/errors';
import {
  IMPORT_ENDS,
  IMPORT_OPEN,
  type ImportProgress,
  type Imports,
  type ImportState,
} from '../../../app/ports/imports/imports.ts';
import type { Database, Queries } from '../connection/database.ts';
import { deleteSome } from '../connection/deleteSome.ts';
import { storableJson, storableText } from '../connection/storable.ts';
import { importFiles, imports } from '../schema/imports.ts';
import { organizations } from '../schema/organizations.ts';

/** Rows of one statement; PostgreSQL takes 65,535 parameters. */
const ROWS_AT_ONCE = 5_000;

const filesIn = (state: string): SQL<number> =>
  sql<number>`(select count(*) from ${importFiles} where ${importFiles.importId} = ${imports.id} and ${importFiles.state} = ${state})`.mapWith(
    Number,
  );

const PROGRESS = {
  ...getTableColumns(imports),
  total: sql<number>`(select count(*) from ${importFiles} where ${importFiles.importId} = ${imports.id})`.mapWith(
    Number,
  ),
  created: filesIn('created'),
  duplicates: filesIn('duplicate'),
  failed: filesIn('failed'),
};

const { importId: _importId, ...FILE } = getTableColumns(importFiles);

const selectProgress = (queries: Queries) => queries.select(PROGRESS).from(imports).$dynamic();

export const createImports = (database: Database): Imports => ({
  ...importFilesOf(database),
  ...importStates(database),
  ...importAges(database),

  assertRoom: (organizationId, unfinishedMax) =>
    database.read((queries) => assertRoom(queries, organizationId, unfinishedMax)),

  add: (job, files, unfinishedMax) =>
    database.write(async (transaction) => {
      // Those that begin at the same time count each other.
      const organization = eq(organizations.id, job.organizationId);
      await transaction.select({ id: organizations.id }).from(organizations).where(organization).for('update');
      await assertRoom(transaction, job.organizationId, unfinishedMax);
      const { source, options } = job;
      const texts = { source: source && storableText(source), options: storableJson(options) };
      await transaction.insert(imports).values({ ...job, ...texts });
      for (let start = 0; start < files.length; start += ROWS_AT_ONCE)
        await transaction.insert(importFiles).values(
          files.slice(start, start + ROWS_AT_ONCE).map(({ name, sizeBytes }, offset) => ({
            importId: job.id,
            index: start + offset,
            name: storableText(name),
            sizeBytes,
          })),
        );
    }),

  find: (id) =>
    database.read(async (queries) => {
      const [row] = await selectProgress(queries).where(eq(imports.id, id));
      return row ?? null;
    }),

  list: (organizationId, { page, pageSize }) =>
    database.read(async (queries) => {
      const own = eq(imports.organizationId, organizationId);
      const items: ImportProgress[] = await selectProgress(queries)
        .where(own)
        .orderBy(desc(imports.createdAt), desc(imports.id))
        .limit(pageSize)
        .offset((page - 1) * pageSize);
      const [counted] = await queries.select({ total: count() }).from(imports).where(own);
      return { items, total: counted?.total ?? 0 };
    }),
});

/** A paused one counts too: each keeps an archive on the disk. */
async function assertRoom(queries: Queries, organizationId: string, unfinishedMax: number): Promise<void> {
  const open = and(eq(imports.organizationId, organizationId), inArray(imports.state, IMPORT_OPEN));
  const [counted] = await queries.select({ total: count() }).from(imports).where(open);
  if ((counted?.total ?? 0) < unfinishedMax) return;
  const detail = `${unfinishedMax} imports are unfinished. Wait for one to end, or cancel one.`;
  throw new AppError('RATE_LIMITED', detail, { retryAfterS: 60 });
}

const importFilesOf = (database: Database): Pick<Imports, 'files' | 'waitingFiles' | 'setOutcome'> => ({
  files: (id, { page, pageSize }, state) =>
    database.read(async (queries) => {
      const wanted = and(eq(importFiles.importId, id), state && eq(importFiles.state, state));
      const items = await queries
        .select(FILE)
        .from(importFiles)
        .where(wanted)
        .orderBy(asc(importFiles.index))
        .limit(pageSize)
        .offset((page - 1) * pageSize);
      const [counted] = await queries.select({ total: count() }).from(importFiles).where(wanted);
      return { items, total: counted?.total ?? 0 };
    }),

  waitingFiles: (id, limit) =>
    database.read((queries) =>
      queries
        .select(FILE)
        .from(importFiles)
        .where(and(eq(importFiles.importId, id), eq(importFiles.state, 'waiting')))
        .orderBy(asc(importFiles.index))
        .limit(limit),
    ),

  setOutcome: (id, index, { detail, ...outcome }) =>
    database.write(async (transaction) => {
      await transaction
        .update(importFiles)
        .set({ ...outcome, detail: detail && storableText(detail) })
        .where(and(eq(importFiles.importId, id), eq(importFiles.index, index)));
    }),
});

/** How imports go on, and end. */
const importStates = (database: Database): Pick<Imports, 'move' | 'unfinished' | 'states'> => ({
  move: (id, from, to, problem, at) =>
    database.write(async (transaction) => {
      const { rowCount } = await transaction
        .update(imports)
        .set({ state: to, problem: problem && storableText(problem), endedAt: IMPORT_ENDS.includes(to) ? at : null })
        .where(and(eq(imports.id, id), inArray(imports.state, [...from])));
      return rowCount === 1;
    }),

  unfinished: () =>
    database.read((queries) =>
      queries
        .select()
        .from(imports)
        .where(inArray(imports.state, ['waiting', 'running'] satisfies ImportState[]))
        .orderBy(asc(imports.createdAt), asc(imports.id)),
    ),

  states: (ids) =>
    database.read(async (queries) => {
      if (ids.length === 0) return new Map();
      const { id, state } = imports;
      const rows = await queries
        .select({ id, state })
        .from(imports)
        .where(inArray(id, [...ids]));
      return new Map(rows.map((row) => [row.id, row.state]));
    }),
});

/** What becomes of imports by their age, a few at a time. */
const importAges = (database: Database): Pick<Imports, 'failOverdue' | 'forgetEnded'> => ({
  failOverdue: (before, problem, at, limit) =>
    database.write(async (transaction) => {
      // The states by name, for the index over them: those that ended are kept for long and are many.
      const overdue = await transaction
        .select({ id: imports.id })
        .from(imports)
        .where(and(inArray(imports.state, IMPORT_OPEN), lte(imports.createdAt, before)))
        .orderBy(asc(imports.createdAt))
        .limit(limit)
        .for('update', { skipLocked: true });
      const ids = overdue.map(({ id }) => id);
      if (ids.length > 0)
        await transaction
          .update(imports)
          .set({ state: 'failed', problem, endedAt: at })
          .where(inArray(imports.id, ids));
      return ids.length;
    }),

  forgetEnded: (before, limit) =>
    database.write(async (transaction) => {
      const ended = await transaction
        .select({ id: imports.id })
        .from(imports)
        .where(lte(imports.endedAt, before))
        .orderBy(asc(imports.endedAt))
        .limit(limit)
        .for('update', { skipLocked: true });
      if (ended.length === 0) return 0;
      const ids = ended.map(({ id }) => id);
      // With an import its files would go all at once, and there may be fifty thousand of each.
      const files = await deleteSome(
        transaction,
        importFiles,
        inArray(importFiles.importId, ids),
        importFiles.importId,
        limit,
      );
      if (files < limit) await transaction.delete(imports).where(inArray(imports.id, ids));
      return Math.max(files, ended.length);
    }),
});
