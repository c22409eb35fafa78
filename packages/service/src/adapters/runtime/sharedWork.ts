/** The port `SharedWork` within this process. @module */
import type { SharedWork } from '../../app/ports/runtime/sharedWork.ts';

/** @param atOnceMax works of different names that are done at a time */
export function createSharedWork(atOnceMax: number): SharedWork {
  const underWay = new Map<string, Promise<unknown>>();
  const waiting: (() => void)[] = [];
  let busy = 0;
  const turn = async (): Promise<void> => {
    if (busy < atOnceMax) busy += 1;
    // Whoever ends hands its place on, so that nobody who comes later takes it.
    else await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const done = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    await turn();
    try {
      return await work();
    } finally {
      underWay.delete(name);
      const next = waiting.shift();
      if (next) next();
      else busy -= 1;
    }
  };
  return {
    once<T>(name: string, work: () => Promise<T>): Promise<T> {
      const same = underWay.get(name);
      if (same) return same as Promise<T>;
      const begun = done(name, work);
      underWay.set(name, begun);
      return begun;
    },
  };
}
