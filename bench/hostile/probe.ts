/** What an ordinary client sees of a service meanwhile: /health, a login, and how much memory all its processes hold. @module */
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { ask, JSON_TYPE } from './request.ts';
import { type Spread, spreadOf } from './spread.ts';

/** Addresses that log in by turns: one alone may ask 60 times a minute. */
const ADDRESSES = Array.from({ length: 12 }, (_, i) => `127.0.1.${i + 1}`);

const PAUSE_MS = { health: 50, login: 150, memory: 200 } as const;

const ACCOUNT = JSON.stringify({ email: 'probe@example.org', password: 'seventeen frogs' });

export interface Probed {
  readonly health: Spread;
  readonly login: Spread;
  /** Answers that were not 200; of both. */
  readonly refused: number;
  /** Of the service and all processes below it, MiB. */
  readonly rssMib: { readonly before: number; readonly max: number; readonly after: number };
}

export async function openAccount(url: string): Promise<void> {
  const from = ADDRESSES[0] as string;
  const { status } = await ask(url, {
    method: 'POST',
    path: '/v1/auth/register',
    headers: JSON_TYPE,
    body: ACCOUNT,
    from,
  });
  if (status >= 300) throw new Error(`the probe's account was refused with ${status}`);
}

/** Asks until `work` is over. @param pid the service's first process */
export async function probeDuring(url: string, pid: number, work: Promise<unknown>): Promise<Probed> {
  let isOver = false;
  void work.finally(() => (isOver = true)).catch(() => {});
  let refused = 0;
  const times = { health: [] as number[], login: [] as number[] };
  const rss: number[] = [treeRssMib(pid)];
  let turn = 0;

  const measure = async (kind: 'health' | 'login', question: Parameters<typeof ask>[1]): Promise<void> => {
    const startMs = performance.now();
    const { status } = await ask(url, question).catch(() => ({ status: 0 }));
    times[kind].push(performance.now() - startMs);
    if (status !== 200) refused++;
  };
  const again = async (pauseMs: number, once: () => Promise<void> | void): Promise<void> => {
    while (!isOver) {
      await once();
      await wait(pauseMs);
    }
  };
  await Promise.all([
    again(PAUSE_MS.health, () => measure('health', { path: '/health', from: ADDRESSES[0] as string })),
    again(PAUSE_MS.login, () => {
      const from = ADDRESSES[turn++ % ADDRESSES.length] as string;
      return measure('login', { method: 'POST', path: '/v1/auth/login', headers: JSON_TYPE, body: ACCOUNT, from });
    }),
    again(PAUSE_MS.memory, () => void rss.push(treeRssMib(pid))),
  ]);
  await work;
  return {
    health: spreadOf(times.health),
    login: spreadOf(times.login),
    refused,
    rssMib: { before: rss[0] as number, max: Math.max(...rss), after: treeRssMib(pid) },
  };
}

/** Resident memory of a process and of all below it; pages that they share count for each. */
export function treeRssMib(root: number): number {
  const children = new Map<number, number[]>();
  const rssKib = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const status = statusOf(name);
    if (status === null) continue;
    const parent = Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]);
    children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
    rssKib.set(Number(name), Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0));
  }
  let sum = 0;
  for (const queue = [root]; queue.length > 0; ) {
    const pid = queue.pop() as number;
    sum += rssKib.get(pid) ?? 0;
    queue.push(...(children.get(pid) ?? []));
  }
  return Math.round(sum / 1024);
}

function statusOf(pid: string): string | null {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    // It ended meanwhile.
    return null;
  }
}
