/** Checks of one visit of the page: a few at a time, each followed, tried again, or all of them cancelled. @module */
import type { AssayClient } from '@assay/sdk/client';
import { useCallback, useEffect, useReducer, useRef } from 'react';
import { failureBeforeSending, failureOf, waitReasonOf } from '../../shared/failure.ts';
import { type CheckEvent, type CheckState, reduceChecks } from './state.ts';

/** The service judges as many at once as it has processors, often two; more would only wait there. */
const AT_ONCE = 2;

type Client = Pick<AssayClient, 'verify'>;

export interface Checks {
  readonly checks: readonly CheckState[];
  /** Begins anew with these; what runs is cancelled. Nothing at all is told as what it is: no picture. */
  readonly start: (files: readonly File[]) => void;
  readonly retry: (check: CheckState) => void;
  /** Back to the beginning; what runs is cancelled. */
  readonly reset: () => void;
}

export function useChecks(client: Client, bytesMax: number | null): Checks {
  const [checks, dispatch] = useReducer(reduceChecks, []);
  const runner = useRef<CheckRunner | null>(null);
  const attempts = useRef(0);
  const nextAttempt = () => {
    attempts.current += 1;
    return attempts.current;
  };

  const reset = useCallback(() => {
    runner.current?.stop();
    runner.current = new CheckRunner(client, dispatch);
    dispatch({ type: 'reset' });
  }, [client]);
  useEffect(() => () => runner.current?.stop(), []);

  const start = useCallback(
    (files: readonly File[]) => {
      reset();
      for (const file of files.length > 0 ? files : [undefined]) {
        const attempt = nextAttempt();
        const failure = failureBeforeSending(file, bytesMax);
        if (failure) dispatch({ type: 'rejected', attempt, file: file ?? null, failure });
        else if (file) {
          dispatch({ type: 'queued', attempt, file });
          runner.current?.add(attempt, file);
        }
      }
    },
    [reset, bytesMax],
  );
  const retry = useCallback(({ attempt, file }: CheckState) => {
    const as = nextAttempt();
    dispatch({ type: 'retried', attempt, as });
    if (file) runner.current?.add(as, file);
  }, []);
  return { checks, start, retry, reset };
}

/** Sends what waits, in its order. */
class CheckRunner {
  readonly #client: Client;
  readonly #tell: (event: CheckEvent) => void;
  readonly #controller = new AbortController();
  readonly #waiting: { readonly attempt: number; readonly file: File }[] = [];
  #running = 0;

  constructor(client: Client, tell: (event: CheckEvent) => void) {
    this.#client = client;
    this.#tell = (event) => {
      if (!this.#controller.signal.aborted) tell(event);
    };
  }

  add(attempt: number, file: File): void {
    this.#waiting.push({ attempt, file });
    this.#pump();
  }

  stop(): void {
    this.#waiting.length = 0;
    this.#controller.abort();
  }

  #pump(): void {
    while (this.#running < AT_ONCE) {
      const next = this.#waiting.shift();
      if (!next) return;
      this.#running += 1;
      void this.#check(next.attempt, next.file).finally(() => {
        this.#running -= 1;
        this.#pump();
      });
    }
  }

  async #check(attempt: number, file: File): Promise<void> {
    this.#tell({ type: 'started', attempt });
    try {
      const result = await this.#client.verify(file, {
        tamperMap: true,
        signal: this.#controller.signal,
        onProgress: (progress) => this.#tell({ type: 'progressed', attempt, ...progress }),
        onStage: (stage) => this.#tell({ type: 'reached', attempt, stage }),
        onRetry: ({ error, delayMs }) =>
          this.#tell({ type: 'waiting', attempt, reason: waitReasonOf(error), delayS: delayMs / 1000 }),
      });
      this.#tell({ type: 'answered', attempt, result });
    } catch (error) {
      this.#tell({ type: 'failed', attempt, failure: failureOf(error) });
    }
  }
}
