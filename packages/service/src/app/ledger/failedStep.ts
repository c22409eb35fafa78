/** A step that failed: written down, told of when it goes on for long, tried again later and later. @module */
import { AppError } from '@assay/core/errors';
import { newEvent } from '../newEvent.ts';
import type { Commitment } from '../ports/ledger/commitments.ts';
import { LedgerContradiction, LedgerRefusal } from '../ports/ledger/ledger.ts';
import type { Ports } from '../ports/ports.ts';
import { FAILURES_TOLD } from '../ports/runtime/deadLetters.ts';

/** The pause doubles from two seconds to ten minutes. */
const PAUSE_MS_MIN = 2_000;
const PAUSE_MS_MAX = 10 * 60 * 1000;

/** What the outside did; everything else is a bug of ours. */
export const isOfLedger = (cause: unknown): boolean =>
  cause instanceof LedgerRefusal ||
  cause instanceof LedgerContradiction ||
  (cause instanceof AppError && ['BLOCKCHAIN_ERROR', 'SERVICE_UNAVAILABLE'].includes(cause.code));

/** For people: why a commitment is not further. */
export function reasonOf(cause: unknown): string {
  if (cause instanceof AppError) return cause.detail;
  if (cause instanceof LedgerRefusal) return `The ledger refused the transaction: ${cause.message}`;
  return cause instanceof LedgerContradiction ? cause.message : 'An error inside the service; see its log.';
}

export async function noteFailure(
  deps: Pick<Ports, 'commitments' | 'clock' | 'ids'>,
  { id, assetId, organizationId, attempts, status }: Commitment,
  cause: unknown,
): Promise<void> {
  const pauseMs = Math.min(PAUSE_MS_MAX, PAUSE_MS_MIN * 2 ** Math.min(attempts, 20));
  const data = { commitment_id: id, asset_id: assetId, confirmation_status: status };
  // Once of each row of failures.
  const events = attempts + 1 === FAILURES_TOLD ? [newEvent(deps, organizationId, 'commitment.failed', data)] : [];
  await deps.commitments.fail(id, new Date(deps.clock.now().getTime() + pauseMs), reasonOf(cause), events);
}
