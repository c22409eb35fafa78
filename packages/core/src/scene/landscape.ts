/**
 * What a seed decides: weather, ground, colours, camera. All colours are linear RGB in [0, 1], all lengths kilometres.
 * @module
 */
import { latticeHash, uniform } from './noise.ts';

export type Rgb = readonly [red: number, green: number, blue: number];
export type Vector = readonly [x: number, y: number, z: number];

export interface Weather {
  readonly zenith: Rgb;
  readonly horizon: Rgb;
  readonly sunlight: Rgb;
  /** Sine of the sun's height above the horizon. */
  readonly sunHeight: number;
  /** Share of the sky under cloud, 0..1. */
  readonly cover: number;
  /** Distance over which the air halves the contrast, km. */
  readonly visibility: number;
}

export interface Ground {
  readonly low: Rgb;
  readonly dry: Rgb;
  readonly rock: Rgb;
  readonly tree: Rgb;
  /** Height of the snow line, km above the water. */
  readonly snowLine: number;
  /** Share of places where a tree stands, 0..1. */
  readonly forest: number;
  /** Height of the relief, km. */
  readonly relief: number;
}

const WEATHERS: readonly Weather[] = [
  // Clear noon, warm evening, overcast, dusk, haze.
  {
    zenith: [0.1, 0.22, 0.55],
    horizon: [0.55, 0.68, 0.85],
    sunlight: [1.5, 1.4, 1.22],
    sunHeight: 0.62,
    cover: 0.35,
    visibility: 5,
  },
  {
    zenith: [0.14, 0.2, 0.42],
    horizon: [0.92, 0.58, 0.3],
    sunlight: [1.75, 1.05, 0.5],
    sunHeight: 0.2,
    cover: 0.45,
    visibility: 3,
  },
  {
    zenith: [0.3, 0.34, 0.42],
    horizon: [0.66, 0.67, 0.66],
    sunlight: [0.75, 0.72, 0.66],
    sunHeight: 0.7,
    cover: 0.85,
    visibility: 2.2,
  },
  {
    zenith: [0.08, 0.09, 0.25],
    horizon: [0.6, 0.36, 0.36],
    sunlight: [0.9, 0.55, 0.55],
    sunHeight: 0.16,
    cover: 0.55,
    visibility: 3.5,
  },
  {
    zenith: [0.22, 0.4, 0.6],
    horizon: [0.8, 0.8, 0.72],
    sunlight: [1.3, 1.25, 1.05],
    sunHeight: 0.45,
    cover: 0.2,
    visibility: 1.6,
  },
];

const GROUNDS: readonly Ground[] = [
  // Meadows, alps, desert, autumn, moor.
  {
    low: [0.09, 0.15, 0.035],
    dry: [0.2, 0.18, 0.07],
    rock: [0.2, 0.18, 0.16],
    tree: [0.035, 0.075, 0.02],
    snowLine: 9,
    forest: 0.55,
    relief: 0.16,
  },
  {
    low: [0.07, 0.11, 0.04],
    dry: [0.16, 0.15, 0.09],
    rock: [0.22, 0.21, 0.21],
    tree: [0.02, 0.045, 0.025],
    snowLine: 0.13,
    forest: 0.6,
    relief: 0.42,
  },
  {
    low: [0.42, 0.27, 0.13],
    dry: [0.5, 0.35, 0.18],
    rock: [0.36, 0.17, 0.09],
    tree: [0.07, 0.09, 0.035],
    snowLine: 9,
    forest: 0.08,
    relief: 0.25,
  },
  {
    low: [0.16, 0.14, 0.04],
    dry: [0.26, 0.16, 0.05],
    rock: [0.17, 0.15, 0.14],
    tree: [0.3, 0.11, 0.02],
    snowLine: 0.26,
    forest: 0.65,
    relief: 0.24,
  },
  {
    low: [0.12, 0.1, 0.06],
    dry: [0.2, 0.12, 0.12],
    rock: [0.13, 0.13, 0.14],
    tree: [0.05, 0.07, 0.04],
    snowLine: 9,
    forest: 0.2,
    relief: 0.2,
  },
];

export interface Landscape {
  readonly seed: number;
  readonly weather: Weather;
  readonly ground: Ground;
  /** Unit vector towards the sun; x right, y up, z away from the camera. */
  readonly sun: Vector;
  /** Share of the land under water, 0..1. */
  readonly water: number;
  readonly houses: number;
  readonly boulders: number;
}

/** Draws a landscape. Seeds are any safe integers; neighbouring seeds share nothing. */
export function drawLandscape(seed: number): Landscape {
  const own = latticeHash(seed | 0, Math.floor(seed / 2 ** 32), 0x5ce9e);
  const pick = (index: number) => uniform(index, own);
  const weather = WEATHERS[Math.floor(pick(0) * WEATHERS.length)] as Weather;
  const ground = GROUNDS[Math.floor(pick(1) * GROUNDS.length)] as Ground;
  // The sun stands beside the camera, never straight behind or before it, so that relief shows.
  const azimuth = (pick(2) < 0.5 ? -1 : 1) * (0.5 + 1.4 * pick(3));
  const flat = Math.sqrt(1 - weather.sunHeight ** 2);
  return {
    seed: own,
    weather,
    ground,
    sun: [flat * Math.sin(azimuth), weather.sunHeight, flat * Math.cos(azimuth)],
    water: pick(4) < 0.5 ? 0.06 + 0.22 * pick(5) : 0,
    houses: Math.floor(pick(6) * 4),
    boulders: 3 + Math.floor(pick(7) * 9),
  };
}
