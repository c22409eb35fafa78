/** Forgets what has been kept long enough. @module */
import { systemAudit } from './audit.ts';
import type { Ports } from './ports/ports.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** How long ended sessions and unused links of mails stay, for whoever looks into an incident. */
const ENDED_KEPT_MS = 30 * DAY_MS;

/** How long the log of verifications keeps a shortened network address: docs/spec/verification.md#network-addresses. */
const ADDRESSES_KEPT_MS = 90 * DAY_MS;

/** How long verifications are kept where no `retention_days` says otherwise: docs/spec/data.md#what-is-kept-how-long. */
const VERIFICATION_DAYS = 365;

/** Deleted in one transaction: many enough to get done, few enough to hold no lock for long. */
const VERIFICATIONS_AT_ONCE = 5_000;

/** Deletes verifications past their time; the audit log of their organization tells how many. */
export async function forgetVerifications(deps: Pick<Ports, 'verifications' | 'clock' | 'ids'>): Promise<void> {
  const retention = { now: deps.clock.now(), daysDefault: VERIFICATION_DAYS };
  const audit = (count: number) => systemAudit(deps, { action: 'verifications.forgotten', details: { count } });
  for (const organizationId of await deps.verifications.overdue(retention))
    while (
      (await deps.verifications.forgetOverdue(organizationId, retention, VERIFICATIONS_AT_ONCE, audit)) ===
      VERIFICATIONS_AT_ONCE
    );
}

/** So few at once, since the rows have megabytes. */
const PICTURES_AT_ONCE = 20;

/** Removes pictures that came with disputes; each dispute keeps when, and the audit log tells it: docs/spec/verification.md#disputes. */
export async function forgetDisputedPictures(deps: Pick<Ports, 'disputes' | 'clock' | 'ids'>): Promise<void> {
  const audit = (id: string) => systemAudit(deps, { action: 'dispute.picture_removed', target: ['dispute', id] });
  while ((await deps.disputes.forgetPictures(deps.clock.now(), PICTURES_AT_ONCE, audit)) === PICTURES_AT_ONCE);
}

/** Removes pictures that were kept for their senders: docs/spec/verification.md#stored-submissions. */
export async function forgetSubmissions({ submissions, clock }: Pick<Ports, 'submissions' | 'clock'>): Promise<void> {
  while ((await submissions.forgetOverdue(clock.now(), PICTURES_AT_ONCE)) === PICTURES_AT_ONCE);
}

/** Forgets answers whose day is over, what addresses without an account asked before yesterday, ended sessions, links of mails, network addresses in the log, verifications, disputed and kept pictures. */
export const retentionJob =
  (
    deps: Pick<
      Ports,
      | 'quotas'
      | 'assetChecks'
      | 'idempotentAnswers'
      | 'deferredVerifications'
      | 'verifications'
      | 'disputes'
      | 'submissions'
      | 'sessions'
      | 'mailTokens'
      | 'deviceLogins'
      | 'clock'
      | 'ids'
    >,
  ) =>
  async (): Promise<void> => {
    const now = deps.clock.now();
    const longAgo = new Date(now.getTime() - ENDED_KEPT_MS);
    const dayAgo = new Date(now.getTime() - DAY_MS);
    await eachOf([
      () => deps.idempotentAnswers.forgetExpired(now),
      () => deps.assetChecks.forgetBefore(dayAgo),
      () => deps.deferredVerifications.forgetExpired(now),
      () => deps.quotas.forgetAddressesBefore(dayAgo.toISOString().slice(0, 10)),
      () => deps.mailTokens.purge(longAgo),
      () => deps.deviceLogins.purge(dayAgo),
      () => deps.sessions.purge(longAgo),
      () => deps.verifications.forgetAddresses(longAgo, new Date(now.getTime() - ADDRESSES_KEPT_MS)),
      () => forgetVerifications(deps),
      () => forgetDisputedPictures(deps),
      () => forgetSubmissions(deps),
    ]);
  };

/** One that fails again and again must not keep the others from what was promised. @throws {AggregateError} */
async function eachOf(steps: readonly (() => Promise<unknown>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const step of steps) await step().catch((cause: unknown) => failures.push(cause));
  if (failures.length > 0) throw new AggregateError(failures, 'not everything was forgotten that should be');
}
