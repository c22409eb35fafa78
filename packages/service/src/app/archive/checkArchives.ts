/** Reads archives back and checks every byte of them. @module */
import type { ArchiveRecord, ArchiveState } from '../ports/content/archives.ts';
import type { Ports } from '../ports/ports.ts';
import { DamagedFileError } from '../ports/assets/storage.ts';

type Deps = Pick<Ports, 'archives' | 'archiveStore' | 'archiveFormat' | 'clock'>;

/** Archives checked in one run; each is read as a whole. */
const BATCH = 10;

export interface CheckedArchive {
  readonly record: ArchiveRecord;
  readonly state: ArchiveState;
  /** What is wrong; null if nothing is. */
  readonly reason: string | null;
}

/** @throws {AppError} SERVICE_UNAVAILABLE; nothing is known then */
export async function checkArchive(
  deps: Pick<Ports, 'archiveStore' | 'archiveFormat'>,
  cid: string,
): Promise<Omit<CheckedArchive, 'record'>> {
  const file = await deps.archiveStore.read(cid);
  if (!file) return { state: 'missing', reason: `The archive ${cid} is not there.` };
  try {
    await deps.archiveFormat.unpack(cid, file);
    return { state: 'intact', reason: null };
  } catch (cause) {
    if (cause instanceof DamagedFileError) return { state: 'altered', reason: cause.message };
    throw cause;
  }
}

/**
 * Checks some whose last check was before then, and writes down what was found. Returns the ones that are not intact.
 * @param isOver true = begin nothing more
 */
export async function checkDueArchives(
  deps: Deps,
  checkedBefore: Date,
  isOver: () => boolean = () => false,
): Promise<readonly CheckedArchive[]> {
  const broken: CheckedArchive[] = [];
  for (const record of await deps.archives.due(checkedBefore, BATCH)) {
    if (isOver()) break;
    const checked = await checkArchive(deps, record.archiveCid);
    await deps.archives.recordCheck(record.id, checked.state, deps.clock.now());
    if (checked.state !== 'intact') broken.push({ record, ...checked });
  }
  return broken;
}
