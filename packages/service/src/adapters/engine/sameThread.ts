/**
 * Which free thread does a job: the one that did the last one about the same picture, which keeps it decoded and searched for keypoints
 * (`seenPictures.ts`). Nobody waits for it: where it is busy, any other does.
 * @module
 */
import { queueOptionsSymbol } from 'piscina';
import type { Job } from '../line/jobLine.ts';

/** What of a thread is chosen by. */
interface Thread {
  readonly id: number;
  /** Jobs that it works on. */
  readonly currentUsage: number;
}

interface Task {
  readonly [queueOptionsSymbol]: object | null;
}

/** The bytes of the submitted picture, by which one verification's jobs are told: all of them are given the same array. */
const pictureOf = ({ query, bytes }: Job): unknown => query ?? bytes;

/** Goes to the balancer with the task, and not to the thread. */
export function balancedBy(job: Job): Record<symbol, object> {
  const picture = pictureOf(job);
  return picture instanceof Uint8Array ? { [queueOptionsSymbol]: picture } : {};
}

/** A balancer of the pool's threads; null where none is free. */
export function sameThreadFirst(): <Free extends Thread>(task: Task, threads: readonly Free[]) => Free | null {
  const last = new WeakMap<object, number>();
  return (task, threads) => {
    const picture = task[queueOptionsSymbol];
    const free = threads.filter(({ currentUsage }) => currentUsage === 0);
    const chosen = (picture && free.find(({ id }) => id === last.get(picture))) ?? free[0] ?? null;
    if (picture && chosen) last.set(picture, chosen.id);
    return chosen;
  };
}
