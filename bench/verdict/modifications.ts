/**
 * Does `metadata.modifications` name what was done? Photos are edited in one known way and written as files; the engine's
 * comparison names what it sees.
 *
 *     ASSAY_PHOTOS=DIR npx tsx --conditions=assay-source bench/verdict/modifications.ts [--photos 24] [--part validate] [--skip 0] [--minutes 15]
 *
 * An answer is right if it holds every modification that was made, with the numbers it was made with, and none that was not.
 * Writes bench/results/verdict/modifications.json after every photo.
 */
import path from 'node:path';
import fs from 'node:fs';
import { parseArgs } from 'node:util';
import type { Sharp } from 'sharp';
import type { Modification } from '@assay/core/verdict/modifications';
import { compare } from '../../packages/service/src/adapters/engine/jobs/compare.ts';
import { saveResult } from '../machine.ts';
import { shareOf } from '../robustness/report/statistics.ts';
import { BENIGN, type Edit } from './edits/benignEdits.ts';
import type { Forgery } from './edits/localEdit.ts';
import { FORGERIES } from './edits/localEdits.ts';
import { SETTINGS } from './library.ts';
import { loadPicture, type Part, photoFiles, piped } from './pictures.ts';
import { seededRandom } from './random.ts';
import { marked } from './realMark.ts';

type Type = Modification['type'];
type Check = (found: readonly Modification[], size: { readonly width: number; readonly height: number }) => boolean;

interface Sample {
  readonly image: Sharp;
  /** True side lengths and the like are checked by it. */
  readonly isRight: Check;
}

interface Made {
  readonly types: readonly Type[];
  /** What may be said besides. */
  readonly may?: readonly Type[];
  readonly make: (photo: Sharp, width: number, height: number, seed: number) => Sample | Promise<Sample>;
}

const yes: Check = () => true;
const near = (value: number, wanted: number, tolerance: number): boolean => Math.abs(value - wanted) <= tolerance;
const of = <T extends Type>(
  found: readonly Modification[],
  type: T,
): Extract<Modification, { readonly type: T }> | undefined =>
  found.find((one): one is Extract<Modification, { readonly type: T }> => one.type === type);

/** Keeps a window of this share of the sides at a place that depends on the seed. */
function cropWindow(width: number, height: number, share: number, seed: number) {
  const random = seededRandom(seed);
  const w = Math.round(width * share);
  const h = Math.round(height * share);
  return { left: random.below(width - w + 1), top: random.below(height - h + 1), width: w, height: h };
}

/** Half a pixel of rounding and the registration's error at the far end of a crop. */
const BOX_TOLERANCE = 3;
const isBox: (found: readonly Modification[], box: ReturnType<typeof cropWindow>) => boolean = (found, box) => {
  const region = of(found, 'crop')?.region;
  return (
    region !== undefined &&
    near(region.x, box.left, BOX_TOLERANCE) &&
    near(region.y, box.top, BOX_TOLERANCE) &&
    near(region.w, box.width, 2 * BOX_TOLERANCE) &&
    near(region.h, box.height, 2 * BOX_TOLERANCE)
  );
};

const coloured = (name: string): Made => ({
  types: ['color'],
  make: async (photo, _w, _h, seed) => {
    const { data, info } = await photo.raw().toBuffer({ resolveWithObject: true });
    const picture = { width: info.width, height: info.height, channels: 3 as const, depth: 8 as const, data };
    return { image: piped(await (BENIGN[name] as Edit)(picture, seededRandom(seed))).png(), isRight: yes };
  },
});

const CASES: Readonly<Record<string, Made>> = {
  'as it is': { types: [], make: (photo) => ({ image: photo.png(), isRight: yes }) },
  'jpeg 85': {
    types: [],
    make: (photo) => ({
      image: photo.jpeg({ quality: 85 }),
      isRight: (m) => of(m, 'recompress')?.current === 'jpeg quality 85',
    }),
  },
  'jpeg 40': {
    types: [],
    make: (photo) => ({
      image: photo.jpeg({ quality: 40 }),
      isRight: (m) => of(m, 'recompress')?.current === 'jpeg quality 40',
    }),
  },
  webp: { types: [], make: (photo) => ({ image: photo.webp({ quality: 60 }), isRight: yes }) },
  'resize 0.6': {
    types: ['resize'],
    make: (photo, width) => ({
      image: photo.resize(Math.round(0.6 * width)).png(),
      isRight: (m) => near(of(m, 'resize')?.factor ?? 0, 0.6, 0.006),
    }),
  },
  'resize 1.4, jpeg 70': {
    types: ['resize'],
    make: (photo, width) => ({
      image: photo.resize(Math.round(1.4 * width)).jpeg({ quality: 70 }),
      isRight: (m) => near(of(m, 'resize')?.factor ?? 0, 1.4, 0.014),
    }),
  },
  'crop 80 % of the sides': {
    types: ['crop'],
    make: (photo, width, height, seed) => {
      const box = cropWindow(width, height, 0.8, seed);
      return { image: photo.extract(box).png(), isRight: (m) => isBox(m, box) };
    },
  },
  'crop 50 % of the sides': {
    types: ['crop'],
    make: (photo, width, height, seed) => {
      const box = cropWindow(width, height, 0.5, seed);
      return { image: photo.extract(box).png(), isRight: (m) => isBox(m, box) };
    },
  },
  'rotate 7': {
    types: ['rotate'],
    may: ['border'],
    make: (photo) => ({
      image: photo.rotate(7, { background: '#000000' }).png(),
      isRight: (m) => near(of(m, 'rotate')?.angleDeg ?? 0, 7, 0.2),
    }),
  },
  'rotate 90': {
    types: ['rotate'],
    make: (photo) => ({ image: photo.rotate(90).png(), isRight: (m) => near(of(m, 'rotate')?.angleDeg ?? 0, 90, 0.2) }),
  },
  mirror: { types: ['mirror'], make: (photo) => ({ image: photo.flop().png(), isRight: yes }) },
  border: {
    types: ['border'],
    make: (photo, width, height) => {
      const edge = Math.round(0.1 * width);
      const share = 1 - (width * height) / ((width + 2 * edge) * (height + 2 * edge));
      return {
        image: photo.extend({ top: edge, bottom: edge, left: edge, right: edge, background: '#ffffff' }).png(),
        isRight: (m) => near(of(m, 'border')?.fraction ?? 0, share, 0.02),
      };
    },
  },
  gamma: coloured('gamma'),
  'warm white balance': coloured('warm white balance'),
  grey: coloured('grey'),
  saturated: coloured('saturated'),
  'noise 5': { ...coloured('noise 5'), types: [] },
  'blur 1': { ...coloured('blur 1'), types: [] },
  sharpen: { ...coloured('sharpen'), types: [] },
};

