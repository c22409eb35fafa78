import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { NODE_NAMES, type NodeName } from '../../../bench/durability/faults/nodes.ts';
import { type Parts, startTopology } from '../../../bench/durability/faults/topology.ts';
import type { FaultProxy } from '../../../packages/service/test/support/faultProxy.ts';
import type { RedisServer } from '../../../packages/service/test/support/redisServer.ts';

/** Writes down what begins and ends, in order. */
function scriptedParts(failing: string | null, stubborn: string | null = null) {
  const running: string[] = [];
  const ended: string[] = [];
  const began: string[] = [];
  const begin = (name: string): void => {
    began.push(name);
    // A script or a process that fails halfway leaves something behind.
    running.push(name);
    if (name === failing) throw new Error(`${name} does not start`);
  };
  const end = (name: string): void => {
    if (!running.includes(name)) return;
    running.splice(running.indexOf(name), 1);
    ended.push(name);
    if (name === stubborn) throw new Error(`${name} does not end`);
  };
  let line = 0;
  const parts: Parts = {
    run: async (script, words) => {
      const name = script.startsWith('testPostgres') ? 'postgres' : 'swift';
      if (words.includes('start')) begin(name);
      else end(name);
      return name === 'postgres' ? 'postgresql://a:1/b postgresql://a:2/b\n' : 'http://127.0.0.1:3 id secret\n';
    },
    makeBucket: async () => {
      if (failing === 'bucket') throw new Error('bucket does not start');
    },
    // These two leave nothing behind when they fail.
    startRedisServer: async () => {
      if (failing === 'redis') throw new Error('redis does not start');
      begin('redis');
      return { url: 'redis://127.0.0.1:4', remove: async () => end('redis') } as RedisServer;
    },
    startFaultProxy: async () => {
      line += 1;
      const name = `line-${line}`;
      if (failing === name) throw new Error(`${name} does not start`);
      begin(name);
      return { port: line, close: async () => end(name) } as FaultProxy;
    },
    placeNodes: async () => ({
      ports: Object.fromEntries(NODE_NAMES.map((node, at) => [node, at])) as Record<NodeName, number>,
      start: async (node) => begin(node),
      end: async (node) => end(node),
      faults: () => [],
    }),
    placeBalancer: async () => ({
      url: 'http://127.0.0.1:5',
      start: async () => begin('balancer'),
      end: () => end('balancer'),
    }),
  };
  return { parts, running, began, ended };
}

const STEPS = ['postgres', 'swift', 'bucket', 'redis', 'line-1', 'line-2', 'line-3', ...NODE_NAMES, 'balancer'];
/** They are killed side by side. */
const asOne = (names: readonly string[]): string[] => [
  ...new Set(names.map((name) => (NODE_NAMES.includes(name as NodeName) ? 'nodes' : name))),
];

async function inFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'assay-topology-'));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

test.each(STEPS)('nothing runs on when %s does not start, and the last that began ends first', async (failing) => {
  const { parts, running, began, ended } = scriptedParts(failing);
  await inFolder(async (folder) => {
    await expect(startTopology(folder, 'scripted', parts)).rejects.toThrow(`${failing} does not start`);
  });
  expect(running).toEqual([]);
  expect(asOne(ended)).toEqual(asOne(began).reverse());
});

test('a close ends everything, in reverse order too', async () => {
  const { parts, running, began, ended } = scriptedParts(null);
  await inFolder(async (folder) => (await startTopology(folder, 'scripted', parts)).close());
  expect(began).toHaveLength(STEPS.length - 1);
  expect(running).toEqual([]);
  expect(asOne(ended)).toEqual(asOne(began).reverse());
});

test('a part that does not end keeps no other one running, and both faults are told', async () => {
  const { parts, running } = scriptedParts('worker-2', 'redis');
  const failure = await inFolder((folder) => startTopology(folder, 'scripted', parts)).catch((cause: unknown) => cause);
  expect(running).toEqual([]);
  expect(failure).toBeInstanceOf(AggregateError);
  expect((failure as AggregateError).errors.map(({ message }) => message)).toEqual([
    'worker-2 does not start',
    'redis does not end',
  ]);
});
