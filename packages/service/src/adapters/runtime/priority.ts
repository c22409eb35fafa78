/**
 * Who is served first where there are fewer cores than work. What works on pictures gets the processor that others leave: an
 * answer that takes a millisecond does not stand in line behind work of seconds.
 * @module
 */
import { readdirSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

/** Linux gives each thread a priority of its own; elsewhere a thread would lower that of the whole service. */
function lower(threads: () => readonly number[], isBehind: boolean): void {
  if (process.platform !== 'linux') return;
  const { PRIORITY_BELOW_NORMAL, PRIORITY_LOW } = constants.priority;
  try {
    for (const id of threads()) setPriority(id, isBehind ? PRIORITY_LOW : PRIORITY_BELOW_NORMAL);
  } catch {
    // Not allowed here, or a thread ended meanwhile: then it is served like others.
  }
}

/**
 * This thread, and those that it starts from now on. Nobody without rights gets back what was given up, so a thread stays
 * where it stands.
 * @param isBehind after all others that work on pictures
 */
export const standBack = (isBehind = false): void => lower(() => [0], isBehind);

/** All threads of this process: those that files and decoders use were there before. */
export const allStandBack = (isBehind = false): void =>
  lower(() => readdirSync('/proc/self/task').map(Number), isBehind);
