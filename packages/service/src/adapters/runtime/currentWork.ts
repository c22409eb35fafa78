/** Whether the work in progress is still wanted, carried along with it. @module */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { CurrentWork } from '../../app/ports/runtime/runtime.ts';

const storage = new AsyncLocalStorage<AbortSignal | undefined>();

/** By name; several works may have the same. */
const running = new Map<string, Set<AbortController>>();

export const currentWork: CurrentWork = {
  run: (signal, work) => storage.run(signal, work),
  signal: () => storage.getStore(),
  async named(name, work) {
    const own = new AbortController();
    const outer = storage.getStore();
    const all = running.get(name) ?? new Set();
    running.set(name, all.add(own));
    try {
      return await storage.run(outer ? AbortSignal.any([outer, own.signal]) : own.signal, work);
    } finally {
      all.delete(own);
      if (all.size === 0) running.delete(name);
    }
  },
  cancel(name, reason) {
    for (const controller of running.get(name) ?? []) controller.abort(reason);
  },
};
