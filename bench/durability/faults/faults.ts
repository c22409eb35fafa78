/** What befalls a service of many machines, one after the other. @module */
import { setTimeout as sleep } from 'node:timers/promises';
import { clockAway } from '../../../packages/service/test/process/clockAway.ts';
import type { NodeName } from './nodes.ts';
import type { Topology } from './topology.ts';

export interface Fault {
  readonly name: string;
  /** Resolves when it is over. From then on recovery is counted. */
  befall(topology: Topology, holdMs: number): Promise<void>;
}

/** Of a store that is slow, ms a way. */
const SLOW_MS = 1_000;
const CLOCK_AHEAD_MS = 600_000;

const ending = (how: 'SIGTERM' | 'SIGKILL', nodes: readonly NodeName[]): Fault['befall'] => {
  return async (topology) => {
    for (const node of nodes) {
      await topology.end(node, how);
      await topology.start(node);
    }
  };
};

export const FAULTS: readonly Fault[] = [
  { name: 'rolling restart of all four', befall: ending('SIGTERM', ['api-1', 'api-2', 'worker-1', 'worker-2']) },
  { name: 'kill -9 of an api process', befall: ending('SIGKILL', ['api-1']) },
  { name: 'kill -9 of a worker', befall: ending('SIGKILL', ['worker-1']) },
  {
    name: 'api-1 and worker-1 are cut off from PostgreSQL, connections refused',
    async befall({ lines }, holdMs) {
      lines.ownDatabase.cut();
      await sleep(holdMs);
      lines.ownDatabase.mend();
    },
  },
  {
    name: 'api-1 and worker-1 are cut off from PostgreSQL, packets lost',
    async befall({ lines }, holdMs) {
      lines.ownDatabase.freeze();
      await sleep(holdMs);
      lines.ownDatabase.mend();
    },
  },
  { name: 'PostgreSQL restarts at once', befall: ({ restartDatabase }) => restartDatabase() },
  {
    name: 'Redis is gone',
    async befall({ redis }, holdMs) {
      await redis.stop();
      await sleep(holdMs);
      await redis.start();
    },
  },
  {
    name: 'S3 is slow, a second each way',
    async befall({ lines }, holdMs) {
      lines.store.slow(SLOW_MS);
      await sleep(holdMs);
      lines.store.mend();
    },
  },
  {
    name: 'S3 refuses connections',
    async befall({ lines }, holdMs) {
      lines.store.cut();
      await sleep(holdMs);
      lines.store.mend();
    },
  },
  {
    name: 'the clocks of api-2 and worker-2 are ten minutes ahead',
    async befall(topology, holdMs) {
      for (const node of ['api-2', 'worker-2'] as const) {
        await topology.end(node, 'SIGTERM');
        await topology.start(node, clockAway(CLOCK_AHEAD_MS));
      }
      await sleep(holdMs);
      for (const node of ['api-2', 'worker-2'] as const) {
        await topology.end(node, 'SIGTERM');
        await topology.start(node);
      }
    },
  },
  // The last: there is one replica.
  { name: 'fail-over: the primary is killed, the replica takes over', befall: ({ failOver }) => failOver() },
];
