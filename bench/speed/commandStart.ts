/**
 * How long commands of the command line take to start, from the build, beside Node alone; writes
 * bench/results/service/command-start.json. A command ends before it asks a service: what it would ask is no address.
 *
 *     npm run build && node --import tsx --conditions=assay-source bench/speed/commandStart.ts
 * @module
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { provenance, saveResult } from '../machine.ts';

const TURNS = 20;
const ROOT = path.resolve(import.meta.dirname, '../..');
const PROGRAM = path.join(ROOT, 'packages/cli/bin/assay.mjs');

/** [name, arguments of Node] */
const CASES: readonly (readonly [string, readonly string[]])[] = [
  ['node alone', ['--eval', '0']],
  ['assay --version', [PROGRAM, '--version']],
  ['assay --help', [PROGRAM, '--help']],
  ['assay verify', [PROGRAM, 'verify', 'a.jpg', '--server', 'none']],
  ['assay upload', [PROGRAM, 'upload', 'a.jpg', '--server', 'none']],
  ['assay assets ls', [PROGRAM, 'assets', 'ls', '--server', 'none']],
];

const { HOME = '', PATH = '' } = process.env;
const times = new Map<string, number[]>(CASES.map(([name]) => [name, []]));
for (let turn = 0; turn < TURNS; turn += 1)
  for (const [name, args] of CASES) {
    const startMs = performance.now();
    spawnSync(process.execPath, args, { env: { HOME, PATH }, stdio: 'ignore' });
    times.get(name)?.push(performance.now() - startMs);
  }

const cases = [...times].map(([name, all]) => {
  const sorted = all.sort((a, b) => a - b);
  const round = (ms: number | undefined) => Math.round(ms ?? 0);
  return {
    name,
    medianMs: round(sorted[Math.floor(TURNS / 2)]),
    leastMs: round(sorted[0]),
    mostMs: round(sorted.at(-1)),
  };
});
saveResult('service/command-start', { ...provenance(), turns: TURNS, cases });
console.table(cases);
