/** What a service searches with: PostgreSQL's own indexes, or an index in this process beside the embedded database. @module */
import type { Assets } from '../../app/ports/assets/assets.ts';
import type { LocalSearch } from '../../app/ports/assets/localSearch.ts';
import type { Clock } from '../../app/ports/runtime/runtime.ts';
import type { Database } from '../db/connection/database.ts';
import { createSearchRows } from '../db/fingerprints/searchRows.ts';
import { createDatabaseSearch } from './databaseSearch.ts';
import { createLocalSearch } from './localSearch.ts';
import { createScannedNearest } from './scannedNearest.ts';
import { createSearchIndex } from './searchIndex.ts';

export interface Search {
  readonly localSearch: LocalSearch;
  /** Null: the database finds the nearest by itself. */
  readonly nearest: Assets['nearest'] | null;
  /** Reads what is new, so that the first search need not. */
  refresh(): Promise<void>;
  close(): Promise<void>;
}

export function openSearch(database: Database, clock: Clock): Search {
  const rows = createSearchRows(database);
  if (database.engine === 'postgresql') {
    const localSearch = createDatabaseSearch(rows);
    return { localSearch, nearest: null, refresh: () => Promise.resolve(), close: () => localSearch.close() };
  }
  const index = createSearchIndex(rows, clock);
  return {
    localSearch: createLocalSearch(index, rows),
    nearest: createScannedNearest(index, rows),
    refresh: () => index.refresh(),
    close: () => index.close(),
  };
}
