/** Forgets what has been kept long enough. @module */
import type { Ports } from './ports/ports.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** How long ended sessions and unused links of mails stay, for whoever looks into an incident. */
const ENDED_KEPT_MS = 30 * DAY_MS;

/** How long the log of verifications keeps a shortened network address: docs/spec/verification.md#network-addresses. */
const ADDRESSES_KEPT_MS = 90 * DAY_MS;

/** Forgets answers whose day is over, what addresses without an account asked before yesterday, ended sessions, links of mails, network addresses in the log. */
export const retentionJob =
  (
    deps: Pick<
      Ports,
      'quotas' | 'idempotentAnswers' | 'deferredVerifications' | 'verifications' | 'sessions' | 'mailTokens' | 'clock'
    >,
  ) =>
  async (): Promise<void> => {
    const now = deps.clock.now();
    await deps.idempotentAnswers.forgetExpired(now);
    await deps.deferredVerifications.forgetExpired(now);
    await deps.quotas.forgetAddressesBefore(new Date(now.getTime() - DAY_MS).toISOString().slice(0, 10));
    const longAgo = new Date(now.getTime() - ENDED_KEPT_MS);
    await deps.mailTokens.purge(longAgo);
    await deps.sessions.purge(longAgo);
    await deps.verifications.forgetAddresses(longAgo, new Date(now.getTime() - ADDRESSES_KEPT_MS));
  };
