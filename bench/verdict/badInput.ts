/**
 * Pictures that are no photos: does every one get an answer, how long does it take, how much memory?
 *
 *     npx tsx --conditions=source bench/verdict/badInput.ts [NAME ...]
 *
 * Every picture is inspected (decoding, fingerprint, features, blind reading of the mark) and compared with a stored picture, which is what a
 * verification asks of the engine, in a process of its own that has judged another picture before. `seconds` is wall time at the `load` stated. Writes
 * bench/results/verdict-bad-input.json.
 */
import { execFileSync } from 'node:child_process';
import os from 'node:os';
import sharp from 'sharp';
import { decide } from '@assay/core/verdict/decide';
import { compare } from '../../packages/service/src/adapters/engine/jobs/compare.ts';
import { inspect } from '../../packages/service/src/adapters/engine/jobs/inspect.ts';
import { saveResult } from '../machine.ts';
import { SETTINGS } from './library.ts';

type Make = () => Promise<Buffer>;

const flat =
  (width: number, height: number, background: string): Make =>
  () =>
    sharp({ create: { width, height, channels: 3, background } })
      .png()
      .toBuffer();

/** Noise of sharp, enlarged where the picture is large, so that making it does not take longer than judging it. */
const noise =
  (width: number, height: number, scale: number): Make =>
  async () => {
    const small = sharp({
      create: {
        width: Math.max(1, Math.round(width / scale)),
        height: Math.max(1, Math.round(height / scale)),
        channels: 3,
        background: '#808080',
        noise: { type: 'gaussian', mean: 128, sigma: 40 },
      },
    });
    return sharp(await small.png().toBuffer())
      .resize(width, height, { fit: 'fill' })
      .jpeg({ quality: 80 })
      .toBuffer();
  };

const PICTURES: Readonly<Record<string, Make>> = {
  '1 x 1': flat(1, 1, '#ff0000'),
  '2 x 3': flat(2, 3, '#00ff00'),
  '1 x 20000': noise(1, 20_000, 1),
  '20000 x 1': noise(20_000, 1, 1),
  '20000 x 40, noise': noise(20_000, 40, 1),
  'white, 4000 x 3000': flat(4000, 3000, '#ffffff'),
  'black, 640 x 480': flat(640, 480, '#000000'),
  'noise, 640 x 480': noise(640, 480, 1),
  'noise, 4000 x 3000': noise(4000, 3000, 2),
  'panorama of 60 megapixels, 30000 x 2000': noise(30_000, 2000, 4),
  'panorama of 99 megapixels, 30000 x 3300': noise(30_000, 3300, 4),
  'square of 100 megapixels, 10000 x 10000': noise(10_000, 10_000, 5),
};

interface Outcome {
  readonly verdict: string;
  readonly why: string;
  readonly seconds: Readonly<Record<'inspect' | 'compareWithItself' | 'compareWithAnother', number>>;
  readonly peakMib: number;
}

async function judge(name: string): Promise<Outcome> {
  const bytes = new Uint8Array(await (PICTURES[name] as Make)());
  const another = new Uint8Array(await noise(1200, 900, 1)());
  // A worker of the service has loaded its models and compiled its loops long before.
  await inspect(another, SETTINGS);
  await compare({ query: another, reference: another, mapSideMax: 1024 }, SETTINGS);
  const started = performance.now();
  await inspect(bytes, SETTINGS);
  const inspected = performance.now();
  await compare(
    { query: bytes, reference: bytes, mapSideMax: 1024, markOf: '00000000-0000-4000-8000-000000000000' },
    SETTINGS,
  );
  const itself = performance.now();
  const { registration, difference } = await compare({ query: bytes, reference: another, mapSideMax: 1024 }, SETTINGS);
  const done = performance.now();
  const { verdict, details } = decide({
    version: 1,
    exact: null,
    tracks: [],
    candidates: [
      {
        assetId: 'stored',
        revokedAt: null,
        commitment: null,
        similarity: null,
        compared: true,
        registration,
        comparison: difference,
      },
    ],
    c2pa: { state: 'none', bindingBroken: false },
  });
  const seconds = (ms: number): number => Number((ms / 1000).toFixed(2));
  return {
    verdict,
    why: details,
    seconds: {
      inspect: seconds(inspected - started),
      compareWithItself: seconds(itself - inspected),
      compareWithAnother: seconds(done - itself),
    },
    peakMib: Math.round(process.resourceUsage().maxRSS / 1024),
  };
}

const CHILD = '--child';
const [first, second, ...rest] = process.argv.slice(2);
if (first === CHILD) {
  console.log(JSON.stringify(await judge(second as string)));
} else {
  const names = first ? [first, ...(second ? [second] : []), ...rest] : Object.keys(PICTURES);
  const pictures = names.map((picture) => {
    const output = execFileSync(process.execPath, [...process.execArgv, import.meta.filename, CHILD, picture], {
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
    });
    const outcome = JSON.parse(output.trim().split('\n').at(-1) as string) as Outcome;
    console.log(picture, outcome);
    return { picture, ...outcome };
  });
  console.log(saveResult('verdict-bad-input', { load: os.loadavg()[0], pictures }));
}