/** A splice of 5 %: some region's box must lie on that of the truth. */
const SPLICE: Type[] = ['local_edit'];
const BOX_IOU_MIN = 0.6;

const { values } = parseArgs({
  options: {
    photos: { type: 'string', default: '24' },
    part: { type: 'string', default: 'validate' },
    minutes: { type: 'string', default: '15' },
    skip: { type: 'string', default: '0' },
  },
});
const start = performance.now();
const files = photoFiles(values.part as Part, Number(values.photos), 0, Number(values.skip));
const tallies = new Map<string, { right: number; of: number; missing: Type[]; extra: Type[]; inexact: number }>();

function tally(
  name: string,
  found: readonly Modification[],
  made: Pick<Made, 'types' | 'may'>,
  isExact: boolean,
): void {
  const entry = tallies.get(name) ?? { right: 0, of: 0, missing: [], extra: [], inexact: 0 };
  const types: readonly Type[] = found.map(({ type }) => type).filter((type) => type !== 'recompress');
  const missing = made.types.filter((type) => !types.includes(type));
  const extra = types.filter((type) => !made.types.includes(type) && !made.may?.includes(type));
  entry.of++;
  entry.missing.push(...missing);
  entry.extra.push(...extra);
  if (missing.length === 0 && !isExact) entry.inexact++;
  if (missing.length === 0 && extra.length === 0 && isExact) entry.right++;
  tallies.set(name, entry);
}

let photos = 0;
for (const [i, file] of files.entries()) {
  if (performance.now() - start > 60_000 * Number(values.minutes)) break;
  const reference = fs.readFileSync(file);
  const original = await loadPicture(file);
  const { picture } = await marked(original);
  const { width, height } = picture;
  const look = async (image: Sharp) =>
    (await compare({ query: await image.toBuffer(), reference, mapSideMax: null }, SETTINGS))
      .modifications as unknown as readonly Modification[];
  for (const [name, made] of Object.entries(CASES)) {
    const { image, isRight } = await made.make(piped(picture), width, height, 100 * i + 1);
    const found = await look(image);
    tally(name, found, made, isRight(found, picture));
    if (process.env.VERBOSE) console.log(path.basename(file), name, JSON.stringify(found));
  }
  const donor = await loadPicture(files[(i + 1) % files.length] as string);
  const splice = await (FORGERIES.splice as Forgery)(picture, donor, 0.05, seededRandom(i));
  const found = await look(piped(splice.picture).jpeg({ quality: 85 }));
  const isOnTruth = found.some(
    (one) => one.type === 'local_edit' && boxIou(one.region, boxOf(splice.truth, width)) >= BOX_IOU_MIN,
  );
  tally('splice of 5 %, jpeg 85', found, { types: SPLICE }, isOnTruth);
  photos++;
  save();
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

function boxOf(truth: Uint8Array, width: number): Box {
  let [left, top, right, bottom] = [width, Number.POSITIVE_INFINITY, 0, 0];
  truth.forEach((value, at) => {
    if (value === 0) return;
    const [x, y] = [at % width, Math.floor(at / width)];
    [left, right] = [Math.min(left, x), Math.max(right, x + 1)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y + 1)];
  });
  return { x: left, y: top, w: right - left, h: bottom - top };
}

function boxIou(a: Box, b: Box): number {
  const w = Math.max(0, Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x));
  const h = Math.max(0, Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y));
  return (w * h) / (a.w * a.h + b.w * b.h - w * h);
}

function save(): void {
  const count = (types: readonly Type[]) =>
    Object.fromEntries([...new Set(types)].map((type) => [type, types.filter((one) => one === type).length]));
  const rows = [...tallies].map(([edit, entry]) => ({
    edit,
    right: shareOf(entry.right, entry.of),
    missing: count(entry.missing),
    extra: count(entry.extra),
    inexact: entry.inexact,
  }));
  const all = [...tallies.values()];
  const right = shareOf(
    all.reduce((sum, entry) => sum + entry.right, 0),
    all.reduce((sum, entry) => sum + entry.of, 0),
  );
  saveResult('verdict/modifications', { part: values.part, photos, right, rows });
}
for (const [name, entry] of tallies)
  console.log(
    name,
    `${entry.right}/${entry.of}`,
    'missing',
    entry.missing.join(),
    'extra',
    entry.extra.join(),
    'inexact',
    entry.inexact,
  );
