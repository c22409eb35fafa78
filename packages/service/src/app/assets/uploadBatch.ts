/** Several uploads in one request, each by itself: one that fails does not keep the others. @module */
import { AppError } from '@assay/core/errors';
import type { Caller } from '../accounts/caller.ts';
import { uploadAsset, type UploadDeps, type Uploaded, type UploadInput } from './uploadAsset.ts';

export interface BatchUploadFile {
  readonly fileName: string | null;
  /** Null if it was over the size limit. */
  readonly bytes: Uint8Array | null;
}

export interface UploadedItem {
  readonly fileName: string | null;
  readonly outcome:
    | { readonly ok: true; readonly uploaded: Uploaded }
    | { readonly ok: false; readonly error: AppError };
}

/** What concerns the request and not one file: then nothing is uploaded, and the whole request is refused. */
const OF_ALL = ['FORBIDDEN', 'ORGANIZATION_NOT_FOUND', 'INSUFFICIENT_SCOPE'];

/** A full queue is waited out this often before a file is given up. */
const BUSY_TRIES = 5;

/**
 * One after the other, in the given order: uploads of others go between.
 * @throws {AppError} FORBIDDEN, ORGANIZATION_NOT_FOUND
 */
export async function uploadBatch(
  deps: UploadDeps,
  caller: Caller,
  files: readonly BatchUploadFile[],
  options: Omit<UploadInput, 'bytes' | 'fileName'>,
  tooLarge: AppError,
  wait: (ms: number) => Promise<void>,
): Promise<readonly UploadedItem[]> {
  const items: UploadedItem[] = [];
  // One answer for all, so one end of waiting; what is not begun by then is still begun.
  const answerAtMs = deps.clock.elapsedMs() + deps.limits.uploadAnswerMs;
  for (const [index, { fileName, bytes }] of files.entries()) {
    if (!bytes) {
      items.push({ fileName, outcome: { ok: false, error: tooLarge } });
      continue;
    }
    items.push({
      fileName,
      outcome: await uploadOne(
        deps,
        caller,
        { ...options, requestKey: keyOf(options, index), inBulk: files.length > 1, answerAtMs, fileName, bytes },
        wait,
      ),
    });
  }
  return items;
}

/** Each file is an effect of its own. */
const keyOf = ({ requestKey }: Pick<UploadInput, 'requestKey'>, index: number): string | null =>
  requestKey ? `${requestKey.slice(0, 60)}.${index}` : null;

async function uploadOne(
  deps: UploadDeps,
  caller: Caller,
  input: UploadInput,
  wait: (ms: number) => Promise<void>,
): Promise<UploadedItem['outcome']> {
  for (let attempt = 1; ; attempt++)
    try {
      return { ok: true, uploaded: await uploadAsset(deps, caller, input) };
    } catch (error) {
      if (!(error instanceof AppError) || OF_ALL.includes(error.code)) throw error;
      if (error.code !== 'SERVICE_UNAVAILABLE' || attempt === BUSY_TRIES) return { ok: false, error };
      await wait(1000 * (error.retryAfterS ?? 1));
    }
}
