import { luma, type Plane, plane } from '@assay/core/raster';
import { type Homography, mirroring, project, resizing } from '@assay/core/registration/homography';
import { renderScene } from '@assay/core/scene/renderScene';
import { reducePlane } from '@assay/core/signal/resample/resize';
import { describe, expect, test } from 'vitest';
import { registerPictures, registerViews } from '../../../src/adapters/vision/register.ts';
import { registrationView } from '../../../src/adapters/vision/registrationView.ts';

const WIDTH = 480;
const HEIGHT = 360;
const SCENE = luma(renderScene({ width: WIDTH, height: HEIGHT, seed: 3 }));

function made(width: number, height: number, sample: (x: number, y: number) => number): Plane {
  const out = plane(width, height);
  for (let y = 0, i = 0; y < height; y++) for (let x = 0; x < width; x++, i++) out.data[i] = sample(x, y);
  return out;
}

const pixel = (x: number, y: number): number => SCENE.data[y * WIDTH + x]!;

/** Largest distance between where two maps send the query's corners, px of the reference. */
function cornerError(query: Plane, a: Homography, b: Homography): number {
  const corners = [0, query.width - 1].flatMap((x) => [0, query.height - 1].map((y) => ({ x, y })));
  return Math.max(
    ...corners.map(({ x, y }) => {
      const p = project(a, x, y);
      const q = project(b, x, y);
      return Math.hypot(p.x - q.x, p.y - q.y);
    }),
  );
}

