/** Delivered files that others took the place of: docs/spec/assets.md#marking-anew. @module */
import type { Ports } from '../ports/ports.ts';
import { removeFiles } from './processAsset.ts';

/**
 * A download that began reads its file to the end, and a backup copies the files that the rows of its moment name, for
 * hours where there are many; so the bytes outlive the row's word by so long, ms.
 */
export const FORMER_KEPT_MS = 24 * 60 * 60 * 1000;
/** Assets asked of the database at once. */
const CHUNK = 100;

/** Removes what was replaced long enough ago. Returns of how many assets. */
export async function removeFormerFiles(
  deps: Pick<Ports, 'deliveredFiles' | 'files' | 'clock'>,
  isEnding: () => boolean = () => false,
): Promise<number> {
  const before = new Date(deps.clock.now().getTime() - FORMER_KEPT_MS);
  for (let removed = 0; ; ) {
    const due = await deps.deliveredFiles.former(before, CHUNK);
    for (const former of due) {
      if (isEnding()) return removed;
      // Those between are of processes that ended in the middle.
      for (let number = 1; number < former.filesNumber; number++) await removeFiles(deps, former.assetId, number);
      await deps.deliveredFiles.forgetFormer(former);
      removed += 1;
    }
    if (due.length < CHUNK) return removed;
  }
}
