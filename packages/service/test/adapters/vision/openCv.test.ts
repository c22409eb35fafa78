import process from 'node:process';
import { plane } from '@assay/core/raster';
import { describe, expect, test } from 'vitest';
import { fitHomography } from '../../../src/adapters/vision/fitHomography.ts';
import { detectKeypoints } from '../../../src/adapters/vision/keypoints.ts';
import { loadOpenCv, type OpenCv, withOpenCv } from '../../../src/adapters/vision/openCv.ts';

/** The module with every constructor watched: how many objects are alive. */
function watched(cv: OpenCv): { cv: OpenCv; alive: () => number } {
  let alive = 0;
  const watch = <C extends new (...values: never[]) => { delete(): void }>(Original: C): C =>
    new Proxy(Original, {
      construct(target, values) {
        const made = Reflect.construct(target, values) as { delete(): void };
        alive++;
        const original = made.delete.bind(made);
        made.delete = () => {
          alive--;
          original();
        };
        return made;
      },
    });
  const copy = { Mat: watch(cv.Mat), ORB: watch(cv.ORB), KeyPointVector: watch(cv.KeyPointVector) };
  return { cv: Object.assign(Object.create(cv) as OpenCv, copy), alive: () => alive };
}

test('a failure of somebody else in this process is none of OpenCV’s, which would abort and print itself', async () => {
  await loadOpenCv();
  const handlers = ['uncaughtException', 'unhandledRejection'].flatMap((event) => process.rawListeners(event));
  expect(handlers.map(String).filter((source) => /ExitStatus|Aborted\(/.test(source))).toEqual([]);
});

describe('OpenCV objects', () => {
  test('none is left after finding keypoints or fitting, nor after a failure', async () => {
    const { cv, alive } = watched((await loadOpenCv()).cv);
    const picture = plane(200, 150);
    picture.data.forEach((_, i) => (picture.data[i] = (Math.imul(i >> 3, 2654435761) >>> 24) & 255));
    expect(detectKeypoints(cv, picture).points.length).toBeGreaterThan(20);
    fitHomography(cv, Float32Array.of(0, 0, 9, 0, 9, 9, 0, 9, 4, 2), Float32Array.of(1, 1, 10, 1, 10, 10, 1, 10, 5, 3));
    expect(() =>
      withOpenCv(cv, (own) => {
        own(new cv.Mat(3, 3, cv.CV_32FC1));
        throw new TypeError('in the middle');
      }),
    ).toThrow('in the middle');
    expect(alive()).toBe(0);
  });

  test('a C++ exception arrives as an Error that says what OpenCV said', async () => {
    const { cv } = await loadOpenCv();
    expect(() =>
      withOpenCv(cv, (own) => {
        const points = own(new cv.Mat(5, 1, cv.CV_32FC2));
        const fewer = own(new cv.Mat(4, 1, cv.CV_32FC2));
        return own(cv.findHomography(points, fewer, cv.USAC_MAGSAC, 3, own(new cv.Mat()), 100, 0.9));
      }),
    ).toThrow(/^OpenCV: /);
  });

  test('an exact similarity is found from five pairs, nothing from three', async () => {
    const { cv } = await loadOpenCv();
    const from = Float32Array.of(0, 0, 90, 0, 90, 90, 0, 90, 40, 20);
    const fit = fitHomography(
      cv,
      from,
      from.map((value) => 2 * value + 5),
    );
    expect(fit!.homography[0]).toBeCloseTo(2, 4);
    expect(fit!.homography[2]).toBeCloseTo(5, 3);
    expect(fitHomography(cv, from.slice(0, 6), from.slice(0, 6))).toBeNull();
  });
});
