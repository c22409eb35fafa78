/** A deferred verification while it runs: its stages as they are reached, at last its result. @module */
import type { Caller } from '../../accounts/caller.ts';
import type { Ports } from '../../ports/ports.ts';
import type { LiveEvent, LiveMaps } from '../../ports/verify/liveVerifications.ts';
import { deferredVerification } from './deferredVerification.ts';
import { pastVerification } from '../pastVerifications.ts';
import type { ToldVerification } from '../verification.ts';
import { VERIFICATION_STAGES, type VerificationStage } from '../verificationStages.ts';

/** How often the row is asked where another process works on it, ms. */
const LOOK_EVERY_MS = 1000;

type Deps = Pick<
  Ports,
  | 'deferredVerifications'
  | 'verifications'
  | 'liveVerifications'
  | 'assets'
  | 'copies'
  | 'memberships'
  | 'clock'
  | 'timers'
>;

export type WatchEvent =
  /** `skipped` is null where nobody watched: it is not kept. */
  | { readonly event: 'stage'; readonly stage: VerificationStage; readonly skipped: boolean | null }
  | { readonly event: 'result'; readonly told: ToldVerification }
  | { readonly event: 'failure'; readonly error: unknown };

/**
 * Tells all four stages in their order, then `result` or `failure`, and nothing after it. Of one that another process works
 * on, or that is done, the stages come together with the end.
 * @param tell is called before this returns too, for what is known by then
 * @returns stops it
 * @throws {AppError} VERIFICATION_NOT_FOUND, or what it ended with before anybody watched
 */
export async function watchVerification(
  deps: Deps,
  caller: Caller | null,
  id: string,
  tell: (event: WatchEvent) => void,
): Promise<() => void> {
  const isRunning = async (): Promise<boolean> =>
    caller !== null && (await deferredVerification(deps, caller, id)) !== null;
  const watched = new Watched(tell);
  const finish = async (maps?: LiveMaps): Promise<void> => watched.end(await pastVerification(deps, caller, id, maps));
  if (!(await isRunning())) {
    await finish();
    return () => {};
  }
  let stop = (): void => {};
  let isStopped = false;
  /** One that failed says with what when it is asked for. */
  const look = async (maps?: LiveMaps): Promise<void> => {
    if (!(await isRunning())) await finish(maps);
    else if (maps && !isStopped) lookAgain();
  };
  const lookAgain = (): void => {
    const stopLooking = deps.timers.every(LOOK_EVERY_MS, () => {
      look()
        .catch(watched.fail)
        .finally(() => watched.hasEnded && stopLooking());
    });
    stop = stopLooking;
  };
  const listen = (live: LiveEvent): void => {
    if (live.event === 'stage') return watched.reached(live.stage, live.skipped);
    // This process works on it no more; where it has no result another one will, or this one later.
    look(live.maps).catch(watched.fail);
  };
  const unwatch = deps.liveVerifications.watch(id, listen);
  if (unwatch) stop = unwatch;
  else lookAgain();
  return () => {
    isStopped = true;
    stop();
  };
}

class Watched {
  readonly #tell: (event: WatchEvent) => void;
  readonly #reached = new Set<VerificationStage>();
  hasEnded = false;

  constructor(tell: (event: WatchEvent) => void) {
    this.#tell = tell;
  }

  reached(stage: VerificationStage, skipped: boolean | null): void {
    if (this.hasEnded || this.#reached.has(stage)) return;
    this.#reached.add(stage);
    this.#tell({ event: 'stage', stage, skipped });
  }

  end(told: ToldVerification): void {
    for (const stage of VERIFICATION_STAGES) this.reached(stage, null);
    if (!this.hasEnded) this.#tell({ event: 'result', told });
    this.hasEnded = true;
  }

  readonly fail = (error: unknown): void => {
    if (!this.hasEnded) this.#tell({ event: 'failure', error });
    this.hasEnded = true;
  };
}
