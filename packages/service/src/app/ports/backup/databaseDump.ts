/**
 * A database as lines of text, the same from either engine: what was read from the embedded one can be written into
 * PostgreSQL, and the other way round.
 * @module
 */
import type { NamedFile } from './storedFiles.ts';

export interface TableShape {
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
}

/** Where a sequence stands: the last number that it gave. One that gave none yet is left out. */
export interface Counter {
  readonly name: string;
  /** Decimal; it may be beyond what a number holds. */
  readonly last: string;
}

/** One moment of a database, however long it is read. One reading at a time. */
export interface DatabaseState {
  readonly databaseId: string;
  readonly tables: readonly TableShape[];
  readonly counters: readonly Counter[];
  /**
   * The rows in the order of the primary key, a line of JSON each: an array of what PostgreSQL writes for each column as
   * text, or null. Reading these texts again gives the same values bit for bit.
   */
  rows(table: TableShape): AsyncIterable<string>;
  /** What the rows expect in the store of pictures and in the archive. */
  namedFiles(): AsyncIterable<NamedFile>;
}

export interface DatabaseDump {
  /** Others go on writing meanwhile; the work sees nothing of that. */
  atOneMoment<T>(work: (state: DatabaseState) => Promise<T>): Promise<T>;
}

/** A database that is to become what another one was. */
export interface DatabaseLoad {
  tables(): Promise<readonly TableShape[]>;
  /** Null: no row but those that the first start makes. Else the database that its rows say it is. */
  holds(): Promise<{ readonly databaseId: string | null } | null>;
  /**
   * In one transaction: all of it or nothing.
   * @param rows as `DatabaseState.rows` gave them @throws {Error} when a row does not fit, or refers to one that is not there
   */
  load(
    tables: readonly TableShape[],
    counters: readonly Counter[],
    rows: (table: TableShape) => AsyncIterable<string>,
  ): Promise<void>;
}
