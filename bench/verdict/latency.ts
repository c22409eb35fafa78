/**
 * What a verification costs in the engine, for a picture of 0.4 and one of 12 megapixels:
 *
 *     npx tsx --conditions=assay-source bench/verdict/latency.ts [REPEATS]
 *
 * `inspect` decodes, fingerprints, finds local features and reads the marks: of a picture that carries none, for which every
 * search is gone through, and of one that carries all three; `compare` registers with one stored picture and compares.
 * Processor time of the whole process, because wall time says more of the machine's other work; wall time at the `load`
 * stated; and the ratio of processor times to sharp's decoding of the same file in the same round. With fewer than 100
 * rounds p99 is the costliest. Writes bench/results/verdict/latency.json.
 */
import os from 'node:os';
import sharp from 'sharp';
import { renderScene } from '@assay/core/scene/renderScene';
import { compare } from '../../packages/service/src/adapters/engine/jobs/compare.ts';
import { inspect } from '../../packages/service/src/adapters/engine/jobs/inspect.ts';
import { mark } from '../../packages/service/src/adapters/engine/jobs/mark.ts';
import { saveResult } from '../machine.ts';
import { SETTINGS } from './library.ts';
import { piped } from './pictures.ts';

const SIZES = [
  [730, 548],
  [4000, 3000],
] as const;
const TRACKS = { assetId: '00000000-0000-4000-8000-000000000000', tracks: { a: true, b: true, c: true } };
const repeats = Number(process.argv[2] ?? '30');

interface Cost {
  readonly cpuMs: number;
  readonly wallMs: number;
  /** Of processor times, to decoding. */
  readonly toDecode: number;
}

async function cost(work: () => Promise<unknown>): Promise<Omit<Cost, 'toDecode'>> {
  const cpu = process.cpuUsage();
  const start = performance.now();
  await work();
  const wallMs = performance.now() - start;
  const used = process.cpuUsage(cpu);
  return { cpuMs: (used.user + used.system) / 1000, wallMs };
}

function percentiles(costs: readonly Cost[]): object {
  const at = (key: keyof Cost, share: number): number => {
    const sorted = costs.map((one) => one[key]).sort((a, b) => a - b);
    const value = sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] as number;
    return key === 'toDecode' ? Number(value.toFixed(1)) : Math.round(value);
  };
  const of = (key: keyof Cost) => ({ p50: at(key, 0.5), p90: at(key, 0.9), p99: at(key, 0.99) });
  return { cpuMs: of('cpuMs'), wallMs: of('wallMs'), toDecode: of('toDecode') };
}

const rows: object[] = [];
for (const [width, height] of SIZES) {
  const scene = await piped(renderScene({ width: 1000, height: 750, seed: 5 }))
    .png()
    .toBuffer();
  const whole = sharp(scene).resize(width, height, { fit: 'fill' });
  const reference = new Uint8Array(await whole.clone().jpeg({ quality: 92 }).toBuffer());
  const query = new Uint8Array(await whole.clone().jpeg({ quality: 70 }).toBuffer());
  const { delivered } = await mark(reference, TRACKS, SETTINGS);
  if (!delivered) throw new Error('no track could be embedded');
  const { bytes: marked } = delivered;
  const works: Readonly<Record<string, () => Promise<unknown>>> = {
    inspectUnmarked: () => inspect(query, SETTINGS),
    inspectMarked: () => inspect(marked, SETTINGS),
    compare: () => compare({ query, reference, mapSideMax: 1024 }, SETTINGS),
  };
  const costs = new Map(Object.keys(works).map((name): [string, Cost[]] => [name, []]));
  // The first round warms the process up.
  for (let repeat = 0; repeat <= repeats; repeat++) {
    const decode = await cost(() => sharp(query).raw().toBuffer());
    for (const [name, work] of Object.entries(works)) {
      const one = await cost(work);
      if (repeat > 0) costs.get(name)?.push({ ...one, toDecode: one.cpuMs / decode.cpuMs });
    }
  }
  rows.push({
    megapixels: Number(((width * height) / 1e6).toFixed(1)),
    repeats,
    ...Object.fromEntries([...costs].map(([name, list]) => [name, percentiles(list)])),
  });
  console.log(saveResult('verdict/latency', { load: os.loadavg()[0], rows }));
}
console.log(JSON.stringify(rows, null, 1));
