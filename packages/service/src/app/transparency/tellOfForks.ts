/** Tells those whom it concerns that the transparency log forked; docs/spec/transparency-log.md#a-fork. @module */
import { AppError } from '@assay/core/errors';
import { systemAudit } from '../audit.ts';
import { newEvent } from '../newEvent.ts';
import type { ForkNotices } from '../ports/ledger/transparencyKeeping.ts';
import type { Ports } from '../ports/ports.ts';
import type { ReportedCondition } from './logCondition.ts';

export interface ForkDeps extends Pick<Ports, 'clock' | 'ids' | 'organizations'> {
  readonly forkNotices: ForkNotices;
  readonly condition: Pick<ReportedCondition, 'forks'>;
  readonly transparencyLog: Pick<Ports['transparencyLog'], 'identity'>;
}

/** As long as a fork lasts, each hears of it once a day. */
const AGAIN_MS = 24 * 3600 * 1000;
const BATCH = 100;

/**
 * One run.
 * @param isOver true = begin nothing more
 * @returns how many organizations were told
 */
export async function tellOfForks(deps: ForkDeps, isOver: () => boolean = () => false): Promise<number> {
  const [finding] = deps.condition.forks();
  if (finding === undefined) return 0;
  const { origin } = await deps.transparencyLog.identity();
  let told = 0;
  for (;;) {
    const ids = await deps.forkNotices.untold(new Date(deps.clock.now().getTime() - AGAIN_MS), BATCH);
    for (const id of ids) {
      if (isOver()) return told;
      told += (await tell(deps, id, { origin, finding })) ? 1 : 0;
    }
    if (ids.length < BATCH) return told;
  }
}

/** False if the organization went meanwhile. */
async function tell(deps: ForkDeps, id: string, details: { origin: string; finding: string }): Promise<boolean> {
  const change = {
    commands: [],
    audit: [systemAudit(deps, { action: 'transparency_log.forked', details })],
    events: [newEvent(deps, id, 'transparency_log.forked', details)],
    result: true,
  };
  return deps.organizations
    .change(id, () => change)
    .catch((cause: unknown) => {
      if (cause instanceof AppError && cause.code === 'ORGANIZATION_NOT_FOUND') return false;
      throw cause;
    });
}
