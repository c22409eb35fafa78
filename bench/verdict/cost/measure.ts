/**
 * In a process of its own: medians of the processor time of each kind of verification, as one line of JSON; or, with `--profile`, where
 * the time of one kind goes.
 *
 *     ASSAY_PHOTOS=DIR node --import ./bench/verdict/cost/plainTypes.mjs --conditions=assay-source bench/verdict/cost/measure.ts ROUNDS WIDTH HEIGHT [--profile KIND]
 */
import { readdirSync } from 'node:fs';
import { Session, type Profiler } from 'node:inspector/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { PHOTOS } from '../pictures.ts';
import { KINDS, type Kind, openVerifications } from './verificationKinds.ts';

const { positionals, values } = parseArgs({ allowPositionals: true, options: { profile: { type: 'string' } } });
const [rounds, width, height] = positionals.map(Number) as [number, number, number];
const names = readdirSync(path.join(PHOTOS, 'train'))
  .filter((name) => name.endsWith('.jpg'))
  .sort();
const taken = [60, 61, 62].map((index) => path.join('train', names[index] ?? '')) as [string, string, string];
const verifications = await openVerifications(taken, width, height);

async function cpuMsOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const median = (numbers: readonly number[]): number =>
  Number((numbers.toSorted((a, b) => a - b)[numbers.length >> 1] as number).toFixed(1));

async function measured(): Promise<object> {
  const costs = new Map<string, number[]>();
  const note = (name: string, ms: number) => costs.set(name, [...(costs.get(name) ?? []), ms]);
  const verdicts: Record<string, string> = {};
  // The first two rounds warm the process up.
  for (let round = -2; round < rounds; round++) {
    const decode = await cpuMsOf(verifications.decode);
    if (round >= 0) note('decode', decode);
    for (const kind of KINDS) {
      const ms = await cpuMsOf(async () => (verdicts[kind] = await verifications.run(kind)));
      if (round >= 0) note(kind, ms);
    }
  }
  return { cpuMs: Object.fromEntries([...costs].map(([name, list]) => [name, median(list)])), verdicts };
}

/** Time in each function itself, the ten with most. */
function topTen({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): object[] {
  const own = new Map<number, number>();
  samples.forEach((id, i) => own.set(id, (own.get(id) ?? 0) + (timeDeltas[i] ?? 0)));
  const byFunction = new Map<string, number>();
  let total = 0;
  for (const { id, callFrame } of nodes) {
    if (callFrame.functionName === '(idle)' || callFrame.functionName === '(program)') continue;
    const where = callFrame.url.split('/').slice(-1)[0] ?? '';
    const name = `${callFrame.functionName || '(anonymous)'} ${where}`.trim();
    byFunction.set(name, (byFunction.get(name) ?? 0) + (own.get(id) ?? 0));
    total += own.get(id) ?? 0;
  }
  return [...byFunction]
    .sort(([, a], [, b]) => b - a)
    .slice(0, 10)
    .map(([name, us]) => ({ name, share: Number((us / total).toFixed(3)), ms: Math.round(us / 1000 / rounds) }));
}

async function profiled(kind: Kind): Promise<object> {
  for (let round = 0; round < 2; round++) await verifications.run(kind);
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: 500 });
  await session.post('Profiler.start');
  for (let round = 0; round < rounds; round++) await verifications.run(kind);
  const { profile } = await session.post('Profiler.stop');
  session.disconnect();
  return { kind, topTen: topTen(profile) };
}

console.log(JSON.stringify(values.profile ? await profiled(values.profile as Kind) : await measured()));
process.exit(0);
