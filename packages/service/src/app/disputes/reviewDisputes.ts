/** The queue of disputes as operators see it in the pages: docs/spec/verification.md#disputes. @module */
import { AppError } from '@assay/core/errors';
import { assertOperator, type OperatorDeps } from '../operator/assertOperator.ts';
import type { User } from '../ports/accounts/accounts.ts';
import type { Page, PageRequest } from '../ports/assets/assets.ts';
import type { Ports } from '../ports/ports.ts';
import type { DisputedVerification, DisputeState } from '../ports/verify/disputes.ts';
import { resolveDispute, type Ruling } from './resolveDispute.ts';

type Deps = OperatorDeps & Pick<Ports, 'disputes' | 'clock' | 'ids'>;

/** Of all organizations, the oldest first. @param status null: all @throws {AppError} FORBIDDEN */
export async function disputeQueue(
  deps: Deps,
  user: User,
  status: DisputeState | null,
  asked: PageRequest,
): Promise<Page<DisputedVerification>> {
  await assertOperator(deps, user);
  return deps.disputes.page(status, asked);
}

/** The picture that came with a dispute. @throws {AppError} FORBIDDEN, DISPUTE_NOT_FOUND, GONE: none is kept */
export async function disputedPicture(deps: Deps, user: User, id: string): Promise<Uint8Array> {
  await assertOperator(deps, user);
  const found = await deps.disputes.find(id);
  if (!found) throw new AppError('DISPUTE_NOT_FOUND', `There is no dispute "${id}".`);
  const picture = await deps.disputes.picture(id);
  if (!picture)
    throw new AppError('GONE', 'No picture of this dispute is kept: none was sent, or its 30 days are over.');
  return picture;
}

/** @throws {AppError} FORBIDDEN, DISPUTE_NOT_FOUND, VALIDATION_ERROR, CONFLICT: it was decided before */
export async function decideDispute(deps: Deps, user: User, id: string, ruling: Ruling): Promise<DisputedVerification> {
  await assertOperator(deps, user);
  return resolveDispute(deps, id, ruling);
}
