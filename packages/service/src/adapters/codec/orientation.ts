/**
 * EXIF orientation as a rearrangement of pixels; CIPA DC-008 (EXIF 2.32), tag 0x0112. A stored picture of orientation
 * o is what a viewer shows after `toUpright`; `toStored` is its exact inverse, so a picture can be marked upright and
 * written back under its own tag.
 * @module
 */
import type { Raster } from '@assay/core/raster';

/** 5..8 exchange the sides. */
export function exchangesSides(orientation: number): boolean {
  return orientation >= 5 && orientation <= 8;
}

/**
 * Where the stored sample under upright (0, 0) lies and how far a step right or down moves in it, in pixels.
 * Table: the meaning of "0th row" and "0th column" in the EXIF definition.
 */
function walk(orientation: number, storedWidth: number, storedHeight: number): [start: number, dx: number, dy: number] {
  const w = storedWidth;
  const last = storedWidth * storedHeight - 1;
  switch (orientation) {
    case 2:
      return [w - 1, -1, w];
    case 3:
      return [last, -1, -w];
    case 4:
      return [last - (w - 1), 1, -w];
    case 5:
      return [0, w, 1];
    case 6:
      return [last - (w - 1), -w, 1];
    case 7:
      return [last, -w, -1];
    case 8:
      return [w - 1, w, -1];
    default:
      return [0, 1, w];
  }
}

function rearrange(raster: Raster, orientation: number, inverse: boolean): Raster {
  if (orientation < 2 || orientation > 8) return raster;
  const { channels, depth, data } = raster;
  const width = exchangesSides(orientation) ? raster.height : raster.width;
  const height = exchangesSides(orientation) ? raster.width : raster.height;
  const [uprightWidth, uprightHeight] = inverse ? [raster.width, raster.height] : [width, height];
  const [storedWidth, storedHeight] = inverse ? [width, height] : [raster.width, raster.height];
  const [start, dx, dy] = walk(orientation, storedWidth, storedHeight);
  const out = data instanceof Uint16Array ? new Uint16Array(data.length) : new Uint8Array(data.length);
  let upright = 0;
  for (let y = 0; y < uprightHeight; y++) {
    let stored = (start + y * dy) * channels;
    const step = dx * channels;
    for (let x = 0; x < uprightWidth; x++) {
      if (inverse) for (let c = 0; c < channels; c++) out[stored + c] = data[upright + c] as number;
      else for (let c = 0; c < channels; c++) out[upright + c] = data[stored + c] as number;
      upright += channels;
      stored += step;
    }
  }
  return { width, height, channels, depth, data: out };
}

/** From the order of the file to the order that people see. */
export function toUpright(stored: Raster, orientation: number): Raster {
  return rearrange(stored, orientation, false);
}

/** Back into the order of the file. */
export function toStored(upright: Raster, orientation: number): Raster {
  return rearrange(upright, orientation, true);
}
