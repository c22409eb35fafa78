/** Jobs that only tests need: slow, failing and deadly ones. Entry of a real child process. */
import { readdirSync, readlinkSync } from 'node:fs';
import { getPriority } from 'node:os';
import { serveFrames } from '../../../src/adapters/processes/serveFrames.ts';

const linkOf = (name: string): string => {
  try {
    return readlinkSync(`/proc/self/fd/${name}`);
  } catch {
    return 'closed';
  }
};

serveFrames(async ({ head, blobs }, askParent) => {
  switch (head.kind) {
    case 'hang':
      for (;;);
    case 'sleep':
      return new Promise(() => {});
    case 'crash':
      process.kill(process.pid, 'SIGSEGV');
      return new Promise(() => {});
    case 'fail':
      throw new Error('no such picture');
    case 'ask':
      return askParent({ head: {}, blobs });
    case 'describe':
      return {
        head: {
          env: process.env,
          files: readdirSync('/proc/self/fd').map(linkOf),
          priorities: readdirSync('/proc/self/task').map((id) => getPriority(Number(id))),
        },
        blobs: [],
      };
    default:
      return { head: { pid: process.pid }, blobs };
  }
});
