/**
 * What a verification costs in the engine, for a picture of 0.4 and one of 12 megapixels:
 *
 *     npx tsx --conditions=source bench/verdict/latency.ts [REPEATS]
 *
 * `inspect` decodes, fingerprints, finds local features and reads the marks; `compare` registers with one stored picture and
 * compares. Processor time of the whole process, because wall time says more of the machine's other work; and wall time at
 * the `load` stated. Writes bench/results/verdict-latency.json.
 */
import os from 'node:os';
import sharp from 'sharp';
import { renderScene } from '@assay/core/scene/renderScene';
import { compare } from '../../packages/service/src/adapters/engine/jobs/compare.ts';
import { inspect } from '../../packages/service/src/adapters/engine/jobs/inspect.ts';
import { saveResult } from '../machine.ts';
import { SETTINGS } from './library.ts';
import { piped } from './pictures.ts';

const SIZES = [
  [730, 548],
  [4000, 3000],
] as const;
const repeats = Number(process.argv[2] ?? '5');

interface Cost {
  readonly cpuMs: number;
  readonly wallMs: number;
}

async function cost(work: () => Promise<unknown>): Promise<Cost> {
  const cpu = process.cpuUsage();
  const start = performance.now();
  await work();
  const used = process.cpuUsage(cpu);
  return { cpuMs: (used.user + used.system) / 1000, wallMs: performance.now() - start };
}

function percentiles(costs: readonly Cost[]): object {
  const at = (key: keyof Cost, share: number): number => {
    const sorted = costs.map((one) => one[key]).sort((a, b) => a - b);
    return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] as number);
  };
  const of = (key: keyof Cost) => ({ p50: at(key, 0.5), p90: at(key, 0.9), most: at(key, 1) });
  return { cpuMs: of('cpuMs'), wallMs: of('wallMs') };
}

const rows: object[] = [];
for (const [width, height] of SIZES) {
  const scene = await piped(renderScene({ width: 1000, height: 750, seed: 5 }))
    .png()
    .toBuffer();
  const whole = sharp(scene).resize(width, height, { fit: 'fill' });
  const reference = new Uint8Array(await whole.clone().jpeg({ quality: 92 }).toBuffer());
  const query = new Uint8Array(await whole.clone().jpeg({ quality: 70 }).toBuffer());
  const costs: Record<'inspect' | 'compare', Cost[]> = { inspect: [], compare: [] };
  // The first round warms the process up.
  for (let repeat = 0; repeat <= repeats; repeat++) {
    const inspected = await cost(() => inspect(query, SETTINGS));
    const compared = await cost(() => compare({ query, reference, mapSideMax: 1024 }, SETTINGS));
    if (repeat === 0) continue;
    costs.inspect.push(inspected);
    costs.compare.push(compared);
  }
  rows.push({
    megapixels: Number(((width * height) / 1e6).toFixed(1)),
    repeats,
    inspect: percentiles(costs.inspect),
    compare: percentiles(costs.compare),
  });
  console.log(saveResult('verdict-latency', { load: os.loadavg()[0], rows }));
}
console.log(JSON.stringify(rows, null, 1));
