/**
 * What reading and signing C2PA manifests costs: milliseconds in the service's own processes, bytes that a manifest adds.
 *
 *     npx tsx --conditions=assay-source bench/credentials/speed.ts
 *
 * Writes bench/results/credentials/speed.json.
 */
import { renderScene } from '@assay/core/scene/renderScene';
import { createCredentials } from '@assay/service/adapters/c2pa/credentials';
import { NO_TRUST } from '@assay/service/adapters/c2pa/trustLists';
import { makeDevelopmentChain } from '@assay/service/adapters/c2pa/developmentChain';
import sharp from 'sharp';
import { saveResult } from '../machine.ts';

const ROUNDS = 7;
const SIZES = [
  [640, 480],
  [2000, 1500],
  [4000, 3000],
] as const;
const FORMATS = ['jpeg', 'png', 'webp', 'tiff'] as const;

const namespace = 'bench.assay';
const credentials = createCredentials({
  trust: NO_TRUST,
  signing: { signer: makeDevelopmentChain(new Date()), version: '0', namespace },
  namespace,
});
const facts = {
  at: '2026-11-20T12:00:00.000Z',
  marks: (['a', 'b'] as const).map((track) => ({ track, names: '01980a5e-7c3b-7d2e-8f10-a1b2c3d4e5f6' })),
  pdq: new Uint8Array(32),
};

/** Median of what `work` takes, ms. */
async function medianMs(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < ROUNDS; i++) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  return Math.round((times.sort((a, b) => a - b)[ROUNDS >> 1] ?? 0) * 10) / 10;
}

const rows = [];
const started = performance.now();
for (const [width, height] of SIZES) {
  const scene = renderScene({ width, height, seed: 4 });
  for (const format of FORMATS) {
    const picture = sharp(scene.data as Uint8Array, { raw: { width, height, channels: scene.channels } });
    const bytes = new Uint8Array(await picture.toFormat(format).toBuffer());
    const signed = (await credentials.sign({ bytes, parent: bytes, facts })).bytes;
    const row = {
      format,
      megapixels: Math.round((width * height) / 1e4) / 100,
      fileBytes: bytes.length,
      addedBytes: signed.length - bytes.length,
      signMs: await medianMs(() => credentials.sign({ bytes, parent: bytes, facts })),
      readMs: await medianMs(() => credentials.read(signed)),
      readWithoutManifestMs: await medianMs(() => credentials.read(bytes)),
    };
    rows.push(row);
    console.log(JSON.stringify(row));
  }
}
await credentials.close();
const memoryMb = Math.round(process.memoryUsage().rss / 1e6);
saveResult('credentials/speed', { rounds: ROUNDS, seconds: (performance.now() - started) / 1000, memoryMb, rows });
