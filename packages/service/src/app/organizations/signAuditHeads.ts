/** Heads of audit logs go into the transparency log, so that nobody can make such a log anew or cut its end off. @module */
import type { AuditHeads } from '../ports/accounts/auditLog.ts';
import type { Clock } from '../ports/runtime/runtime.ts';

export interface AuditHeadDeps {
  readonly auditHeads: AuditHeads;
  readonly clock: Clock;
}

export interface AuditHeadRule {
  /** No entry waits longer for a head. */
  readonly waitMs: number;
  /** Nor does any log grow by more. */
  readonly entries: number;
}

/** Heads of one question. */
const BATCH = 200;

/** One run. @returns how many heads were handed over */
export async function signAuditHeads(
  { auditHeads, clock }: AuditHeadDeps,
  { waitMs, entries }: AuditHeadRule,
): Promise<number> {
  const before = new Date(clock.now().getTime() - waitMs);
  let all = 0;
  for (;;) {
    const added = await auditHeads.addDue(before, entries, BATCH);
    all += added;
    if (added < BATCH) return all;
  }
}
