/** The sRGB transfer curve, samples and light both in [0, 1]. Source: IEC 61966-2-1. @module */

export function linearizeSrgb(sample: number): number {
  return sample <= 0.04045 ? sample / 12.92 : ((sample + 0.055) / 1.055) ** 2.4;
}

/** Inverse of `linearizeSrgb`. */
export function encodeSrgb(light: number): number {
  return light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055;
}
