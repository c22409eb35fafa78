/** Files that nothing refers to: moved aside, and after some weeks removed. @module */
import type { QuarantineReason } from '../ports/assets/storeKeeping.ts';
import type { Ports } from '../ports/ports.ts';

/** Its walk. */
const SWEEP = 'orphans';
/** Ids asked of the database at once. */
const CHUNK = 500;
/** Ids of one section: what is judged together, and what a process that died looks at again. */
const SECTION = 10_000;
/** A failed upload can be processed again for that long; then its files are moved aside, ms. */
const FAILED_KEPT_MS = 24 * 60 * 60 * 1000;
/**
 * Crashes between the two halves of an upload or a deletion leave single orphans. Where more than this share of a section is unknown to the database, it is the database that is wrong.
 */
const ORPHAN_FRACTION_MAX = 0.03;
/** So few may be orphans in a section of any size. */
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
  /** True: a section had too many orphans. None of it was touched, and the walk stays before it. */
  readonly stopped: boolean;
}

type Deps = Pick<Ports, 'assets' | 'files' | 'storeKeeping' | 'jobWalks' | 'clock'>;

/** True: a walk is to be begun, or gone on with. A store of millions takes its time to list, and each page of the list is paid for. */
export async function isSweepDue({ jobWalks, clock }: Deps, everyMs: number): Promise<boolean> {
  const walk = await jobWalks.find(SWEEP);
  return !walk || walk.after !== null || clock.now().getTime() - walk.begunAt.getTime() >= everyMs;
}

/**
 * Walks over the store, a section at a time, from where the last walk was left; one that came to its end begins anew. Every file
 * that is moved is named in the log.
 * @param isOver true = begin nothing more
 */
export async function sweepOrphans(deps: Deps, log: Log, isOver: () => boolean = () => false): Promise<Sweep> {
  const left = await deps.jobWalks.find(SWEEP);
  const begunAt = left && left.after !== null ? left.begunAt : deps.clock.now();
  let after = left?.after ?? '';
  const sweep = { examined: 0, quarantined: 0, stopped: false };
  let section: string[] = [];
  const end = async (): Promise<boolean> => {
    const unused = await findUnused(deps, section);
    sweep.examined += section.length;
    sweep.stopped = isTooMuch(section.length, unused, log);
    sweep.quarantined += await moveAside(deps, sweep.stopped ? { ...unused, orphans: [] } : unused, log);
    if (sweep.stopped) return false;
    after = section.at(-1) ?? after;
    section = [];
    await deps.jobWalks.put(SWEEP, { begunAt, after });
    return !isOver();
  };
  for await (const id of deps.files.listAssetIds(after))
    if (section.push(id) >= SECTION && !(await end())) return sweep;
  if (await end()) await deps.jobWalks.put(SWEEP, { begunAt, after: null });
  return sweep;
}

function isTooMuch(examined: number, { orphans }: Unused, log: Log): boolean {
  if (orphans.length <= Math.max(ORPHANS_ALLOWED, ORPHAN_FRACTION_MAX * examined)) return false;
  log.error(
    { examined, orphans: orphans.length },
    'the database does not know much of what the store holds: nothing was moved; is it the right database, and whole?',
  );
  return true;
}

interface Unused {
  readonly orphans: readonly string[];
  readonly failed: readonly string[];
}

async function moveAside(deps: Deps, { orphans, failed }: Unused, log: Log): Promise<number> {
  const unused: [string, QuarantineReason][] = [
    ...orphans.map((id): [string, QuarantineReason] => [id, 'no row in the database']),
    ...failed.map((id): [string, QuarantineReason] => [id, 'upload failed']),
  ];
  for (const [assetId, reason] of unused) {
    await deps.storeKeeping.quarantine(assetId, deps.clock.now(), reason);
    log.warn({ assetId, reason }, 'files were moved into quarantine');
  }
  return unused.length;
}

async function findUnused({ assets, clock }: Deps, section: readonly string[]): Promise<Unused> {
  const failedBefore = new Date(clock.now().getTime() - FAILED_KEPT_MS);
  const orphans: string[] = [];
  const failed: string[] = [];
  for (let from = 0; from < section.length; from += CHUNK) {
    const chunk = section.slice(from, from + CHUNK);
    const existing = await assets.existing(chunk);
    const given = await assets.failedBefore(chunk, failedBefore);
    for (const id of chunk)
      if (!existing.has(id)) orphans.push(id);
      else if (given.has(id)) failed.push(id);
  }
  return { orphans, failed };
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
