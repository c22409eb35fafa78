/** Somebody says that a verdict is wrong: docs/spec/verification.md#disputes. @module */
import { AppError, type FieldError } from '@assay/core/errors';
import type { Caller } from '../accounts/caller.ts';
import { type AuditAction, newAudit, systemAudit, type Trace } from '../audit.ts';
import { newEvent } from '../newEvent.ts';
import type { AuditDraft } from '../ports/accounts/auditLog.ts';
import type { Ports } from '../ports/ports.ts';
import { EACH_TIME, type Once } from '../ports/runtime/idempotency.ts';
import type { Dispute, DisputeReason } from '../ports/verify/disputes.ts';
import type { LoggedVerification, Verdict } from '../ports/verify/verifications.ts';
import { readableVerification } from '../verify/pastVerifications.ts';

/** So many characters tell what is wrong. */
export const COMMENT_CHARS_MAX = 2000;
/** Of a picture, in the database for a month: more than a phone's photo has. */
export const DISPUTED_PICTURE_BYTES_MAX = 16 * 1024 * 1024;
/** docs/spec/verification.md#disputes */
const PICTURE_KEPT_MS = 30 * 24 * 60 * 60 * 1000;
/** Of one user, or of one address without an account. A person looks at each of them. */
export const DISPUTES_PER_DAY = 10;
const DAY_S = 24 * 60 * 60;

export interface NewDispute {
  readonly reason: DisputeReason;
  readonly comment: string | null;
  readonly expectedVerdict: Verdict | null;
  readonly consentsToKeep: boolean;
  readonly picture: Uint8Array | null;
}

/** Who sends the request. */
export interface Disputer {
  readonly caller: Caller | null;
  readonly trace: Trace;
  readonly once?: Once;
}

type Deps = Pick<Ports, 'verifications' | 'disputes' | 'rateLimiter' | 'addressRules' | 'digests' | 'clock' | 'ids'>;

/** @throws {AppError} VERIFICATION_NOT_FOUND, DISPUTE_NOT_FOUND */
export async function latestDispute(
  deps: Pick<Ports, 'verifications' | 'disputes'>,
  caller: Caller | null,
  verificationId: string,
): Promise<Dispute> {
  await readableVerification(deps, caller, verificationId);
  const dispute = await deps.disputes.latestOf(verificationId);
  if (!dispute) throw new AppError('DISPUTE_NOT_FOUND', 'This verification is not disputed.');
  return dispute;
}

/**
 * An open dispute is answered as it is, whatever is sent now.
 * @throws {AppError} VERIFICATION_NOT_FOUND, VALIDATION_ERROR, RATE_LIMITED
 */
export async function openDispute(
  deps: Deps,
  disputer: Disputer,
  verificationId: string,
  sent: NewDispute,
): Promise<{ readonly dispute: Dispute; readonly isNew: boolean }> {
  const { caller, once = EACH_TIME } = disputer;
  const entry = await readableVerification(deps, caller, verificationId);
  await assertFits(deps, entry, sent);
  const latest = await deps.disputes.latestOf(verificationId);
  if (latest?.status === 'open') return { dispute: latest, isNew: false };
  await countDispute(deps, disputer);
  const dispute = newDispute(deps, caller, entry, sent);
  const told = entry.organizationId === null ? null : toldOf(deps, disputer, entry, entry.organizationId, dispute);
  const opened = await once.making({ id: dispute.id }, () => deps.disputes.open(dispute, sent.picture, told));
  if (!opened) throw new AppError('VERIFICATION_NOT_FOUND', 'There is no such verification.');
  return opened;
}

/** Only the very picture is worth keeping, and only with a word that it may be. @throws {AppError} VALIDATION_ERROR */
async function assertFits(
  { digests }: Pick<Ports, 'digests'>,
  { verdict, sourceImageHash }: LoggedVerification,
  { picture, consentsToKeep, expectedVerdict }: NewDispute,
): Promise<void> {
  const errors: FieldError[] = [];
  const bad = (field: string, code: string, message: string) => errors.push({ field, location: 'body', code, message });
  if (expectedVerdict === verdict)
    bad(
      'expected_verdict',
      'invalid_value',
      `the verdict is "${verdict}" already; say what would be right, or leave it out`,
    );
  if (picture && !consentsToKeep)
    bad('consent_to_keep_picture', 'required', 'must be true when a picture is sent; else leave the picture out');
  if (!picture && consentsToKeep)
    bad('file', 'required', 'send the picture as a file, or leave consent_to_keep_picture out');
  if (picture && (await digests.sha256([picture])).sha256 !== sourceImageHash)
    bad('file', 'invalid_value', 'must be the very file that was verified');
  if (errors.length > 0) throw new AppError('VALIDATION_ERROR', 'The dispute cannot be taken as it is.', { errors });
}

/** @throws {AppError} RATE_LIMITED */
async function countDispute(
  { rateLimiter, addressRules, clock }: Pick<Ports, 'rateLimiter' | 'addressRules' | 'clock'>,
  { caller, trace }: Disputer,
): Promise<void> {
  const who = caller ? `user:${caller.user.id}` : `ip:${addressRules.networkOf(trace.ip ?? '')}`;
  const window = { name: 'day', seconds: DAY_S, limit: DISPUTES_PER_DAY } as const;
  const { allowed, windows } = await rateLimiter.take(`disputes:${who}`, [window]);
  if (allowed) return;
  const endMs = windows[0]?.resetsAt.getTime() ?? 0;
  const retryAfterS = Math.max(1, Math.ceil((endMs - clock.now().getTime()) / 1000));
  const detail = `You have disputed ${DISPUTES_PER_DAY} verifications today. Try again tomorrow.`;
  throw new AppError('RATE_LIMITED', detail, { retryAfterS, extra: { limit: DISPUTES_PER_DAY, window: 'day' } });
}

function newDispute(
  { clock, ids }: Pick<Ports, 'clock' | 'ids'>,
  caller: Caller | null,
  { id: verificationId }: LoggedVerification,
  { reason, comment, expectedVerdict, picture }: NewDispute,
): Dispute {
  const createdAt = clock.now();
  return {
    id: ids.uuid(),
    verificationId,
    userId: caller?.user.id ?? null,
    reason,
    comment,
    expectedVerdict,
    status: 'open',
    correctedVerdict: null,
    note: null,
    picture: picture && {
      sizeBytes: picture.length,
      keptUntil: new Date(createdAt.getTime() + PICTURE_KEPT_MS),
      removedAt: null,
    },
    createdAt,
    resolvedAt: null,
  };
}

function toldOf(
  deps: Pick<Ports, 'clock' | 'ids'>,
  { caller, trace }: Disputer,
  { verdict }: LoggedVerification,
  organizationId: string,
  { id, verificationId, reason, expectedVerdict, picture }: Dispute,
) {
  const details = { dispute_id: id, reason, expected_verdict: expectedVerdict, keeps_picture: picture !== null };
  const action: AuditAction = { action: 'verification.disputed', target: ['verification', verificationId], details };
  const audit: AuditDraft = caller ? newAudit(deps, caller, trace, action) : systemAudit(deps, action);
  const data = { dispute_id: id, verification_id: verificationId, verdict, reason, expected_verdict: expectedVerdict };
  return { audit, event: newEvent(deps, organizationId, 'verification.disputed', data) };
}
