/**
 * Pictures as plain data. A `Raster` holds interleaved sRGB-encoded samples as a file stores them; a `Plane` holds one
 * channel as floating point, on which every algorithm of the core works.
 * @module
 */

/**
 * Interleaved samples, row-major, `data.length === width * height * channels`.
 * Channels: 1 grey, 2 grey + alpha, 3 R G B, 4 R G B + alpha; alpha is not premultiplied.
 * Range: [0, 255] for depth 8, [0, 65535] for depth 16. Upright: EXIF orientation is already applied.
 */
export interface Raster {
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 2 | 3 | 4;
  readonly depth: 8 | 16;
  readonly data: Uint8Array | Uint16Array;
}

/** One channel, row-major, `data.length === width * height`. Luma planes range over [0, 255] whatever the file's depth. */
export interface Plane {
  readonly width: number;
  readonly height: number;
  readonly data: Float32Array;
}

/** Sides of a picture, pixels or samples. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Luma weights of R, G, B; ITU-R BT.601-7, section 2.5.1. The weights that JFIF uses for Y. */
export const LUMA_WEIGHTS = [0.299, 0.587, 0.114] as const;

/** Makes a plane of zeros, or wraps `data`. @throws {RangeError} if the sizes do not fit. */
export function plane(width: number, height: number, data = new Float32Array(width * height)): Plane {
  if (!Number.isInteger(width) || !Number.isInteger(height) || width < 1 || height < 1)
    throw new RangeError(`plane: sides must be positive integers, got ${width} x ${height}`);
  if (data.length !== width * height)
    throw new RangeError(`plane: expected ${width * height} samples, got ${data.length}`);
  return { width, height, data };
}

/**
 * Luma of a raster:  Y = 0.299 R + 0.587 G + 0.114 B  of the sRGB-encoded samples (so Y' of BT.601), scaled to [0, 255].
 * Alpha is ignored. Source: ITU-R BT.601-7, 2.5.1.
 */
export function luma(raster: Raster): Plane {
  const { width, height, channels, data, depth } = raster;
  const out = new Float32Array(width * height);
  const scale = depth === 16 ? 1 / 257 : 1;
  if (channels < 3) {
    for (let i = 0, p = 0; i < out.length; i++, p += channels) out[i] = (data[p] as number) * scale;
    return { width, height, data: out };
  }
  const r = LUMA_WEIGHTS[0] * scale;
  const g = LUMA_WEIGHTS[1] * scale;
  const b = LUMA_WEIGHTS[2] * scale;
  for (let i = 0, p = 0; i < out.length; i++, p += channels)
    out[i] = r * (data[p] as number) + g * (data[p + 1] as number) + b * (data[p + 2] as number);
  return { width, height, data: out };
}
