/** Has the newest checkpoint time-stamped by an authority that is not ours, if one is set up. @module */
import type { LogTimestamps, TimestampAuthority } from '../ports/ledger/transparencyKeeping.ts';
import type { TransparencyLog } from '../ports/ledger/transparencyLog.ts';
import type { Clock } from '../ports/runtime/runtime.ts';

export interface TimestampDeps {
  readonly authority: TimestampAuthority;
  readonly timestamps: LogTimestamps;
  readonly transparencyLog: Pick<TransparencyLog, 'latest'>;
  readonly clock: Clock;
}

/** One run; what fails is tried again by the next. @param intervalMs between two time-stamps */
export async function timestampCheckpoints(deps: TimestampDeps, intervalMs: number): Promise<void> {
  const { authority, timestamps, transparencyLog, clock } = deps;
  const checkpoint = await transparencyLog.latest();
  const newest = await timestamps.newest();
  if (!checkpoint || checkpoint.size <= (newest?.size ?? 0)) return;
  if (newest && clock.now().getTime() - newest.createdAt.getTime() < intervalMs) return;
  const stamp = await authority.stamp(new TextEncoder().encode(checkpoint.note));
  await timestamps.add({ size: checkpoint.size, authority: authority.address, ...stamp }, clock.now());
}
