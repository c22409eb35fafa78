/** Where the work in progress came from, carried along with it. @module */
import { AsyncLocalStorage } from 'node:async_hooks';
import { NO_ORIGIN, type Origin } from '../../app/ports/runtime/traces.ts';

const storage = new AsyncLocalStorage<Origin>();

export const currentOrigin = (): Origin => storage.getStore() ?? NO_ORIGIN;

export const withinOrigin = <T>(origin: Origin, work: () => T): T => storage.run(origin, work);

/** The second member of a `traceparent`. */
export const traceIdOf = (traceparent: string | null): string | null => traceparent?.split('-')[1] ?? null;

/** What each line of the log has of it. */
export function originOfLine(): { readonly reqId?: string; readonly trace?: string } {
  const { requestId, traceparent } = currentOrigin();
  const trace = traceIdOf(traceparent);
  return { ...(requestId === null ? {} : { reqId: requestId }), ...(trace === null ? {} : { trace }) };
}
