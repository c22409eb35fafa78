// The parts of the robustness bench that its results rest on.
import { createHash } from 'node:crypto';
import { ssim } from '@assay/core/signal/metrics';
import { expect, test } from 'vitest';
import { ATTACK_SETS, attacksNamed, barOf } from '../../bench/robustness/attacks/attackSets.ts';
import { ATTACKS } from '../../bench/robustness/attacks/attacks.ts';
import { loadAttackCv } from '../../bench/robustness/attacks/cvImage.ts';
import { drawnPictures } from '../../bench/robustness/drawnPictures.ts';
import { nonLocalMeans } from '../../bench/robustness/attacks/nonLocalMeans.ts';
import { attackRandom, NumpyRandom, payloadOf } from '../../bench/robustness/attacks/numpyRandom.ts';
import { qualityOf } from '../../bench/robustness/quality.ts';
import type { MarkRow, ReadRow } from '../../bench/robustness/rows.ts';
import { shareOf } from '../../bench/robustness/report/statistics.ts';
import { summariseFalseAlarms, summariseMode } from '../../bench/robustness/report/summary.ts';
import { SWEPT, sweptAttack } from '../../bench/robustness/attacks/sweeps.ts';
import { type RgbPicture, rgbPicture } from '../../bench/retrieval/rgbPicture.ts';

/** Texture on a ramp, different in the three channels. */
function scene(width: number, height: number): RgbPicture {
  const random = new NumpyRandom(3);
  const picture = rgbPicture(width, height);
  for (let i = 0; i < picture.data.length; i++)
    picture.data[i] = 60 + (i % 97) + Math.floor(i / (3 * width)) / 4 + 20 * random.unit();
  return picture;
}

test('random numbers are those of NumPy 1.24 RandomState(12345), draw by draw', () => {
  const random = new NumpyRandom(12_345);
  expect([random.unit(), random.unit(), random.unit()]).toEqual([
    0.9296160928171479, 0.3163755545817859, 0.18391881167709445,
  ]);
  expect([random.integer(0, 4), random.integer(0, 100), random.integer(0, 1000)]).toEqual([2, 34, 541]);
  expect([0, 0, 0].map(() => random.integer(0, 256))).toEqual([1, 118, 113]);
  expect([0, 0].map(() => random.uniform(-0.03, 0.03))).toEqual([0.009190625812294254, 0.014934398252034707]);
  random.uniform(0, 1);
  random.uniform(0, 1);
  const normal = [0, 0, 0].map(() => 5 * random.normal());
  for (const [i, value] of [-1.5982863271992909, -3.124819555765618, 5.394071226102492].entries())
    expect(normal[i]).toBeCloseTo(value, 12);
});

test('payloads and seeds of a photo are those of the Python bench', () => {
  expect(Buffer.from(payloadOf('100075.jpg')).toString('hex')).toBe('d5c3e0502b317a39c2fca4eb7bcd34e1');
  expect(attackRandom('100075.jpg', 'noise10').uint32()).not.toBe(attackRandom('100075.jpg', 'noise5').uint32());
});

test('every attack gives a picture, the same one every time, and leaves its input alone', async () => {
  const { cv } = await loadAttackCv();
  const picture = scene(128, 96);
  const before = Uint8Array.from(picture.data);
  for (const [name, attack] of Object.entries(ATTACKS)) {
    const run = async () => attack(picture, { cv, random: attackRandom('x', name), other: scene(64, 64) });
    const [first, second] = [await run(), await run()];
    expect(first.data.length, name).toBe(first.width * first.height * first.channels);
    expect(Buffer.compare(Buffer.from(first.data), Buffer.from(second.data)), name).toBe(0);
    expect(Buffer.compare(Buffer.from(picture.data), Buffer.from(before)), `${name} changed its input`).toBe(0);
    // A small picture has no 512 pixels to be cut out of.
    if (name !== 'none' && name !== 'cutout512' && name !== 'cutout300')
      expect(first.width !== 128 || Buffer.compare(Buffer.from(first.data), before) !== 0).toBe(true);
  }
});

test('drawn pictures hold what they say, are the same every time, and are no two alike', async () => {
  const { cv } = await loadAttackCv();
  const hashes = new Set<string>();
  // Scenes are the core's, tested there, and take long to render.
  const drawn = Object.entries(drawnPictures(cv)).filter(([name]) => !name.includes('scene') || name.includes('48'));
  for (const [name, draw] of drawn) {
    const { width, height, channels, depth, data } = draw();
    expect(data.length, name).toBe(width * height * channels);
    expect(data.BYTES_PER_ELEMENT, name).toBe(depth / 8);
    const hash = createHash('sha256').update(data).digest('hex');
    expect(createHash('sha256').update(draw().data).digest('hex'), name).toBe(hash);
    hashes.add(hash);
  }
  expect(hashes.size).toBe(drawn.length);
});

test('sets and sweeps name attacks that exist; other names are refused', () => {
  for (const set of Object.values(ATTACK_SETS)) for (const name of set) expect(ATTACKS).toHaveProperty([name]);
  for (const name of SWEPT) expect(sweptAttack(name)).not.toBeNull();
  expect(attacksNamed('none,none,small').length).toBe(new Set(attacksNamed('small')).size);
  expect(() => attacksNamed('jpeg76')).toThrow(/"jpeg76" is no attack/);
  expect(barOf('social', 393_216)).toEqual({ alone: 0.98, either: 1 });
  expect(barOf('bend3', 393_216)).toEqual({ alone: null, either: 0.9 });
  expect(barOf('cutout300', 12e6)).toEqual({ alone: null, either: 1 });
  expect(barOf('social', 481 * 321)).toEqual({ alone: null, either: 0.85 });
  expect(barOf('jpeg50', 481 * 321)).toEqual({ alone: 0.95, either: null });
  expect(barOf('bend3', 481 * 321)).toEqual({ alone: null, either: null });
});

