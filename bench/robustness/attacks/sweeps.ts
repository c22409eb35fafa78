/**
 * Attacks at many strengths, for the curves of recovery against strength. A swept attack is named FAMILY@STRENGTH, for
 * instance `jpeg@30`.
 * @module
 */
import { type Attack, jpeg } from './attacks.ts';
import { cropCentre, resize, rotateInside } from './geometryAttacks.ts';
import { noise } from './signalAttacks.ts';

export interface Sweep {
  readonly title: string;
  /** What the horizontal axis says. */
  readonly axis: string;
  /** From mild to strong. */
  readonly strengths: readonly number[];
  readonly attack: (strength: number) => Attack;
}

export const SWEEPS: Readonly<Record<string, Sweep>> = {
  jpeg: {
    title: 'JPEG',
    axis: 'quality',
    strengths: [95, 80, 65, 50, 40, 30, 25, 20, 15, 10, 5],
    attack: (quality) => (picture) => jpeg(picture, quality),
  },
  resize: {
    title: 'Reduction',
    axis: 'factor of both sides',
    strengths: [0.9, 0.75, 0.6, 0.5, 0.45, 0.4, 0.35, 0.3, 0.25, 0.2],
    attack:
      (factor) =>
      (picture, { cv }) =>
        resize(cv, picture, factor),
  },
  crop: {
    title: 'Crop',
    axis: 'share of the area that is left',
    strengths: [0.9, 0.75, 0.5, 0.35, 0.25, 0.2, 0.15, 0.1, 0.07, 0.05],
    attack: (share) => (picture) => cropCentre(picture, share),
  },
  rotate: {
    title: 'Turn, cropped to the inside',
    axis: 'degrees',
    strengths: [0.5, 1, 2, 5, 10, 15, 20, 25, 30, 37, 45],
    attack:
      (degrees) =>
      (picture, { cv }) =>
        rotateInside(cv, picture, degrees),
  },
  noise: {
    title: 'Noise',
    axis: 'standard deviation, levels of 255',
    strengths: [2, 5, 10, 15, 20, 25, 30, 40, 50],
    attack:
      (sigma) =>
      (picture, { random }) =>
        noise(picture, sigma, random),
  },
};

/** All names of swept attacks. */
export const SWEPT = Object.entries(SWEEPS).flatMap(([family, { strengths }]) =>
  strengths.map((strength) => `${family}@${strength}`),
);

/** The attack of a name like `jpeg@30`; null for another name. */
export function sweptAttack(name: string): Attack | null {
  const [family, strength] = name.split('@');
  const sweep = strength === undefined ? undefined : SWEEPS[family as string];
  return sweep ? sweep.attack(Number(strength)) : null;
}