describe('registerPictures', () => {
  const quarter = made(WIDTH / 2, HEIGHT / 2, (x, y) => pixel(x + 150, y + 100));
  const mirrored = made(WIDTH, HEIGHT, (x, y) => pixel(WIDTH - 1 - x, y));
  const half = reducePlane(SCENE, WIDTH / 2, HEIGHT / 2);
  const copies: Record<string, [Plane, Homography, boolean]> = {
    'the same picture': [SCENE, [1, 0, 0, 0, 1, 0, 0, 0, 1], false],
    'a crop of a quarter': [quarter, [1, 0, 150, 0, 1, 100, 0, 0, 1], false],
    'half size': [half, resizing(half, SCENE), false],
    'turned by 90 degrees': [
      made(HEIGHT, WIDTH, (x, y) => pixel(y, HEIGHT - 1 - x)),
      [0, 1, 0, -1, 0, HEIGHT - 1, 0, 0, 1],
      false,
    ],
    mirrored: [mirrored, mirroring(WIDTH), true],
    'darker and flatter': [made(WIDTH, HEIGHT, (x, y) => 0.5 * pixel(x, y) + 30), [1, 0, 0, 0, 1, 0, 0, 0, 1], false],
  };
  for (const [name, [query, truth, mirrored]] of Object.entries(copies))
    test(`finds ${name} to within half a pixel`, async () => {
      const found = await registerPictures(query, SCENE);
      expect(found).not.toBeNull();
      expect(found!.mirrored).toBe(mirrored);
      expect(found!.inliers).toBeGreaterThanOrEqual(12);
      expect(cornerError(query, found!.homography, truth)).toBeLessThan(0.5);
    });

  test('a picture without corners is a plain copy, whether or not a mark names it', async () => {
    const soft = (phase: number): Plane =>
      made(WIDTH, HEIGHT, (x, y) => 128 + 60 * Math.sin(x / 41 + phase) + 40 * Math.sin((x + 2 * y) / 67 + 2 * phase));
    const stored = soft(0);
    const views = (query: Plane) => [registrationView(query), registrationView(stored)] as const;
    const darker = made(WIDTH, HEIGHT, (x, y) => Math.round(0.8 * stored.data[y * WIDTH + x]!));
    const found = await registerViews(...views(darker), { isLikely: false });
    expect(cornerError(darker, found!.homography, [1, 0, 0, 0, 1, 0, 0, 0, 1])).toBeLessThan(3);
    expect(found!.inliers).toBeGreaterThanOrEqual(40);
    // Under grain, which is most of the contrast of the finer level, the coarser one tells.
    const grain = (x: number, y: number): number => 32 * ((((43758.5 * Math.sin(12.99 * x + 78.23 * y)) % 1) + 1) % 1);
    const grainy = made(WIDTH, HEIGHT, (x, y) => darker.data[y * WIDTH + x]! + grain(x, y));
    const beneath = await registerViews(...views(grainy), { isLikely: false });
    expect(cornerError(grainy, beneath!.homography, [1, 0, 0, 0, 1, 0, 0, 0, 1])).toBeLessThan(3);
    // Two seas under one sky share a horizon, and it alone.
    const sea = (slope: number): Plane =>
      made(WIDTH, HEIGHT, (x, y) => (y < 150 ? 210 + 0.1 * slope * y : 90 - slope * (y - 150) * 0.1 + 0.02 * x));
    expect(await registerViews(registrationView(sea(1)), registrationView(sea(-1)))).toBeNull();
    // Another soft picture is none, whatever names it.
    expect(await registerViews(...views(soft(1.5)), { isNamed: true })).toBeNull();
  });

  test('a part of clouds registers where a mark names it, at the one place where it fits', async () => {
    const clouds = (x: number, y: number): number =>
      128 +
      30 * Math.sin(x / 37 + 2 * Math.sin(y / 61)) +
      30 * Math.sin(y / 29 + 1.7 * Math.sin(x / 83)) +
      20 * Math.sin((x + y) / 53);
    const stored = made(960, 640, clouds);
    const views = (query: Plane) => [registrationView(query), registrationView(stored)] as const;
    const part = made(520, 200, (x, y) => Math.round(20 + 0.8 * clouds(x + 190, y + 230)));
    expect(await registerViews(...views(part))).toBeNull();
    const found = await registerViews(...views(part), { isNamed: true });
    expect(cornerError(part, found!.homography, [1, 0, 190, 0, 1, 230, 0, 0, 1])).toBeLessThan(3);
    expect(found!.inliers).toBeGreaterThanOrEqual(40);
    // Other clouds are no part of it, whatever names them.
    const other = made(520, 200, (x, y) => clouds(1.4 * y + 300, 0.8 * x));
    expect(await registerViews(...views(other), { isNamed: true })).toBeNull();
  });

  test('a negative registers, and that of a part where a mark names it', async () => {
    const inverted = (picture: Plane): Plane => ({ ...picture, data: picture.data.map((level) => 255 - level) });
    for (const [picture, truth] of [
      [SCENE, [1, 0, 0, 0, 1, 0, 0, 0, 1]],
      [quarter, [1, 0, 150, 0, 1, 100, 0, 0, 1]],
    ] as [Plane, Homography][]) {
      const views = [registrationView(inverted(picture)), registrationView(SCENE)] as const;
      const isPart = picture === quarter;
      if (isPart) expect(await registerViews(...views)).toBeNull();
      const found = await registerViews(...views, { isNamed: isPart });
      expect(found).not.toBeNull();
      expect(cornerError(picture, found!.homography, truth)).toBeLessThan(0.5);
    }
  });

  test('a moved patch with more detail than the rest does not carry the map away', async () => {
    const moved = made(WIDTH, HEIGHT, (x, y) => (x < 225 && y < 165 ? pixel(x + 225, y + 165) : pixel(x, y)));
    const found = await registerPictures(moved, SCENE);
    expect(cornerError(moved, found!.homography, [1, 0, 0, 0, 1, 0, 0, 0, 1])).toBeLessThan(0.5);
  });

  test('views that were looked at before register as pictures that were not', async () => {
    const views = [registrationView(quarter), registrationView(SCENE)] as const;
    const expected = await registerPictures(quarter, SCENE);
    expect(await registerViews(...views)).toEqual(expected);
    expect(await registerViews(...views)).toEqual(expected);
    expect(await registerViews(registrationView(mirrored), views[1])).toEqual(await registerPictures(mirrored, SCENE));
  });

  test('small parts with few corners register by finer features, unless nothing speaks for that picture', async () => {
    const scene = luma(renderScene({ width: WIDTH, height: HEIGHT, seed: 8 }));
    const stored = registrationView(scene);
    for (const [width, height, left, top] of [
      [90, 90, 300, 250],
      [72, 200, 200, 60],
    ] as const) {
      const part = made(width, height, (x, y) => scene.data[(y + top) * WIDTH + x + left]!);
      expect(await registerViews(registrationView(part), stored, { isLikely: false })).toBeNull();
      const found = await registerViews(registrationView(part), stored);
      expect(cornerError(part, found!.homography, [1, 0, left, 0, 1, top, 0, 0, 1])).toBeLessThan(0.7);
      expect(found!.inliers).toBeGreaterThanOrEqual(12);
      // One query is laid on several stored pictures, and what was found in it is kept.
      const query = registrationView(part);
      expect(await registerViews(query, registrationView(SCENE))).toBeNull();
      expect(await registerViews(query, stored)).toEqual(found);
      expect(query.finer.ofQuery()).toBe(query.finer.ofQuery());
      expect(stored.finer.ofReference()).toBe(stored.finer.ofReference());
    }
  });

  test('another scene and noise do not register', async () => {
    expect(await registerPictures(luma(renderScene({ width: WIDTH, height: HEIGHT, seed: 8 })), SCENE)).toBeNull();
    expect(
      await registerPictures(
        made(400, 300, (x, y) => (Math.imul(x * 7919 + y, 2654435761) >>> 24) & 255),
        SCENE,
      ),
    ).toBeNull();
  });

  const noKeypoints = (picture: Plane) => {
    const sought = () => {
      throw new Error('keypoints were sought');
    };
    return { ...registrationView(picture), keypoints: sought, mirroredKeypoints: sought };
  };

  test('a copy of the whole picture needs no keypoints; one that was cropped, turned or reflected does', async () => {
    const whole = ['the same picture', 'half size', 'darker and flatter'];
    for (const [name, [query, truth]] of Object.entries(copies)) {
      const found = registerViews(noKeypoints(query), registrationView(SCENE));
      if (!whole.includes(name)) await expect(found, name).rejects.toThrow('keypoints were sought');
      else {
        const { homography, inliers, residualPx } = (await found)!;
        expect(cornerError(query, homography, truth), name).toBeLessThan(0.5);
        expect(inliers, name).toBeGreaterThan(100);
        expect(residualPx, name).toBeLessThan(0.8);
      }
    }
  });

  test('a reflected copy is found unless nothing speaks for that picture', async () => {
    const views = [registrationView(mirrored), registrationView(SCENE)] as const;
    expect(await registerViews(...views, { isLikely: false })).toBeNull();
    expect((await registerViews(...views))?.mirrored).toBe(true);
  });

  test('the same pictures give the same registration', async () => {
    expect(await registerPictures(quarter, SCENE)).toEqual(await registerPictures(quarter, SCENE));
  });

  const oddities: Record<string, Plane> = {
    '1 x 1': plane(1, 1),
    '2 x 900': plane(2, 900),
    '5000 x 1': plane(5000, 1),
    'all white': made(300, 200, () => 255),
    'two halves': made(300, 200, (x) => (x < 150 ? 0 : 255)),
  };
  for (const [name, odd] of Object.entries(oddities))
    test(`${name} registers to nothing and fails at nothing`, async () => {
      expect(await registerPictures(odd, SCENE)).toBeNull();
      expect(await registerPictures(SCENE, odd)).toBeNull();
      expect(await registerPictures(odd, odd)).toBeNull();
    });
});
