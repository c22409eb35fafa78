/**
 * Who is served first where there are fewer cores than work. What works on pictures gets the processor that others leave: an
 * answer that takes a millisecond does not stand in line behind work of seconds.
 * @module
 */
import { readdirSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

/** Linux gives each thread a priority of its own; elsewhere a thread would lower that of the whole service. */
function lower(threads: () => readonly number[]): void {
  if (process.platform !== 'linux') return;
  try {
    for (const id of threads()) setPriority(id, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Not allowed here, or a thread ended meanwhile: then it is served like others.
  }
}

/** This thread, and those that it starts from now on. */
export const standBack = (): void => lower(() => [0]);

/** All threads of this process: those that files and decoders use were there before. */
export const allStandBack = (): void => lower(() => readdirSync('/proc/self/task').map(Number));
