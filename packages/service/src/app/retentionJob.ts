/** Forgets what has been kept long enough. @module */
import { systemAudit } from './audit.ts';
import { batches, type IsOver, ROWS_AT_ONCE } from './batches.ts';
import type { Ports } from './ports/ports.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** How long ended sessions and unused links of mails stay, for whoever looks into an incident. */
const ENDED_KEPT_MS = 30 * DAY_MS;

/** How long the log of verifications keeps a shortened network address: docs/spec/verification.md#network-addresses. */
const ADDRESSES_KEPT_MS = 90 * DAY_MS;

/** How long whoever follows an ended share link or invitation is told that it has ended; then it is unknown. */
const LINKS_KEPT_MS = 90 * DAY_MS;

/** How long the use of an organization is told by days: a year, and the month that it is compared with. Months stay. */
const DAYS_OF_USE_KEPT_MS = 400 * DAY_MS;

/** Nobody asks which events of a quota were sent in a period that is over; the longest is a month. */
const NOTICES_KEPT_MS = 62 * DAY_MS;

/** How long verifications are kept where no `retention_days` says otherwise: docs/spec/data.md#what-is-kept-how-long. */
const VERIFICATION_DAYS = 365;

/** Organizations whose verifications are past their time, asked for at once. */
const ORGANIZATIONS_AT_ONCE = 200;

/** So few at once, since the rows have megabytes. */
const PICTURES_AT_ONCE = 20;

const NEVER: IsOver = () => false;

/** Deletes verifications past their time; the audit log of their organization tells how many. */
export async function forgetVerifications(
  deps: Pick<Ports, 'verifications' | 'clock' | 'ids'>,
  isOver: IsOver = NEVER,
): Promise<void> {
  const retention = { now: deps.clock.now(), daysDefault: VERIFICATION_DAYS };
  const audit = (count: number) => systemAudit(deps, { action: 'verifications.forgotten', details: { count } });
  await batches(ORGANIZATIONS_AT_ONCE, isOver, async (organizations) => {
    const overdue = await deps.verifications.overdue(retention, organizations);
    for (const organizationId of overdue)
      await batches(ROWS_AT_ONCE, isOver, (limit) =>
        deps.verifications.forgetOverdue(organizationId, retention, limit, audit),
      );
    return overdue.length;
  });
}

/** Removes pictures that came with disputes; each dispute keeps when, and the audit log tells it: docs/spec/verification.md#disputes. */
export function forgetDisputedPictures(
  deps: Pick<Ports, 'disputes' | 'clock' | 'ids'>,
  isOver: IsOver = NEVER,
): Promise<void> {
  const audit = (id: string) => systemAudit(deps, { action: 'dispute.picture_removed', target: ['dispute', id] });
  return batches(PICTURES_AT_ONCE, isOver, (limit) => deps.disputes.forgetPictures(deps.clock.now(), limit, audit));
}

/** Removes pictures that were kept for their senders: docs/spec/verification.md#stored-submissions. */
export const forgetSubmissions = (
  { submissions, clock }: Pick<Ports, 'submissions' | 'clock'>,
  isOver: IsOver = NEVER,
): Promise<void> => batches(PICTURES_AT_ONCE, isOver, (limit) => submissions.forgetOverdue(clock.now(), limit));

type Deps = Pick<
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
  | 'shareLinks'
  | 'organizations'
  | 'clock'
  | 'ids'
>;

/** Forgets everything that `docs/spec/data.md#what-is-kept-how-long` gives a time and no other job forgets. */
export const retentionJob =
  (deps: Deps) =>
  async (isOver: IsOver = NEVER): Promise<void> => {
    const now = deps.clock.now();
    const ago = (ms: number): Date => new Date(now.getTime() - ms);
    const dayAgo = (ms: number): string => ago(ms).toISOString().slice(0, 10);
    const rows = (batch: (limit: number) => Promise<number>) => () => batches(ROWS_AT_ONCE, isOver, batch);
    const oldUses = {
      addresses: dayAgo(DAY_MS),
      organizations: dayAgo(DAYS_OF_USE_KEPT_MS),
      notices: dayAgo(NOTICES_KEPT_MS),
    };
    await eachOf([
      rows((limit) => deps.idempotentAnswers.forgetExpired(now, limit)),
      rows((limit) => deps.assetChecks.forgetBefore(ago(DAY_MS), limit)),
      () => batches(PICTURES_AT_ONCE, isOver, (limit) => deps.deferredVerifications.forgetExpired(now, limit)),
      rows((limit) => deps.quotas.forgetBefore(oldUses, limit)),
      rows((limit) => deps.mailTokens.purge(ago(ENDED_KEPT_MS), limit)),
      rows((limit) => deps.deviceLogins.purge(ago(DAY_MS), limit)),
      rows((limit) => deps.sessions.purge(ago(ENDED_KEPT_MS), limit)),
      rows((limit) => deps.shareLinks.forgetEnded(ago(LINKS_KEPT_MS), limit)),
      rows((limit) => deps.organizations.forgetInvitations(ago(LINKS_KEPT_MS), limit)),
      rows((limit) => deps.verifications.forgetAddresses(ago(ENDED_KEPT_MS), ago(ADDRESSES_KEPT_MS), limit)),
      () => forgetVerifications(deps, isOver),
      () => forgetDisputedPictures(deps, isOver),
      () => forgetSubmissions(deps, isOver),
    ]);
  };

/** One that fails again and again must not keep the others from what was promised. @throws {AggregateError} */
async function eachOf(steps: readonly (() => Promise<unknown>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const step of steps) await step().catch((cause: unknown) => failures.push(cause));
  if (failures.length > 0) throw new AggregateError(failures, 'not everything was forgotten that should be');
}
