/** The files of a received form, at least one. @module */
import { cleanFileName } from '../../app/assets/fileName.ts';
import { validationError } from '../reply/errorReply.ts';
import type { ReceivedForm } from './receiveForm.ts';

export interface NamedFile {
  readonly fileName: string | null;
  /** Null if it was over the limit and the form allows that. */
  readonly bytes: Uint8Array | null;
}

const missing = (field: string) =>
  validationError([
    { field, location: 'body', code: 'required', message: 'send the picture as a file, a part with a filename' },
  ]);

/** The one file of a form without room for more. @throws {AppError} VALIDATION_ERROR */
export function oneFile({ files: [file] }: ReceivedForm): NamedFile & { readonly bytes: Uint8Array } {
  if (!file?.bytes) throw missing('file');
  return { fileName: cleanFileName(file.sentName), bytes: file.bytes };
}

/** @throws {AppError} VALIDATION_ERROR */
export function someFiles({ files }: ReceivedForm): readonly NamedFile[] {
  if (files.length === 0) throw missing('files');
  return files.map(({ sentName, bytes }) => ({ fileName: cleanFileName(sentName), bytes }));
}

/** Names under which the files of a batch may come. */
export const BATCH_FIELDS = ['files', 'files[]', 'file'];
/** All files of a batch together, held in memory at once. */
export const BATCH_BYTES_MAX = 200 * 1024 * 1024;

/** Limits of a form with one file under one name. */
export const oneFileOf = (fileBytesMax: number) =>
  ({ fileFields: ['file'], filesMax: 1, fileBytesMax, totalBytesMax: fileBytesMax }) as const;

/** Limits of a batch: a file over its limit fails alone. */
export const batchOf = (filesMax: number, fileBytesMax: number) =>
  ({
    fileFields: BATCH_FIELDS,
    filesMax,
    fileBytesMax,
    totalBytesMax: BATCH_BYTES_MAX,
    keepOversized: true,
  }) as const;
