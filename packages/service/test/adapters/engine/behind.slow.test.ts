import { readdirSync, readFileSync } from 'node:fs';
import { constants, getPriority } from 'node:os';
import { expect, test } from 'vitest';
import { createEngine } from '../../../src/adapters/engine/engine.ts';
import { BEHIND } from '../../../src/adapters/processes/childProcess.ts';
import { currentTenant } from '../../../src/adapters/runtime/currentTenant.ts';
import { sceneSharp, WATERMARK_KEY } from './scenes.ts';

const LOW = constants.priority.PRIORITY_LOW;

const read = (place: string): string => {
  try {
    return readFileSync(place, 'utf8');
  } catch {
    return '';
  }
};

const threadsBehind = (): number =>
  readdirSync('/proc/self/task').filter((thread) => {
    // The name of a thread may hold spaces and brackets; the 17th field behind it is its priority (proc(5)).
    const fields = read(`/proc/self/task/${thread}/stat`).split(') ').at(-1)?.split(' ') ?? [];
    return Number(fields[16]) === LOW;
  }).length;

const decodersBehind = (): number[] =>
  readdirSync('/proc')
    .filter((name) => new RegExp(`^PPid:\\s+${process.pid}$`, 'm').test(read(`/proc/${name}/status`)))
    .filter((pid) => read(`/proc/${pid}/cmdline`).split('\0').includes(BEHIND))
    .map((pid) => getPriority(Number(pid)));

test.runIf(process.platform === 'linux')(
  'pictures of a tenant with a backlog are worked on behind: by a thread and a decoder that get what others leave',
  async () => {
    const engine = createEngine({ watermarkKey: WATERMARK_KEY, threads: 1, modelFolders: { c: null } });
    try {
      const jpeg = await sceneSharp().jpeg().toBuffer();
      await currentTenant.run({ name: 'quiet', network: '' }, () => engine.examine(jpeg));
      expect([threadsBehind(), decodersBehind()]).toEqual([0, []]);
      const done = currentTenant.run({ name: 'greedy', network: '' }, () =>
        Array.from({ length: 16 }, () => engine.examine(jpeg)),
      );
      const all = Promise.all(done);
      await expect.poll(decodersBehind, { timeout: 60_000, interval: 20 }).toEqual([LOW]);
      expect(threadsBehind()).toBeGreaterThan(0);
      const hashes = new Set((await all).map(({ ids }) => ids.sha256));
      expect(hashes.size).toBe(1);
    } finally {
      await engine.close();
    }
    expect(decodersBehind()).toEqual([]);
  },
);
