/** Memory and processor time of a process and of all that it started, from Linux's /proc. @module */
import { readdirSync, readFileSync } from 'node:fs';

export interface GroupUse {
  readonly processes: number;
  /** Resident, MiB; what several processes share counts in each. */
  readonly rssMiB: number;
  /** Resident, MiB; what several share is divided among them. */
  readonly pssMiB: number;
  /** User and system, ms, of those that live. */
  readonly cpuMs: number;
}

/** Linux counts processor time in hundredths of a second for every reader (`man 5 proc`, USER_HZ). */
const MS_PER_TICK = 10;

/** Null for one that has ended meanwhile. */
function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

/** Fields of /proc/PID/stat behind the name, which may hold spaces. */
const fieldsOf = (stat: string): string[] => stat.slice(stat.lastIndexOf(')') + 2).split(' ');

/** @returns the processes of the tree below `root`, itself included */
function treeOf(root: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? read(`/proc/${name}/stat`) : null;
    if (stat === null) continue;
    const parent = Number(fieldsOf(stat)[1]);
    children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const tree = [root];
  for (const pid of tree) tree.push(...(children.get(pid) ?? []));
  return tree;
}

export function useOf(root: number): GroupUse {
  let [processes, rssKiB, pssKiB, ticks] = [0, 0, 0, 0];
  for (const pid of treeOf(root)) {
    const [stat, memory] = [read(`/proc/${pid}/stat`), read(`/proc/${pid}/smaps_rollup`)];
    if (stat === null || memory === null) continue;
    const fields = fieldsOf(stat);
    processes++;
    rssKiB += Number(/^Rss:\s+(\d+)/m.exec(memory)?.[1] ?? 0);
    pssKiB += Number(/^Pss:\s+(\d+)/m.exec(memory)?.[1] ?? 0);
    ticks += Number(fields[11]) + Number(fields[12]);
  }
  const mebibytes = (kibibytes: number): number => Math.round(kibibytes / 1024);
  return { processes, rssMiB: mebibytes(rssKiB), pssMiB: mebibytes(pssKiB), cpuMs: ticks * MS_PER_TICK };
}
