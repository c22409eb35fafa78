/** The operator decides a dispute: docs/spec/verification.md#disputes. What was logged stays as it is. @module */
import { AppError } from '@assay/core/errors';
import { systemAudit } from '../audit.ts';
import { newEvent } from '../newEvent.ts';
import type { Ports } from '../ports/ports.ts';
import type { Decision, DisputedVerification, Resolution, Told } from '../ports/verify/disputes.ts';
import type { Verdict } from '../ports/verify/verifications.ts';

export interface Ruling {
  readonly status: Decision;
  /** Of an overturned verdict; default: the one that whoever disputed expected. */
  readonly verdict: Verdict | null;
  readonly note: string | null;
}

type Deps = Pick<Ports, 'clock' | 'ids'> & { readonly disputes: Pick<Ports['disputes'], 'find' | 'resolve'> };

/** @throws {AppError} DISPUTE_NOT_FOUND, VALIDATION_ERROR, CONFLICT: it was decided before */
export async function resolveDispute(deps: Deps, id: string, ruling: Ruling): Promise<DisputedVerification> {
  const found = await deps.disputes.find(id);
  if (!found) throw new AppError('DISPUTE_NOT_FOUND', `There is no dispute "${id}".`);
  const { status, note } = ruling;
  const correctedVerdict = correctedBy(ruling, found);
  const resolution: Resolution = { status, correctedVerdict, note, resolvedAt: deps.clock.now() };
  if (!(await deps.disputes.resolve(id, resolution, toldOf(deps, found, resolution))))
    throw new AppError('CONFLICT', `The dispute "${id}" is decided already.`);
  return (await deps.disputes.find(id)) ?? found;
}

/** @throws {AppError} VALIDATION_ERROR */
function correctedBy({ status, verdict }: Ruling, { dispute, verification }: DisputedVerification): Verdict | null {
  if (status !== 'overturned') {
    if (verdict !== null) throw new AppError('VALIDATION_ERROR', 'Only an overturned verdict has another one.');
    return null;
  }
  const corrected = verdict ?? dispute.expectedVerdict;
  if (corrected === null) throw new AppError('VALIDATION_ERROR', 'Say which verdict would have been right.');
  if (corrected === verification.verdict)
    throw new AppError('VALIDATION_ERROR', `The verdict was "${corrected}": that is no other one.`);
  return corrected;
}

function toldOf(
  deps: Deps,
  { dispute, verification: { organizationId, verdict } }: DisputedVerification,
  { status, correctedVerdict }: Resolution,
): Told | null {
  if (organizationId === null) return null;
  const { id, verificationId, reason } = dispute;
  const facts = { dispute_id: id, status, corrected_verdict: correctedVerdict };
  return {
    audit: systemAudit(deps, {
      action: 'verification.dispute_resolved',
      target: ['verification', verificationId],
      details: facts,
    }),
    event: newEvent(deps, organizationId, 'verification.dispute_resolved', {
      ...facts,
      verification_id: verificationId,
      verdict,
      reason,
    }),
  };
}
