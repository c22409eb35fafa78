/** What a service is put through: the most that it serves, a burst, a noisy tenant, hours of work. @module */
import { setTimeout as sleep } from 'node:timers/promises';
import type { LoadedService } from './loadedService.ts';
import { type Answered, type LoopSummary, openLoop, summaryOf } from './openLoop.ts';

/** Steps of the rate until it is too much. */
const GROWTH = 1.25;
const SERVED_MIN = 0.99;
/** Beyond so many times the latency of a service that idles, it does not keep up any more. */
const P95_GROWTH_MAX = 4;

export interface Knee {
  readonly perSecond: number;
  readonly idleP95S: number;
  readonly steps: readonly LoopSummary[];
}

/** The highest rate at which 99 % are served and the 95th percentile stays below four times that of an idle service. */
export async function findKnee({ verify }: LoadedService, stepSeconds: number, firstPerSecond = 0.2): Promise<Knee> {
  const steps: LoopSummary[] = [];
  let knee = 0;
  let idleP95S = Number.NaN;
  for (let perSecond = firstPerSecond, seed = 1; ; perSecond *= GROWTH, seed++) {
    // Long enough for twenty at a slow rate: a percentile of fewer is chance.
    const seconds = Math.max(stepSeconds, 20 / perSecond);
    const summary = summaryOf(await openLoop(verify, { perSecond, seconds, seed }), seconds);
    steps.push(summary);
    if (Number.isNaN(idleP95S)) idleP95S = summary.p95S;
    const keepsUp = summary.served >= SERVED_MIN * summary.asked && summary.p95S <= P95_GROWTH_MAX * idleP95S;
    if (!keepsUp) return { perSecond: knee, idleP95S, steps };
    knee = summary.askedPerSecond;
  }
}

export interface Burst extends LoopSummary {
  readonly perSecond: number;
  readonly seconds: number;
  /** From its end until a lone verification takes no more than twice the idle 95th percentile. */
  readonly recoveryS: number;
}

export async function burst(service: LoadedService, knee: Knee, seconds: number): Promise<Burst> {
  const perSecond = 10 * knee.perSecond;
  const startMs = performance.now();
  const asked = openLoop(service.verify, { perSecond, seconds, seed: 77 });
  await sleep(seconds * 1000);
  const endMs = performance.now();
  while ((await lone(service)) > 2 * knee.idleP95S) await sleep(200);
  const recoveryS = Math.round((performance.now() - endMs) / 100) / 10;
  const answered = await asked;
  return { perSecond, ...summaryOf(answered, seconds), seconds: Math.round((endMs - startMs) / 1000), recoveryS };
}

async function lone({ verify }: LoadedService): Promise<number> {
  const startMs = performance.now();
  const { status } = await verify().catch(() => ({ status: 0 }));
  return status === 200 ? (performance.now() - startMs) / 1000 : Number.POSITIVE_INFINITY;
}

export interface Noisy {
  readonly alone: LoopSummary;
  readonly beside: LoopSummary;
  readonly noise: LoopSummary;
  /** Median beside the noise over median alone. */
  readonly ratio: number;
}

/** One tenant uploads at eight times what the service can, another verifies at a fifth of it. */
export async function noisyTenant(service: LoadedService, knee: Knee, seconds: number): Promise<Noisy> {
  const quiet = { perSecond: Math.max(0.1, knee.perSecond / 5), seconds, seed: 5 };
  const ask = service.uploadAs('second');
  const alone = summaryOf(await openLoop(ask, quiet), seconds);
  const noise = openLoop(service.uploadAs('first'), { perSecond: 8 * knee.perSecond, seconds, seed: 6 });
  const beside = summaryOf(await openLoop(ask, quiet), seconds);
  return {
    alone,
    beside,
    noise: summaryOf(await noise, seconds),
    ratio: Math.round((100 * beside.p50S) / alone.p50S) / 100,
  };
}

export interface Soak extends LoopSummary {
  readonly minutes: number;
  readonly perSecond: number;
  /** Of the second and the last tenth of the time: the first one warms up. MiB, mean. */
  readonly memoryMib: { readonly early: number; readonly late: number; readonly growth: number };
  /** Of the same tenths, s. */
  readonly p95: { readonly early: number; readonly late: number };
  /** Each tenth of the time. */
  readonly tenths: readonly { readonly memoryMib: number; readonly p50S: number; readonly p95S: number }[];
  readonly files: { readonly before: number; readonly after: number; readonly uploaded: number };
  /** Rows for each answered request, of the tables that grew; null when nobody could count them. */
  readonly rowsPerRequest: Readonly<Record<string, number>> | null;
}

const SAMPLE_MS = 5_000;

/** At 70 % of the knee; every tenth request is an upload. */
export async function soak(service: LoadedService, knee: Knee, minutes: number): Promise<Soak> {
  const perSecond = 0.7 * knee.perSecond;
  const seconds = minutes * 60;
  let turn = 0;
  let uploaded = 0;
  const upload = service.uploadAs('first');
  const before = await service.files();
  const rowsBefore = await service.tableRows();
  const samples: number[] = [];
  const timer = setInterval(() => samples.push(service.memoryMib()), SAMPLE_MS);
  const answered = await openLoop(
    async () => {
      if (++turn % 10 !== 0) return service.verify();
      const answer = await upload();
      if (answer.status === 201) uploaded += 1;
      return answer;
    },
    { perSecond, seconds, seed: 9 },
  );
  clearInterval(timer);
  const tenths = Array.from({ length: 10 }, (_, index) => ({
    memoryMib: mean(tenth(samples, index)),
    ...latenciesOf(tenth(answered, index)),
  }));
  const [early, late] = [tenths[1], tenths[9]] as [(typeof tenths)[0], (typeof tenths)[0]];
  const growth = Math.round((1000 * (late.memoryMib - early.memoryMib)) / early.memoryMib) / 1000;
  return {
    minutes,
    perSecond,
    ...summaryOf(answered, seconds),
    memoryMib: { early: early.memoryMib, late: late.memoryMib, growth },
    p95: { early: early.p95S, late: late.p95S },
    tenths,
    files: { before, after: await service.files(), uploaded },
    rowsPerRequest: rowsBefore && grownRows(rowsBefore, (await service.tableRows()) ?? new Map(), answered.length),
  };
}

function grownRows(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
  requests: number,
): Record<string, number> {
  const grown = [...after].map(([table, rows]) => [table, rows - (before.get(table) ?? 0)] as const);
  return Object.fromEntries(
    grown.filter(([, more]) => more > 0).map(([table, more]) => [table, Math.round((1000 * more) / requests) / 1000]),
  );
}

const tenth = <T>(all: readonly T[], index: number): readonly T[] =>
  all.slice(Math.floor((index * all.length) / 10), Math.ceil(((index + 1) * all.length) / 10));
const mean = (values: readonly number[]): number =>
  Math.round(values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length));
function latenciesOf(answered: readonly Answered[]): { p50S: number; p95S: number } {
  const { p50S, p95S } = summaryOf(answered, 1);
  return { p50S, p95S };
}
