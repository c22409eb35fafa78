/** What a running service does for its fingerprints: embeds again what another model embedded, then looks for matches. @module */
import type { Ports } from '../ports/ports.ts';
import { embedAgain } from './embedAgain.ts';
import { findMatches } from './findMatches.ts';

type Deps = Parameters<typeof embedAgain>[0] & Parameters<typeof findMatches>[0] & Pick<Ports, 'assets'>;

interface Log {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
}

/** The work of one run. What cannot be read is told once a process. */
export function fingerprintJob(deps: Deps, log: Log): (isEnding: () => boolean) => Promise<void> {
  const told = new Set<string>();
  return async (isEnding) => {
    const { embedded, unreadable } = await embedAgain(deps, isEnding);
    if (embedded > 0) log.info({ embedded, model: deps.embedding.model }, 'pictures were embedded again');
    const news = unreadable.filter((id) => !told.has(id));
    for (const id of news) told.add(id);
    if (news.length > 0) log.warn({ assets: news }, 'originals cannot be read: their fingerprints stay as they are');
    await findMatches(deps, isEnding);
  };
}
