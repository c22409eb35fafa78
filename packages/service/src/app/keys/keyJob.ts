/** What happens to API keys by itself: the end is announced, revoked ones are forgotten. @module */
import { newEvent } from '../newEvent.ts';
import type { Ports } from '../ports/ports.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** `api_key.expiring` is sent so long before the end: a week to put another key in place. */
const NOTICE_MS = 7 * DAY_MS;
/** Verifications name the key for so long after its end. */
const REVOKED_KEPT_MS = 90 * DAY_MS;
const AT_ONCE = 100;
/** Verifications that forget a deleted key in one transaction. */
const FORGETTING_AT_ONCE = 5_000;

/**
 * @param isOver true = begin nothing more
 * @returns how many ends were announced
 */
export async function runKeyJob(
  deps: Pick<Ports, 'apiKeys' | 'clock' | 'ids'>,
  isOver: () => boolean = () => false,
): Promise<number> {
  const now = deps.clock.now();
  const revokedBefore = new Date(now.getTime() - REVOKED_KEPT_MS);
  while (!isOver() && (await deps.apiKeys.purgeRevoked(revokedBefore, FORGETTING_AT_ONCE)));
  let told = 0;
  for (;;) {
    const keys = await deps.apiKeys.expiring(now, new Date(now.getTime() + NOTICE_MS), AT_ONCE);
    for (const { id, name, organizationId, expiresAt } of keys) {
      const data = { key_id: id, name, expires_at: (expiresAt as Date).toISOString() };
      await deps.apiKeys.recordExpiryNotice(id, now, [newEvent(deps, organizationId, 'api_key.expiring', data)]);
    }
    told += keys.length;
    if (keys.length < AT_ONCE || isOver()) return told;
  }
}
