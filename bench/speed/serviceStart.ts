/**
 * How long the built service takes to start, and how much processor time: on an empty data folder, and again on the same one;
 * writes bench/results/service/service-start.json. Other checkouts, built, are measured in turns before this one, so that what else runs on the machine
 * falls on all of them alike; processor time says more than time does where much else runs.
 *
 *     npm run build && node --import tsx --conditions=assay-source bench/speed/serviceStart.ts [CHECKOUT...]
 *
 * Of Linux alone: it reads /proc.
 * @module
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { provenance, saveResult } from '../machine.ts';
import { serviceEntry } from './builtService.ts';

const TURNS = 7;
const ROOT = path.resolve(import.meta.dirname, '../..');
/** Linux counts in hundredths of a second (`getconf CLK_TCK`). */
const TICKS_PER_SECOND = 100;
/** Places in /proc/PID/stat behind the name: user and system time of the process, then of children that have ended. */
const TIMES = [11, 12, 13, 14];

interface Start {
  readonly readyS: number;
  readonly processorS: number;
}

/** A process and everything below it that runs. */
function family(pid: number): number[] {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean),
  );
  return [pid, ...children.flatMap((child) => family(Number(child)))];
}

function processorSeconds(pid: number): number {
  const ticks = family(pid).flatMap((member) => {
    const fields = readFileSync(`/proc/${member}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return TIMES.map((at) => Number(fields[at]));
  });
  return ticks.reduce((sum, value) => sum + value, 0) / TICKS_PER_SECOND;
}

/** Starts the service, waits until it is ready, ends it. */
async function startOnce(checkout: string, dataDir: string): Promise<Start> {
  const { PATH = '' } = process.env;
  const startMs = performance.now();
  const child = spawn(process.execPath, [serviceEntry(checkout)], {
    cwd: dataDir,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH, HOST: '127.0.0.1', PORT: '0', ASSAY_DATA_DIR: dataDir, ASSAY_LOG_LEVEL: 'info' },
  });
  const ended = once(child, 'exit');
  let said = '';
  for await (const chunk of child.stdout) {
    said += String(chunk);
    if (said.includes('Assay serves')) break;
  }
  const url = /Assay serves (http:[^"]+)"/.exec(said)?.[1];
  if (url === undefined) throw new Error(`no start: ${said}`);
  while (!(await fetch(`${url}/health/ready`)).ok);
  const start = { readyS: (performance.now() - startMs) / 1000, processorS: processorSeconds(child.pid as number) };
  child.kill('SIGTERM');
  await ended;
  return start;
}

const round = (seconds: number): number => Math.round(seconds * 100) / 100;

function spreadOf(values: readonly number[]): { medianS: number; leastS: number; mostS: number } {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (place: number): number => round(sorted[place] ?? 0);
  return { medianS: at(Math.floor(sorted.length / 2)), leastS: at(0), mostS: at(sorted.length - 1) };
}

const commitOf = (checkout: string): string =>
  execFileSync('git', ['log', '-1', '--format=%h %s'], { cwd: checkout, encoding: 'utf8' }).trim();

const checkouts = [...process.argv.slice(2).map((name) => path.resolve(name)), ROOT];
const starts = checkouts.map((checkout) => ({ checkout, first: [] as Start[], again: [] as Start[] }));
for (let turn = 0; turn < TURNS; turn += 1)
  for (const { checkout, first, again } of starts) {
    const dataDir = mkdtempSync(path.join(os.tmpdir(), 'assay-start-'));
    try {
      first.push(await startOnce(checkout, dataDir));
      again.push(await startOnce(checkout, dataDir));
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  }

const figuresOf = (all: readonly Start[]) => ({
  ready: spreadOf(all.map(({ readyS }) => readyS)),
  processor: spreadOf(all.map(({ processorS }) => processorS)),
});
const versions = starts.map(({ checkout, first, again }) => ({
  commit: commitOf(checkout),
  firstStart: figuresOf(first),
  startAgain: figuresOf(again),
}));
saveResult('service/service-start', { ...provenance(), turns: TURNS, versions });
console.log(JSON.stringify(versions, null, 2));
