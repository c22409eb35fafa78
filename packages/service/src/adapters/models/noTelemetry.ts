/**
 * onnxruntime's own builds (since 1.29) send events about the process and its models to their maker, unless this variable
 * stands in the environment of the process before the runtime starts: then nothing is collected, kept or sent. Pictures of
 * others pass through here, so it always does.
 * @module
 */
import { isMainThread } from 'node:worker_threads';

const VARIABLE = 'ORT_DISABLE_TELEMETRY';

/**
 * To be called by the main thread before it starts threads that load models, and before every start of the runtime: the
 * environment of a worker thread is a copy, which the runtime does not read.
 * @throws {Error} in a worker thread, if the main thread did not call it before
 */
export function forbidTelemetry(): void {
  if (isMainThread) process.env[VARIABLE] = '1';
  else if (process.env[VARIABLE] !== '1')
    throw new Error('The main thread must call forbidTelemetry() before it starts a thread that loads models.');
}
