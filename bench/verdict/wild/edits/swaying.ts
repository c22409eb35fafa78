/** Bends that no lens makes, and lenses that are no polynomial: what the judge's own maps of bends were made with. */
import { fractalNoise } from '@assay/core/scene/noise';
import type { Random } from '../../random.ts';
import { warped } from '../openCv.ts';
import { between, either } from '../pixels.ts';
import type { WildEdit } from '../wildEdit.ts';

/** Both in units of half the longer side, from the middle. */
type Bent = (u: number, v: number) => readonly [u: number, v: number];

/** The picture read where a bend says, enlarged so that no border shows. */
const bentBy =
  (zoom: number, bendOf: (random: Random) => Bent): WildEdit =>
  (picture, random) => {
    const { width, height } = picture;
    const side = Math.max(width, height);
    const bend = bendOf(random);
    return warped(picture, width, height, (x, y) => {
      const [u, v] = bend((zoom * (2 * x - width)) / side, (zoom * (2 * y - height)) / side);
      return [(width + side * u) / 2, (height + side * v) / 2];
    });
  };

/** A zoom lens at its wide end: bent outwards, and back in the corners (Brown 1966, two terms). */
const moustache = bentBy(0.94, (random) => {
  const k = between(random, 0.08, 0.16) * either(random);
  return (u, v) => {
    const square = u * u + v * v;
    const factor = 1 + k * square - 0.9 * k * square * square;
    return [u * factor, v * factor];
  };
});

/** A page of a thick book: near the fold it turns away from the glass. */
const pageCurled = bentBy(0.9, (random) => {
  const [depth, reach, side] = [between(random, 0.02, 0.05), between(random, 0.25, 0.6), either(random)];
  return (u, v) => {
    const near = depth * Math.exp((side * u - 1) / reach);
    return [u + 0.8 * side * near, v * (1 + 1.5 * near) + 0.4 * near];
  };
});

/** What a fisheye saw, seen as by a plain lens, by a profile of another focal length. */
const fisheye = bentBy(0.97, (random) => {
  const focal = between(random, 1.1, 1.8);
  const rim = 0.95 / (focal * Math.atan(1 / focal));
  return (u, v) => {
    const radius = Math.hypot(u, v);
    const factor = radius === 0 ? 1 : (rim * focal * Math.atan(radius / focal)) / radius;
    return [u * factor, v * factor];
  };
});

/** A tall panorama on Mercator's projection. */
const mercator = bentBy(0.93, (random) => {
  const focal = between(random, 1.2, 2);
  const rim = Math.cosh(1 / focal);
  return (u, v) => [(u * Math.cosh(v / focal)) / rim, (focal * Math.sinh(v / focal)) / rim];
});

/** Column after column read by a hand that is not steady. */
const unsteadyColumns = bentBy(0.96, (random) => {
  const [across, down] = [between(random, 0.001, 0.004), between(random, 0.004, 0.014)];
  const [turns, others] = [between(random, 0.3, 1.1), between(random, 0.4, 1.3)];
  const [phase, other] = [2 * Math.PI * random.uniform(), 2 * Math.PI * random.uniform()];
  return (u, v) => [
    u + across * Math.sin(2 * Math.PI * others * u + other),
    v + down * Math.sin(2 * Math.PI * turns * u + phase),
  ];
});

/** A photographed print that does not lie flat. */
const unevenPaper = bentBy(0.95, (random) => {
  const seed = random.below(1 << 30);
  const [depth, size] = [2 * between(random, 0.004, 0.01), between(random, 0.6, 1.2)];
  const hills = (u: number, v: number, k: number): number =>
    depth * fractalNoise(u / size + 40 * k, v / size, seed + k, 2, 0.35);
  return (u, v) => [u + hills(u, v, 0), v + hills(u, v, 1)];
});

export const SWAYING: Readonly<Record<string, WildEdit>> = {
  'moustache distortion': moustache,
  'page curled at the fold': pageCurled,
  'fisheye made plain': fisheye,
  'tall panorama, Mercator': mercator,
  'columns of an unsteady scan': unsteadyColumns,
  'print that does not lie flat': unevenPaper,
};
