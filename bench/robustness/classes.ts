/**
 * What becomes of marks in pictures that are no photos: survive JPEG 75 and a crop to 75 %, be refused honestly, or be
 * claimed and not readable, which must not happen.
 *
 *     npm run bench:robustness:classes [-- NAME OF A CLASS]
 *
 * Writes bench/results/robustness/classes.json and .md.
 */
import { writeFileSync } from 'node:fs';
import type { Raster } from '@assay/core/raster';
import { embedTracks, type TrackReport } from '@assay/core/watermark/embedTracks';
import { extractTracks } from '@assay/core/watermark/extractTracks';
import type { WatermarkTrack } from '@assay/core/watermark/watermarkTrack';
import { makeTrack } from '@assay/core/watermark/tracks';
import { provenance, saveResult } from '../machine.ts';
import { type RgbPicture, rgbPicture } from '../retrieval/rgbPicture.ts';
import { ATTACKS } from './attacks/attacks.ts';
import { BENCH_KEYS } from './benchKeys.ts';
import { type AttackCv, loadAttackCv } from './attacks/cvImage.ts';
import { drawnPictures } from './drawnPictures.ts';
import { NumpyRandom, payloadOf } from './attacks/numpyRandom.ts';
import { qualityOf } from './quality.ts';

const trackA = makeTrack('a');
const trackB = makeTrack('b');

const ASKED = ['none', 'jpeg75', 'crop75'];
const MARKINGS: readonly (readonly WatermarkTrack[])[] = [[trackA], [trackB], [trackA, trackB]];

interface Outcome {
  readonly picture: string;
  readonly tracks: string;
  readonly psnrDb: number;
  readonly ssim: number;
  readonly each: readonly {
    readonly track: string;
    /** `lost`: embedded, so claimed, and not read after one of the attacks, which are named. */
    readonly verdict: 'survives' | 'refused' | 'lost';
    readonly detail: string;
  }[];
}

/** R G B of 8 bits, alpha dropped: what a site that re-encodes pictures makes of it. */
function plainRgb({ width, height, channels, depth, data }: Raster): RgbPicture {
  const out = rgbPicture(width, height);
  const scale = depth === 16 ? 1 / 257 : 1;
  for (let i = 0; i < width * height; i++)
    for (let c = 0; c < 3; c++)
      out.data[3 * i + c] = Math.round((data[i * channels + (channels < 3 ? 0 : c)] as number) * scale);
  return out;
}

async function judge(cv: AttackCv, name: string, picture: Raster, tracks: readonly WatermarkTrack[]): Promise<Outcome> {
  const options = { tracks, keys: BENCH_KEYS };
  const payload = payloadOf(name);
  const marking = embedTracks(picture, payload, options);
  const marked = plainRgb(marking.picture);
  const lost = new Map<string, string[]>();
  for (const attack of ASKED) {
    const attacked = await ATTACKS[attack]?.(marked, { cv, random: new NumpyRandom(1), other: marked });
    for (const { id, extraction } of extractTracks(attacked as Raster, options))
      if (extraction.payload?.every((byte, i) => byte === payload[i]) !== true)
        lost.set(id, [...(lost.get(id) ?? []), attack]);
  }
  const { psnrDb, ssim } = qualityOf(cv, plainRgb(picture), marked);
  const each = marking.tracks.map((report) => ({ track: report.id, ...verdictOf(report, lost.get(report.id)) }));
  return { picture: name, tracks: tracks.map(({ id }) => id).join(''), psnrDb, ssim, each };
}

function verdictOf(report: TrackReport, lost: readonly string[] | undefined) {
  if (!report.embedded) return { verdict: 'refused', detail: report.reason } as const;
  return lost
    ? ({ verdict: 'lost', detail: lost.join(', ') } as const)
    : ({ verdict: 'survives', detail: '' } as const);
}

function markdown(outcomes: readonly Outcome[]): string {
  const { commit, clean, node, cpu, date } = provenance();
  const words = ({ verdict, detail }: Outcome['each'][number]): string =>
    detail === '' ? verdict : `${verdict} (${detail})`;
  const names = [...new Set(outcomes.map(({ picture }) => picture))];
  const rows = names.map((name) => {
    const of = outcomes.filter(({ picture }) => picture === name);
    const cells = of.map(
      ({ psnrDb, ssim, each }) => `${each.map(words).join('; ')} | ${psnrDb.toFixed(1)}, ${ssim.toFixed(3)}`,
    );
    return `| ${name} | ${cells.join(' | ')} |`;
  });
  const count = (verdict: string): number =>
    outcomes.flatMap(({ each }) => each).filter((each) => each.verdict === verdict).length;
  return [
    '# Robustness: pictures that are no photos',
    '',
    `Drawn by bench/robustness/drawnPictures.ts. Commit ${commit}${clean ? '' : ' with changes'}, Node ${node}, ${cpu}, ${date}.`,
    '',
    `Of ${outcomes.flatMap(({ each }) => each).length} marks ${count('survives')} survive JPEG 75 and a crop to 75 %, ` +
      `${count('refused')} were refused with a warning, ${count('lost')} were claimed and lost.`,
    '',
    '| picture | A alone | PSNR dB, SSIM | B alone | PSNR, SSIM | A; B together | PSNR, SSIM |',
    '|---|---|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

const { cv } = await loadAttackCv();
const wanted = process.argv[2];
const outcomes: Outcome[] = [];
for (const [name, draw] of Object.entries(drawnPictures(cv))) {
  if (wanted !== undefined && wanted !== name) continue;
  const picture = draw();
  for (const tracks of MARKINGS) outcomes.push(await judge(cv, name, picture, tracks));
  console.log(name);
}
console.log(markdown(outcomes));
if (wanted === undefined) {
  const saved = saveResult('robustness/classes', { attacks: ASKED, outcomes });
  writeFileSync(saved.replace(/json$/, 'md'), markdown(outcomes));
}
