/**
 * What the verify page can be in, and how events lead from one state to the next. Every event but `started` and `reset`
 * belongs to an attempt; one that comes late from a cancelled attempt changes nothing.
 * @module
 */
import type { VerificationResult } from '@assay/sdk/types';
import type { Failure, WaitReason } from '../../shared/failure.ts';

export interface Picked {
  readonly file: File;
  /** Further files that were dropped with it and are not checked. */
  readonly ignoredCount: number;
}

interface Attempted {
  readonly attempt: number;
  readonly picked: Picked;
}

export type VerifyState =
  | { readonly state: 'idle' }
  | (Attempted & { readonly state: 'sending' /** 0..1 */; readonly sentFraction: number })
  | (Attempted & { readonly state: 'judging' })
  | (Attempted & { readonly state: 'waiting'; readonly reason: WaitReason; readonly delayS: number })
  | (Attempted & { readonly state: 'done'; readonly result: VerificationResult })
  | {
      readonly state: 'failed';
      readonly attempt: number;
      /** Null if there was nothing that could be sent, so nothing to try again with. */
      readonly picked: Picked | null;
      readonly failure: Failure;
    };

export type VerifyEvent =
  | ({ readonly type: 'started' } & Attempted)
  | { readonly type: 'rejected'; readonly attempt: number; readonly failure: Failure }
  | { readonly type: 'progressed'; readonly attempt: number; readonly sentBytes: number; readonly totalBytes: number }
  | { readonly type: 'waiting'; readonly attempt: number; readonly reason: WaitReason; readonly delayS: number }
  | {
      readonly type: 'answered';
      readonly attempt: number;
      readonly result: VerificationResult;
    }
  | { readonly type: 'failed'; readonly attempt: number; readonly failure: Failure }
  | { readonly type: 'reset' };

export const IDLE: VerifyState = { state: 'idle' };

type Running = Extract<VerifyState, { state: 'sending' | 'judging' | 'waiting' }>;

export function isRunning(state: VerifyState): state is Running {
  return state.state === 'sending' || state.state === 'judging' || state.state === 'waiting';
}

export function reduce(state: VerifyState, event: VerifyEvent): VerifyState {
  if (event.type === 'reset') return IDLE;
  if (event.type === 'started')
    return { state: 'sending', attempt: event.attempt, picked: event.picked, sentFraction: 0 };
  if (event.type === 'rejected')
    return { state: 'failed', attempt: event.attempt, picked: null, failure: event.failure };
  if (!isRunning(state) || event.attempt !== state.attempt) return state;
  const { attempt, picked } = state;
  switch (event.type) {
    case 'progressed': {
      const sentFraction = event.totalBytes > 0 ? Math.min(1, event.sentBytes / event.totalBytes) : 0;
      return sentFraction === 1
        ? { state: 'judging', attempt, picked }
        : { state: 'sending', attempt, picked, sentFraction };
    }
    case 'waiting':
      return { state: 'waiting', attempt, picked, reason: event.reason, delayS: event.delayS };
    case 'answered':
      return { state: 'done', attempt, picked, result: event.result };
    case 'failed':
      return { state: 'failed', attempt, picked, failure: event.failure };
  }
}
