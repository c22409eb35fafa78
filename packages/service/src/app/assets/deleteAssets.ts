/** Deletes several assets, each by itself: one that cannot be deleted does not keep the others. @module */
import { AppError } from '@assay/core/errors';
import type { Caller } from '../accounts/caller.ts';
import { deleteAsset } from './changeAsset.ts';

export interface Deletion {
  readonly id: string;
  /** Null: it is deleted. */
  readonly error: AppError | null;
}

/** In the given order; an id given twice is deleted once and answered once. */
export async function deleteAssets(
  deps: Parameters<typeof deleteAsset>[0],
  caller: Caller,
  ids: readonly string[],
): Promise<readonly Deletion[]> {
  const deletions: Deletion[] = [];
  for (const id of new Set(ids))
    try {
      await deleteAsset(deps, caller, id, null);
      deletions.push({ id, error: null });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      deletions.push({ id, error });
    }
  return deletions;
}
