/**
 * Brings events to endpoints: from the outbox to deliveries, from due deliveries to attempts, from their outcome to the
 * next try. Everything it knows is in the database, so it may be stopped or killed at any moment: what it had begun is
 * begun again, by whichever process comes first once the lease has ended.
 * @module
 */
import { underWay } from '../delivery/underWay.ts';
import { newEvent } from '../newEvent.ts';
import type { Ports } from '../ports/ports.ts';
import type { ClaimedDelivery, DeliveryQueue, Settlement, WebhookSender } from '../ports/delivery/webhooks.ts';
import type { SpanFacts } from '../ports/runtime/traces.ts';
import { judgeAttempt } from './schedule.ts';
import { webhookDisabledMail, webhookFailingMail } from '../mail/webhookMails.ts';
import { ownerMail } from './ownerMail.ts';

export interface DispatchDeps extends Pick<Ports, 'clock' | 'ids' | 'organizations' | 'users' | 'traces'> {
  readonly queue: DeliveryQueue;
  readonly sender: WebhookSender;
  /** [0, 1), for the spread of retries. */
  readonly chance: () => number;
}

export interface Dispatcher {
  /** Takes what waits and begins what is due, without waiting for answers. */
  run(): Promise<void>;
  /** Resolves when no attempt is on its way. */
  idle(): Promise<void>;
  /** No new attempt begins; resolves when those on their way have ended, at most one time-out later. */
  stop(): Promise<void>;
}

/** Attempts of this process at once; each is a socket and a few kilobytes. */
const AT_ONCE = 16;
/** Of one endpoint. */
const AT_ONCE_EACH = 4;
/** Of all endpoints of one organization: the others are not behind its slow ones. */
const AT_ONCE_ORGANIZATION = 8;
/** Events of one transaction. */
const FAN_OUT = 100;
/** Longer than an attempt with its 15 s can take, also on a busy machine. */
export const LEASE_MS = 60_000;

/** @param report of failures of ours; one of an endpoint is no failure of ours */
export function createDispatcher(deps: DispatchDeps, report: (error: unknown) => void): Dispatcher {
  const attempts = underWay<ClaimedDelivery>(AT_ONCE, report);
  /** Endpoints whose secret does not open: reported once a process, not once an event. */
  const sealedUp = new Set<string>();

  const begin = (claimed: ClaimedDelivery): void => {
    const { webhookId, secrets } = claimed;
    if (secrets === null && !sealedUp.has(webhookId)) report(new Error(`webhook ${webhookId}: ${UNOPENED}`));
    if (secrets === null) sealedUp.add(webhookId);
    else sealedUp.delete(webhookId);
    attempts.begin(claimed.id, claimed, async () => {
      if (secrets === null) await giveUp(deps, claimed);
      else await deps.traces.resume('webhook', claimed.origin, () => attempt(deps, { ...claimed, secrets }), factsOf);
    });
  };

  return {
    idle: attempts.idle,
    stop: attempts.stop,
    async run() {
      while (attempts.room() > 0 && (await deps.queue.fanOut(FAN_OUT, await deps.queue.now())) === FAN_OUT);
      while (attempts.room() > 0) {
        const now = await deps.queue.now();
        const claimed = await deps.queue.claim({
          now,
          leaseUntil: new Date(now.getTime() + LEASE_MS),
          limit: attempts.room(),
          limitEach: AT_ONCE_EACH,
          limitOrganization: AT_ONCE_ORGANIZATION,
          busy: [...new Set(attempts.items().map(({ webhookId }) => webhookId))],
          busyOrganizations: withPart(attempts.items()),
        });
        for (const delivery of claimed) begin(delivery);
        if (claimed.length === 0) return;
      }
    },
  };
}

/** Organizations that have their part of what is on its way. */
function withPart(items: readonly ClaimedDelivery[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { organizationId } of items) counts.set(organizationId, (counts.get(organizationId) ?? 0) + 1);
  return [...counts].filter(([, count]) => count >= AT_ONCE_ORGANIZATION).map(([id]) => id);
}

const UNOPENED =
  'The secret of this endpoint does not open under the present key of the service. Rotate the secret, then redeliver.';

/** Nothing is sent unsigned, and no repetition would help until the secret is a new one. */
async function giveUp({ queue }: DispatchDeps, claimed: ClaimedDelivery): Promise<void> {
  const nothing = {
    responseStatus: null,
    responseBody: null,
    durationMs: null,
    nextAttemptAt: null,
    disable: null,
    warn: null,
  };
  await queue.settle(claimed, { ...nothing, at: await queue.now(), status: 'failed', error: UNOPENED });
}

interface Attempted {
  readonly attempt: number;
  readonly status: Settlement['status'];
  readonly responseStatus: number | null;
}

/** What an endpoint answers is no fault of ours, so that nothing else of the span says it. */
const factsOf = ({ attempt, status, responseStatus }: Attempted): SpanFacts => ({
  'assay.attempt': attempt,
  'assay.outcome': status,
  ...(responseStatus === null ? {} : { 'http.response.status_code': responseStatus }),
});

async function attempt(
  deps: DispatchDeps,
  claimed: ClaimedDelivery & { readonly secrets: readonly string[] },
): Promise<Attempted> {
  const { url, eventId, body, secrets, failingSince } = claimed;
  const outcome = await deps.sender.send({ url, eventId, body, secrets });
  const now = await deps.queue.now();
  const verdict = judgeAttempt({ outcome, attempt: claimed.attempt, failingSince, now, chance: deps.chance() });
  const { responseStatus, responseBody, error, durationMs } = outcome;
  await deps.queue.settle(claimed, {
    at: now,
    status: verdict.status,
    nextAttemptAt: verdict.nextAttemptAt,
    responseStatus,
    responseBody,
    error,
    durationMs,
    disable: verdict.disable && (await disabling(deps, claimed, verdict.disable, now)),
    warn: verdict.warn ? { mail: await ownerMail(deps, claimed, webhookFailingMail) } : null,
  });
  return { attempt: claimed.attempt, status: verdict.status, responseStatus };
}

async function disabling(
  deps: DispatchDeps,
  claimed: ClaimedDelivery,
  reason: 'gone' | 'failing',
  now: Date,
): Promise<Settlement['disable']> {
  const { organizationId, webhookId, failingSince } = claimed;
  const data = { webhook_id: webhookId, reason, failing_since: (failingSince ?? now).toISOString() };
  const mail = await ownerMail(deps, claimed, (to, endpoint) => webhookDisabledMail(to, { ...endpoint, reason }));
  return { reason, event: newEvent(deps, organizationId, 'webhook.disabled', data), mail };
}

/** The log of deliveries is kept so long. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;
/** Deleted in one transaction, deliveries and events each. */
const PURGED_AT_ONCE = 5_000;

export const deliveryPurgeJob =
  ({ queue, clock }: Pick<DispatchDeps, 'queue' | 'clock'>) =>
  async (lost?: AbortSignal): Promise<void> => {
    const before = new Date(clock.now().getTime() - KEPT_MS);
    while (!lost?.aborted && (await queue.purge(before, PURGED_AT_ONCE)) >= PURGED_AT_ONCE);
  };
