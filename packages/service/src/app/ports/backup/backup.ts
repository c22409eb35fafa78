/** A backup: what it says of itself, how one is written, how one is read. @module */
import type { Counter, TableShape } from './databaseDump.ts';
import type { FilePlace } from './storedFiles.ts';

/** Bytes as they lie in the backup. */
export interface Written {
  readonly sizeBytes: number;
  /** Hex. */
  readonly sha256: string;
}

export interface WrittenTable extends TableShape, Written {
  readonly rows: number;
}

/**
 * What became of a file that a row names. `deleted`: with its row, after the moment of the backup. `missing` and
 * `altered`: the store has lost or changed it before.
 */
export type BackedUpFile =
  | ({ readonly place: FilePlace; readonly state: 'whole' | 'altered' } & Written)
  | { readonly place: FilePlace; readonly state: 'missing' | 'deleted' };

/** Small files of the data folder, by their path in it: generated secrets, signing state of the log, embedded ledger. */
export interface KeptFile extends Written {
  readonly path: string;
}

/** Tells a key from another one, and nothing of the key. Hex. */
export interface KeyChecks {
  readonly watermarkKey: string;
  readonly keyEncryptionKey: string;
}

export interface BackupManifest {
  /** Of this backup. */
  readonly id: string;
  readonly madeAt: Date;
  /** Version of Assay. */
  readonly version: string;
  readonly databaseId: string;
  readonly tables: readonly WrittenTable[];
  readonly counters: readonly Counter[];
  /** The list of files: a line for each. */
  readonly list: Written;
  readonly files: { readonly count: number; readonly sizeBytes: number };
  readonly kept: readonly KeptFile[];
  readonly keys: KeyChecks;
  /** Secrets that came from settings and are not in the backup, by the names of the settings. */
  readonly secretsElsewhere: readonly string[];
}

/** A backup on the way. Nothing of it counts before `complete`. */
export interface BackupDraft {
  writeTable(name: string, lines: AsyncIterable<string>): Promise<Written & { readonly rows: number }>;
  /** What the rows name, for the copying that follows. */
  noteNamed(lines: AsyncIterable<string>): Promise<void>;
  named(): AsyncIterable<string>;
  writeFile(place: FilePlace, bytes: AsyncIterable<Uint8Array>): Promise<Written>;
  /** Nothing of it stays behind. No error if it was not written. */
  dropFile(place: FilePlace): Promise<void>;
  writeKept(path: string, bytes: AsyncIterable<Uint8Array>): Promise<Written>;
  /** @returns the list itself as it was written */
  writeList(files: AsyncIterable<BackedUpFile>): Promise<Written>;
  /** Gives the backup its name, when all of it has reached the disk. */
  complete(manifest: BackupManifest): Promise<void>;
  /** Removes what was written. */
  abandon(): Promise<void>;
}

/** A complete backup whose manifest is what its maker wrote. */
export interface CompleteBackup {
  readonly manifest: BackupManifest;
  rows(table: TableShape): AsyncIterable<string>;
  files(): AsyncIterable<BackedUpFile>;
  /** Null if it is not there. */
  readFile(place: FilePlace): Promise<Uint8Array | null>;
  readKept(path: string): AsyncIterable<Uint8Array>;
  /** As they lie there now; null if it is not there. */
  hashOf(part: BackupPart): Promise<Written | null>;
}

export type BackupPart =
  | { readonly kind: 'table'; readonly name: string }
  | { readonly kind: 'list' }
  | { readonly kind: 'kept'; readonly path: string }
  | { readonly kind: 'file'; readonly place: FilePlace };

/** The backup cannot be used, or not here. The message is a sentence for the operator, with the remedy. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused';
  readonly why: 'use' | 'damaged' | 'missing';

  /** @param why `use`: another place or other settings help; `damaged`: the backup is not what was written */
  constructor(message: string, why: BackupRefused['why'] = 'use') {
    super(message);
    this.why = why;
  }
}
