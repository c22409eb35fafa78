/**
 * What each kind of verification costs, in this checkout and in another one, in turns, so that both meet the same machine:
 *
 *     ASSAY_PHOTOS=DIR npx tsx --conditions=assay-source bench/verdict/cost/sideBySide.ts OTHER_CHECKOUT [TURNS] [ROUNDS] [--size 768x512]
 *
 * Processor time of the whole process, medians of TURNS processes' medians of ROUNDS each, beside sharp's decoding of the delivered
 * file. The programs of this folder are copied into the other checkout. Then profiles of the three costliest kinds in both: the ten functions
 * that most time is spent in. Writes bench/results/verdict/cost.json, of another size cost-WIDTHxHEIGHT.json beside it.
 */
import { execFileSync, type ExecFileSyncOptionsWithStringEncoding } from 'node:child_process';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { saveResult } from '../../machine.ts';

const COMMON_SIZE = '768x512';
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { size: { type: 'string', default: COMMON_SIZE } },
});
const [other, turns = '3', rounds = '5'] = positionals;
const [width, height] = values.size.split('x');
if (other === undefined || width === undefined || height === undefined)
  throw new RangeError('usage: sideBySide.ts OTHER_CHECKOUT [TURNS] [ROUNDS] [--size WIDTHxHEIGHT]');
const here = path.resolve(import.meta.dirname, '../../..');
const PROFILED = ['marked copy', 'forged copy', 'unknown'];
cpSync(import.meta.dirname, path.join(other, 'bench/verdict/cost'), { recursive: true });

interface Medians {
  readonly cpuMs: Readonly<Record<string, number>>;
  readonly verdicts: Readonly<Record<string, string>>;
}

/** What the engine's threads are given in that checkout; here the jobs run in the process's own. */
function threadFlags(checkout: string): string[] {
  const file = path.join(checkout, 'packages/service/src/adapters/engine/threadHeap.ts');
  return existsSync(file) ? [...(/--initial-heap-size=\d+/.exec(readFileSync(file, 'utf8')) ?? [])] : [];
}

function run<Result>(checkout: string, ...args: string[]): Result {
  const program = [
    ...threadFlags(checkout),
    '--import',
    './bench/verdict/cost/plainTypes.mjs',
    '--conditions=assay-source',
    'bench/verdict/cost/measure.ts',
    rounds,
    width as string,
    height as string,
  ];
  const options: ExecFileSyncOptionsWithStringEncoding = {
    cwd: checkout,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  };
  return JSON.parse(execFileSync(process.execPath, [...program, ...args], options)) as Result;
}

const commitOf = (checkout: string): string =>
  execFileSync('git', ['rev-parse', 'HEAD'], { cwd: checkout, encoding: 'utf8' }).trim();

/** Of the turns' medians, the middle one. */
function middle(of: readonly Medians[]): Medians {
  const kinds = Object.keys(of[0]?.cpuMs ?? {});
  const at = (kind: string) => of.map(({ cpuMs }) => cpuMs[kind] as number).sort((a, b) => a - b)[of.length >> 1];
  const cpuMs = Object.fromEntries(kinds.map((kind) => [kind, at(kind) as number]));
  return { cpuMs, verdicts: of[0]?.verdicts ?? {} };
}

const [before, now]: [Medians[], Medians[]] = [[], []];
for (let turn = 0; turn < Number(turns); turn++) {
  before.push(run(other));
  now.push(run(here));
}
const profiles = (checkout: string) => PROFILED.map((kind) => run(checkout, '--profile', kind));
const sides = { before: middle(before), now: middle(now) };
const profile = { before: profiles(other), now: profiles(here) };
const picture = `${width} x ${height}`;
console.log(
  saveResult(values.size === COMMON_SIZE ? 'verdict/cost' : `verdict/cost-${values.size}`, {
    picture,
    turns: Number(turns),
    rounds: Number(rounds),
    otherCommit: commitOf(other),
    ...sides,
    profile,
  }),
);
