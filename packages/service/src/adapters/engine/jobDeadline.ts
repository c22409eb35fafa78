/**
 * A bound on a job's time that counts from the moment its thread begins it: a thread that is still loading its code, on
 * a crowded machine for many seconds, is not the job's fault.
 * @module
 */
import { MessageChannel, type MessagePort } from 'node:worker_threads';

/** What of a job the worker's entry needs to tell that it has begun; absent from jobs without a bound. */
export interface TimedJob {
  readonly began?: MessagePort;
}

export interface JobDeadline {
  /** Goes to the thread with the job. */
  readonly began: MessagePort;
  /** Aborted `msMax` milliseconds after the thread told that it had begun. */
  readonly signal: AbortSignal;
  /** To be called when the job is over, however it ended. */
  cancel(): void;
}

export function jobDeadline(msMax: number): JobDeadline {
  const { port1, port2 } = new MessageChannel();
  const tooLong = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  port1.once('message', () => {
    timer = setTimeout(() => tooLong.abort(), msMax);
  });
  return {
    began: port2,
    signal: tooLong.signal,
    cancel() {
      clearTimeout(timer);
      port1.close();
    },
  };
}

/** In the worker, first of all: the job's time counts from here. */
export function tellBegun({ began }: TimedJob): void {
  // A port to another thread has no origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  began?.postMessage(null);
}
