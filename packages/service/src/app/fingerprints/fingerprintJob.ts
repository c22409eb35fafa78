/**
 * What a running service does for its fingerprints, shared by all processes: looks for the matches of new pictures, and embeds
 * again what another model embedded, no faster than it may. New pictures come first: between any two that are embedded again
 * the matches of whatever came meanwhile are looked for.
 * @module
 */
import type { Ports } from '../ports/ports.ts';
import { embedAgain } from './embedAgain.ts';
import { findMatches } from './findMatches.ts';

type Deps = Parameters<typeof embedAgain>[0] & Parameters<typeof findMatches>[0] & Pick<Ports, 'assets'>;

interface Log {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
}

const MINUTE_MS = 60_000;

/** @param perMinute pictures that this process embeds again in a minute at most; null: as many as it can */
export function fingerprintJob(
  deps: Deps,
  perMinute: number | null,
  log: Log,
): (isEnding: () => boolean) => Promise<void> {
  const allowance = allowanceOf(deps, perMinute);
  const told = new Set<string>();
  return async (isEnding) => {
    await findMatches(deps, isEnding, 'new');
    const { embedded, unreadable, interrupted, wanted } = await embedAgain(
      deps,
      () => isEnding() || !allowance.isLeft(),
      async () => {
        allowance.take();
        await findMatches(deps, isEnding, 'new');
      },
    );
    const { model } = deps.embedding;
    if (embedded > 0) log.info({ embedded, model }, 'pictures were embedded again');
    const news = unreadable.filter((id) => !told.has(id));
    for (const id of news) told.add(id);
    if (news.length > 0) log.warn({ assets: news }, 'originals cannot be read: their fingerprints stay as they are');
    if (wanted !== model && !told.has(wanted)) log.warn({ model, wanted }, OTHER_MODEL);
    if (wanted !== model) told.add(wanted);
    // While others still have old vectors most pairs would be missed.
    if (!interrupted) await findMatches(deps, isEnding);
  };
}

const OTHER_MODEL =
  'this process has another model than the one to which pictures are moved: what it takes in is embedded again; `assay models embed` makes its model the wanted one';

/** Fills up with time; a minute's worth is the most that is saved up. */
function allowanceOf({ clock }: Pick<Ports, 'clock'>, perMinute: number | null) {
  let left = perMinute === null ? 0 : Math.min(1, perMinute);
  let filledMs = clock.elapsedMs();
  return {
    isLeft(): boolean {
      if (perMinute === null) return true;
      const nowMs = clock.elapsedMs();
      left = Math.min(Math.max(1, perMinute), left + ((nowMs - filledMs) / MINUTE_MS) * perMinute);
      filledMs = nowMs;
      return perMinute > 0 && left >= 1;
    },
    take: (): void => void (left -= 1),
  };
}
