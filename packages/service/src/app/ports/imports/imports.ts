/** Imports and what became of their files: docs/spec/assets.md#import. @module */
import type { ErrorCode } from '@assay/core/errors';
import type { Page, PageRequest } from '../assets/assets.ts';
import type { ProcessingRequest } from '../assets/processingRequest.ts';
import type { Origin } from '../runtime/traces.ts';

export const IMPORT_STATES = ['waiting', 'running', 'paused', 'done', 'failed', 'cancelled'] as const;
export type ImportState = (typeof IMPORT_STATES)[number];
/** States that an import does not leave by itself. */
export const IMPORT_ENDS: readonly ImportState[] = ['done', 'failed', 'cancelled'];
export const IMPORT_OPEN = IMPORT_STATES.filter((state) => !IMPORT_ENDS.includes(state));

export const IMPORT_FILE_STATES = ['waiting', 'created', 'duplicate', 'failed'] as const;
export type ImportFileState = (typeof IMPORT_FILE_STATES)[number];

export type ImportSourceKind = 'zip' | 'car' | 'prefix';

/** Of every picture of an import. */
export interface ImportOptions extends Pick<ProcessingRequest, 'tracks' | 'strengths' | 'metadata' | 'commit'> {
  readonly description: string | null;
  readonly tags: readonly string[];
  readonly encrypt: boolean;
}

export interface ImportJob {
  readonly id: string;
  readonly organizationId: string;
  readonly userId: string;
  /** The key that began it; null for a signed-in person. */
  readonly apiKeyId: string | null;
  readonly kind: ImportSourceKind;
  /** File name of the archive, or the prefix as it was named. */
  readonly source: string | null;
  readonly options: ImportOptions;
  readonly state: ImportState;
  /** Why it is paused or failed, for its owner. */
  readonly problem: string | null;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
  /** Of the request that began it. */
  readonly origin: Origin | null;
}

/** With how far it is. */
export interface ImportProgress extends ImportJob {
  readonly total: number;
  readonly created: number;
  readonly duplicates: number;
  readonly failed: number;
}

export interface ImportFile {
  /** 0-based, in the order of the source. */
  readonly index: number;
  /** As the source names it, folders with slashes. */
  readonly name: string;
  readonly sizeBytes: number;
  readonly state: ImportFileState;
  /** What it became; of a duplicate, what was there. */
  readonly assetId: string | null;
  readonly errorCode: ErrorCode | null;
  readonly detail: string | null;
}

export type ImportOutcome = Pick<ImportFile, 'state' | 'assetId' | 'errorCode' | 'detail'>;

export interface Imports {
  /** @throws {AppError} RATE_LIMITED, and nothing is written, when so many of its organization have not ended */
  add(
    job: Omit<ImportJob, 'state' | 'problem' | 'endedAt' | 'origin'>,
    files: readonly Pick<ImportFile, 'name' | 'sizeBytes'>[],
    unfinishedMax: number,
  ): Promise<void>;
  /** @throws {AppError} RATE_LIMITED as `add` */
  assertRoom(organizationId: string, unfinishedMax: number): Promise<void>;
  find(id: string): Promise<ImportProgress | null>;
  /** The newest first. */
  list(organizationId: string, page: PageRequest): Promise<Page<ImportProgress>>;
  /** In the order of the source. */
  files(id: string, page: PageRequest, state?: ImportFileState): Promise<Page<ImportFile>>;
  /** The next ones that nothing was tried with. */
  waitingFiles(id: string, limit: number): Promise<readonly ImportFile[]>;
  setOutcome(id: string, index: number, outcome: ImportOutcome): Promise<void>;
  /** From one of these states alone; false, and nothing happens, otherwise. */
  move(id: string, from: readonly ImportState[], to: ImportState, problem: string | null, at: Date): Promise<boolean>;
  /** `waiting` or `running`, the oldest first. */
  unfinished(): Promise<readonly ImportJob[]>;
  /** Of these, by their id; one that is not known is not in it. */
  states(ids: readonly string[]): Promise<ReadonlyMap<string, ImportState>>;
  /** Fails at most `limit` of those that began before then and have not ended, the oldest first. @returns how many */
  failOverdue(before: Date, problem: string, at: Date, limit: number): Promise<number>;
  /**
   * At most `limit` imports that ended before then, and at most `limit` of what they say of their files, those first; what they made stays.
   * @returns the larger number of the two: as many as `limit` = there may be more
   */
  forgetEnded(before: Date, limit: number): Promise<number>;
}
