/** Files that nothing refers to: moved aside, and after some weeks removed. @module */
import type { QuarantineReason } from '../ports/assets/storeKeeping.ts';
import type { Ports } from '../ports/ports.ts';

/** Ids asked of the database at once. */
const CHUNK = 500;
/** A failed upload can be processed again for that long; then its files are moved aside, ms. */
const FAILED_KEPT_MS = 24 * 60 * 60 * 1000;
/**
 * Crashes between the two halves of an upload or a deletion leave single orphans. Where more than this share of the
 * store is unknown to the database, it is the database that is wrong.
 */
const ORPHAN_FRACTION_MAX = 0.03;
/** So few may be orphans in a store of any size. */
const ORPHANS_ALLOWED = 3;

interface Log {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

export interface Sweep {
  /** Assets with files. */
  readonly examined: number;
  readonly quarantined: number;
  /** True: there were too many orphans, and none was touched. */
  readonly stopped: boolean;
}

type Deps = Pick<Ports, 'assets' | 'files' | 'storeKeeping' | 'clock'>;

/**
 * Every file that is moved is named in the log.
 * @param isOver true = begin nothing more
 */
export async function sweepOrphans(deps: Deps, log: Log, isOver: () => boolean = () => false): Promise<Sweep> {
  const { examined, orphans, failed } = await findUnused(deps);
  const stopped = orphans.length > Math.max(ORPHANS_ALLOWED, ORPHAN_FRACTION_MAX * examined);
  if (stopped)
    log.error(
      { examined, orphans: orphans.length },
      'the database does not know much of what the store holds: nothing was moved; is it the right database, and whole?',
    );
  const unused: [string, QuarantineReason][] = [
    ...(stopped ? [] : orphans).map((id): [string, QuarantineReason] => [id, 'no row in the database']),
    ...failed.map((id): [string, QuarantineReason] => [id, 'upload failed']),
  ];
  for (const [assetId, reason] of unused) {
    if (isOver()) break;
    await deps.storeKeeping.quarantine(assetId, deps.clock.now(), reason);
    log.warn({ assetId, reason }, 'files were moved into quarantine');
  }
  return { examined, quarantined: unused.length, stopped };
}

interface Unused {
  readonly examined: number;
  readonly orphans: readonly string[];
  readonly failed: readonly string[];
}

async function findUnused({ assets, files, clock }: Deps): Promise<Unused> {
  const failedBefore = new Date(clock.now().getTime() - FAILED_KEPT_MS);
  const orphans: string[] = [];
  const failed: string[] = [];
  let examined = 0;
  let chunk: string[] = [];
  const look = async (): Promise<void> => {
    const existing = await assets.existing(chunk);
    const given = await assets.failedBefore(chunk, failedBefore);
    for (const id of chunk)
      if (!existing.has(id)) orphans.push(id);
      else if (given.has(id)) failed.push(id);
    examined += chunk.length;
    chunk = [];
  };
  for await (const id of files.listAssetIds()) if (chunk.push(id) >= CHUNK) await look();
  if (chunk.length > 0) await look();
  return { examined, orphans, failed };
}

/** Removes for good what has been in quarantine since before then. Returns of how many assets. */
export async function emptyQuarantine(
  { storeKeeping }: Pick<Ports, 'storeKeeping'>,
  before: Date,
  log: Log,
): Promise<number> {
  let removed = 0;
  for await (const { assetId, since, reason } of storeKeeping.quarantined()) {
    if (since >= before) continue;
    await storeKeeping.discard(assetId);
    log.warn({ assetId, reason, since: since.toISOString() }, 'files were removed from quarantine, for good');
    removed += 1;
  }
  return removed;
}
