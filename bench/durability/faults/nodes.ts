/** The processes of a service that share its work: started, ended and watched one by one. @module */
import type { ChildProcess } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, spawnService } from '../../../packages/service/test/process/serviceProcess.ts';

export const NODE_NAMES = ['api-1', 'api-2', 'worker-1', 'worker-2'] as const;
export type NodeName = (typeof NODE_NAMES)[number];

const START_MS_MAX = 120_000;

interface Running {
  readonly child: ChildProcess;
  readonly output: () => string;
}

export interface Nodes {
  readonly ports: Readonly<Record<NodeName, number>>;
  /** Resolves when it answers, or works. @param settings besides its own @throws {Error} with its output */
  start(name: NodeName, settings?: Readonly<Record<string, string>>): Promise<void>;
  end(name: NodeName, how: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  /** Lines of all processes, those that ended too, that tell of a fault of the service. */
  faults(): readonly string[];
}

/** None of them runs yet. Who starts them does so one after the other: the first migrates, the others find it done. */
export async function placeNodes(
  folder: string,
  environmentOf: (node: NodeName) => Readonly<Record<string, string>>,
): Promise<Nodes> {
  const ports = Object.fromEntries(
    await Promise.all(NODE_NAMES.map(async (node) => [node, await freePort()] as const)),
  ) as Record<NodeName, number>;
  const running = new Map<NodeName, Running>();
  const ended: string[] = [];
  const start: Nodes['start'] = async (node, settings) => {
    const isWorker = node.startsWith('worker');
    const { child, output } = spawnService(path.join(folder, node), ports[node], {
      ...environmentOf(node),
      ...settings,
      ...(isWorker ? { ASSAY_LOG_LEVEL: 'info' } : {}),
    });
    running.set(node, { child, output });
    const isUp = async (): Promise<boolean> =>
      isWorker
        ? output().includes('Assay works')
        : (await fetch(`http://127.0.0.1:${ports[node]}/health/ready`).catch(() => null))?.status === 200;
    const deadline = performance.now() + START_MS_MAX;
    while (!(await isUp())) {
      if (child.exitCode !== null || performance.now() > deadline) throw new Error(`${node}: ${output()}`);
      await sleep(100);
    }
  };
  const end: Nodes['end'] = async (node, how) => {
    const one = running.get(node);
    running.delete(node);
    if (!one || one.child.exitCode !== null || one.child.signalCode !== null) return;
    const gone = new Promise((resolve) => one.child.once('exit', resolve));
    one.child.kill(how);
    await gone;
    ended.push(one.output());
  };
  return {
    ports,
    start,
    end,
    faults: () => [...ended, ...[...running.values()].map(({ output }) => output())].flatMap(faultLines),
  };
}

const faultLines = (output: string): string[] =>
  output.split('\n').filter((line) => /"level":"(error|fatal)"/.test(line));
