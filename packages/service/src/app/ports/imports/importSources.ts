/** Where the pictures of an import come from: docs/spec/assets.md#import. @module */
import type { ImportJob, ImportSourceKind } from './imports.ts';

/** An archive that was received into the data folder, encrypted there. */
export interface ReceivedArchive {
  /** The import that it is for: the archive opens as that one's alone. */
  readonly importId: string;
  /** As it was sent. */
  readonly sizeBytes: number;
  /** Hex. */
  readonly sha256: string;
}

/** An archive in the data folder, of an import or about to be. */
export interface KeptArchive {
  readonly importId: string;
  /** When its last byte was written. */
  readonly since: Date;
}

export interface SourceEntry {
  readonly name: string;
  readonly sizeBytes: number;
}

export interface OpenSource {
  /** Pictures or what looks like files; folders and what operating systems add are left out. */
  readonly entries: readonly SourceEntry[];
  /** The whole file. @throws {AppError} INVALID_FILE_TYPE for bytes that are not those that the source promises, FILE_TOO_LARGE */
  read(name: string): Promise<Uint8Array>;
  close(): Promise<void>;
}

export interface ImportSources {
  /** Archives have at most so many bytes. */
  readonly archiveBytesMax: number;
  receive(chunks: AsyncIterable<Uint8Array>): Promise<ReceivedArchive>;
  /** Judged whole before anything of it is used; of CARs one is open at a time, the next waits for its end. @throws {AppError} VALIDATION_ERROR that names what is wrong */
  openReceived(archive: ReceivedArchive): Promise<OpenSource & { readonly kind: ImportSourceKind }>;
  /** From now on it is the archive of its import. */
  keep(archive: ReceivedArchive): Promise<void>;
  drop(archive: ReceivedArchive): Promise<void>;
  /** @param prefix `NAME/folder`. @throws {AppError} VALIDATION_ERROR for a name that the operator did not allow to that organization */
  openPrefix(prefix: string, organizationId: string): Promise<OpenSource>;
  /** Null when its archive does not lie in the data folder of this process. */
  open(job: Pick<ImportJob, 'id' | 'kind' | 'source' | 'organizationId'>): Promise<OpenSource | null>;
  /** The archive of an import that ended. */
  remove(importId: string): Promise<void>;
  /** The archives that lie here. */
  kept(): Promise<readonly KeptArchive[]>;
}