test('quality: PSNR by its formula; SSIM is that of the core, which is other code, to four digits', async () => {
  const { cv } = await loadAttackCv();
  const picture = scene(300, 280);
  const brighter = rgbPicture(
    300,
    280,
    picture.data.map((value) => value + 2),
  );
  expect(qualityOf(cv, picture, picture)).toMatchObject({ psnrDb: 99, changeMax: 0 });
  expect(qualityOf(cv, picture, picture).ssim).toBeCloseTo(1, 5);
  expect(qualityOf(cv, picture, brighter).psnrDb).toBeCloseTo(20 * Math.log10(255 / 2), 6);
  const noisy = (await ATTACKS['noise10']?.(picture, { cv, random: new NumpyRandom(1), other: picture })) as RgbPicture;
  expect(qualityOf(cv, picture, noisy).ssim).toBeCloseTo(ssim(picture, noisy), 4);
  expect(qualityOf(cv, picture, noisy).ssim).toBeLessThan(0.98);
  expect(qualityOf(cv, picture, picture).deltaE).toEqual({ mean: 0, upperHundredth: 0 });
});

test('smooth ground is measured where luma is smooth, and not told where hardly any is', async () => {
  const { cv } = await loadAttackCv();
  const stripes = (flatRows: number, added: number) =>
    rgbPicture(
      128,
      600,
      Uint8Array.from({ length: 3 * 128 * 600 }, (_, i) => {
        const [x, y] = [Math.floor(i / 3) % 128, Math.floor(i / 384)];
        return y < flatRows ? 100 + added : x % 2 === 0 ? 60 + 5 * added : 160 + 5 * added;
      }),
    );
  expect(qualityOf(cv, stripes(300, 0), stripes(300, 2)).smoothDeviation).toBeCloseTo(2, 2);
  expect(qualityOf(cv, stripes(8, 0), stripes(8, 2)).smoothDeviation).toBeNull();
});

test('non-local means takes noise of a flat picture away and keeps an edge', async () => {
  const { cv } = await loadAttackCv();
  const flat = rgbPicture(64, 64);
  for (let i = 0; i < flat.data.length; i++) flat.data[i] = i % 192 < 96 ? 60 : 180;
  const noisy = (await ATTACKS['noise5']?.(flat, { cv, random: new NumpyRandom(2), other: flat })) as RgbPicture;
  const cleaned = nonLocalMeans(cv, noisy);
  expect(qualityOf(cv, flat, cleaned).psnrLumaDb).toBeGreaterThan(qualityOf(cv, flat, noisy).psnrLumaDb + 3);
});

test('Wilson intervals: the textbook values', () => {
  // Newcombe 1998, table I: 81 of 263, and 0 of 20.
  const some = shareOf(81, 263);
  expect([some.low, some.high].map((value) => value.toFixed(4))).toEqual(['0.2553', '0.3662']);
  const none = shareOf(0, 20);
  expect([none.low, none.high].map((value) => value.toFixed(4))).toEqual(['0.0000', '0.1611']);
});

const MARK: MarkRow = {
  kind: 'mark',
  photo: 'p/1.jpg',
  mode: 'a',
  width: 1000,
  height: 1000,
  refused: {},
  psnrDb: 42,
  psnrLumaDb: 41,
  ssim: 0.99,
  changeMax: 9,
  smoothDeviation: null,
  deltaE: { mean: 0.5, upperHundredth: 1 },
  embedMs: 500,
};
const READ: ReadRow = {
  kind: 'read',
  photo: 'p/1.jpg',
  mode: 'a',
  attack: 'jpeg75',
  tracks: { a: { exact: true, wrong: false, bitsRight: 1, pilotZScore: 9, checksums: 1 } },
  readMs: 50,
  attackMs: 5,
};

test('a refused track counts as a miss and is named; what misses its bar says so', () => {
  const refused: MarkRow = { ...MARK, photo: 'p/2.jpg', refused: { a: 'too-flat' } };
  const unread: ReadRow = {
    ...READ,
    photo: 'p/2.jpg',
    tracks: { a: { exact: false, wrong: false, bitsRight: 0.5, pilotZScore: 3, checksums: 0 } },
  };
  const summary = summariseMode([MARK, READ, refused, unread], 'a');
  expect(summary?.quality.refused).toEqual([{ photo: 'p/2.jpg', tracks: ['a'] }]);
  expect(summary?.attacks['jpeg75']).toMatchObject({ either: { count: 1, of: 2 }, wrong: 0 });
  expect(summary?.attacks['jpeg75']?.missed).toBe('track a alone: 50 % of the 98 % asked');
  expect(summariseMode([MARK, READ], 'b')).toBeNull();
});

test('unmarked pictures: detections are counted and the implied rate follows from the checksums tried', () => {
  const unmarked: ReadRow = {
    ...READ,
    mode: 'unmarked',
    tracks: {
      a: { exact: false, wrong: false, bitsRight: 0.5, pilotZScore: 4, checksums: 3 },
      b: { exact: false, wrong: false, bitsRight: 0.5, pilotZScore: 4, checksums: 5 },
    },
  };
  const summary = summariseFalseAlarms([unmarked, { ...unmarked, photo: 'p/2.jpg' }, MARK, READ]);
  expect(summary).toMatchObject({
    pictures: 2,
    detected: 0,
    checksums: { mean: 8 },
    impliedRate: { mean: 8 * 2 ** -32 },
  });
});
