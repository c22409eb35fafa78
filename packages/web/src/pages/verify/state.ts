/**
 * What the check of one picture can be in, and how events lead from one state to the next. Every event belongs to an attempt;
 * one that comes late from a cancelled attempt changes nothing.
 * @module
 */
import type { ReachedStage, VerificationResult } from '@assay/sdk/types';
import type { Failure, WaitReason } from '../../shared/failure.ts';

interface Attempted {
  readonly attempt: number;
  readonly file: File;
}

export type CheckState =
  /** Others are under way. */
  | (Attempted & { readonly state: 'queued' })
  | (Attempted & { readonly state: 'sending' /** 0..1 */; readonly sentFraction: number })
  /** @property reached what was done so far, in its order; nothing where the service tells nothing */
  | (Attempted & { readonly state: 'judging'; readonly reached: readonly ReachedStage[] })
  | (Attempted & { readonly state: 'waiting'; readonly reason: WaitReason; readonly delayS: number })
  | (Attempted & { readonly state: 'done'; readonly result: VerificationResult })
  | {
      readonly state: 'failed';
      readonly attempt: number;
      /** Null if what was dropped was no file at all. */
      readonly file: File | null;
      readonly failure: Failure;
    };

export type CheckEvent =
  | ({ readonly type: 'queued' } & Attempted)
  | { readonly type: 'rejected'; readonly attempt: number; readonly file: File | null; readonly failure: Failure }
  /** Another try, which has a number of its own. */
  | { readonly type: 'retried'; readonly attempt: number; readonly as: number }
  | { readonly type: 'started'; readonly attempt: number }
  | { readonly type: 'progressed'; readonly attempt: number; readonly sentBytes: number; readonly totalBytes: number }
  | { readonly type: 'waiting'; readonly attempt: number; readonly reason: WaitReason; readonly delayS: number }
  | { readonly type: 'reached'; readonly attempt: number; readonly stage: ReachedStage }
  | { readonly type: 'answered'; readonly attempt: number; readonly result: VerificationResult }
  | { readonly type: 'failed'; readonly attempt: number; readonly failure: Failure }
  | { readonly type: 'reset' };

export type RunningCheck = Extract<CheckState, { state: 'queued' | 'sending' | 'judging' | 'waiting' }>;

export function isRunning(check: CheckState): check is RunningCheck {
  return check.state !== 'done' && check.state !== 'failed';
}

/** All checks of one visit of the page, in the order in which they were chosen. */
export function reduceChecks(checks: readonly CheckState[], event: CheckEvent): readonly CheckState[] {
  switch (event.type) {
    case 'reset':
      return [];
    case 'queued':
      return [...checks, { state: 'queued', attempt: event.attempt, file: event.file }];
    case 'rejected':
      return [...checks, { state: 'failed', attempt: event.attempt, file: event.file, failure: event.failure }];
    default:
      return checks.map((check) => (check.attempt === event.attempt ? reduceCheck(check, event) : check));
  }
}

type OwnEvent = Exclude<CheckEvent, { type: 'reset' | 'queued' | 'rejected' }>;

function reduceCheck(check: CheckState, event: OwnEvent): CheckState {
  if (event.type === 'retried')
    return check.file === null ? check : { state: 'queued', attempt: event.as, file: check.file };
  if (!isRunning(check)) return check;
  const { attempt, file } = check;
  switch (event.type) {
    case 'started':
      return { state: 'sending', attempt, file, sentFraction: 0 };
    case 'progressed': {
      const sentFraction = event.totalBytes > 0 ? Math.min(1, event.sentBytes / event.totalBytes) : 0;
      return sentFraction === 1
        ? { state: 'judging', attempt, file, reached: [] }
        : { state: 'sending', attempt, file, sentFraction };
    }
    case 'reached': {
      const before = check.state === 'judging' ? check.reached : [];
      return { state: 'judging', attempt, file, reached: [...before, event.stage] };
    }
    case 'waiting':
      return { state: 'waiting', attempt, file, reason: event.reason, delayS: event.delayS };
    case 'answered':
      return { state: 'done', attempt, file, result: event.result };
    case 'failed':
      return { state: 'failed', attempt, file, failure: event.failure };
  }
}
