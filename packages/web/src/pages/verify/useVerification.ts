/** One check at a time: starts it, follows it, cancels it. @module */
import type { AssayClient } from '@assay/sdk/client';
import { useCallback, useEffect, useReducer, useRef } from 'react';
import { failureBeforeSending, failureOf, waitReasonOf } from '../../shared/failure.ts';
import { IDLE, type Picked, reduce, type VerifyState } from './state.ts';

export interface Verification {
  readonly state: VerifyState;
  /** Checks the first of these files; a running check is cancelled. */
  readonly start: (files: readonly File[]) => void;
  readonly retry: (picked: Picked) => void;
  /** Back to the beginning; a running check is cancelled. */
  readonly reset: () => void;
}

export function useVerification(client: Pick<AssayClient, 'verify'>): Verification {
  const [state, dispatch] = useReducer(reduce, IDLE);
  const running = useRef<AbortController | null>(null);
  const attempts = useRef(0);

  const cancel = useCallback(() => {
    running.current?.abort();
    running.current = null;
  }, []);
  useEffect(() => cancel, [cancel]);

  const retry = useCallback(
    (picked: Picked) => {
      cancel();
      const controller = new AbortController();
      running.current = controller;
      attempts.current += 1;
      const attempt = attempts.current;
      dispatch({ type: 'started', attempt, picked });
      client
        .verify(picked.file, {
          tamperMap: true,
          signal: controller.signal,
          onProgress: (progress) => dispatch({ type: 'progressed', attempt, ...progress }),
          onRetry: ({ error, delayMs }) =>
            dispatch({ type: 'waiting', attempt, reason: waitReasonOf(error), delayS: delayMs / 1000 }),
        })
        .then(
          (result) => dispatch({ type: 'answered', attempt, result }),
          (error: unknown) => {
            if (!controller.signal.aborted) dispatch({ type: 'failed', attempt, failure: failureOf(error) });
          },
        );
    },
    [client, cancel],
  );

  const start = useCallback(
    (files: readonly File[]) => {
      const [file] = files;
      const failure = failureBeforeSending(file);
      if (file && !failure) return retry({ file, ignoredCount: files.length - 1 });
      cancel();
      attempts.current += 1;
      if (failure) dispatch({ type: 'rejected', attempt: attempts.current, failure });
    },
    [retry, cancel],
  );

  const reset = useCallback(() => {
    cancel();
    dispatch({ type: 'reset' });
  }, [cancel]);

  return { state, start, retry, reset };
}
