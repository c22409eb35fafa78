/** Luma and colour differences of colour planes. @module */
import { LUMA_WEIGHTS, type Plane } from '../../raster.ts';
import type { ColourPlanes } from '../alignment/registeredColour.ts';

type LumaChroma = readonly [Plane, Plane, Plane];

/** Every cue asks for those of the same few pictures, in every round of a comparison. */
const seen = new WeakMap<ColourPlanes, LumaChroma>();

/**
 * Y, Cb, Cr without offset: ITU-R BT.601-7, 2.5.1 and 2.5.2.
 * @param picture nobody writes to it any more: its planes are made once, and shared
 */
export function lumaChroma(picture: ColourPlanes): LumaChroma {
  const known = seen.get(picture);
  if (known) return known;
  const made = converted(picture);
  seen.set(picture, made);
  return made;
}

function converted(picture: ColourPlanes): LumaChroma {
  const [red, green, blue] = picture.channels;
  const { width, height } = picture;
  const [weightR, weightG, weightB] = LUMA_WEIGHTS;
  const y = new Float32Array(red.length);
  const cb = new Float32Array(red.length);
  const cr = new Float32Array(red.length);
  for (let i = 0; i < y.length; i++) {
    const r = red[i] as number;
    const b = blue[i] as number;
    const value = weightR * r + weightG * (green[i] as number) + weightB * b;
    y[i] = value;
    cb[i] = (b - value) / 1.772;
    cr[i] = (r - value) / 1.402;
  }
  const wrap = (data: Float32Array): Plane => ({ width, height, data });
  return [wrap(y), wrap(cb), wrap(cr)];
}
