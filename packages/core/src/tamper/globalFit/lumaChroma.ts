/** Luma and colour differences of colour planes. @module */
import { withKernels } from '../../kernels/kernels.ts';
import { LUMA_WEIGHTS, type Plane } from '../../raster.ts';
import type { ColourPlanes } from '../alignment/registeredColour.ts';

type LumaChroma = readonly [Plane, Plane, Plane];

/** Every cue asks for those of the same few pictures, in every round of a comparison. */
const lumas = new WeakMap<ColourPlanes, Plane>();
const all = new WeakMap<ColourPlanes, LumaChroma>();

/**
 * Y, Cb, Cr without offset: ITU-R BT.601-7, 2.5.1 and 2.5.2.
 * @param picture nobody writes to it any more: its planes are made once, and shared
 */
export function lumaChroma(picture: ColourPlanes): LumaChroma {
  const known = all.get(picture);
  if (known) return known;
  const luma = lumaOf(picture);
  const made = [luma, ...chromaOf(picture, luma.data)] as const;
  all.set(picture, made);
  return made;
}

/** Y alone, on the same terms. */
export function lumaOf(picture: ColourPlanes): Plane {
  const luma = lumas.get(picture) ?? madeLuma(picture);
  lumas.set(picture, luma);
  return luma;
}

function madeLuma({ width, height, channels: [red, green, blue] }: ColourPlanes): Plane {
  const [weightR, weightG, weightB] = LUMA_WEIGHTS;
  const data = new Float32Array(red.length);
  withKernels(
    (kernels, memory) => {
      const [r, g, b] = [memory.copyIn(red), memory.copyIn(green), memory.copyIn(blue)];
      // An odd sample has room beside it: what is handed out begins at multiples of a cache line.
      kernels.lumaOfPlanes(r, g, b, data.length, weightR, weightG, weightB, r);
      data.set(memory.floats(r, data.length));
    },
    () => {
      for (let i = 0; i < data.length; i++)
        data[i] = weightR * (red[i] as number) + weightG * (green[i] as number) + weightB * (blue[i] as number);
    },
  );
  return { width, height, data };
}

/** A multiplication costs a fifth of a division. */
const PER_CB = 1 / 1.772;
const PER_CR = 1 / 1.402;

function chromaOf(
  { width, height, channels: [red, , blue] }: ColourPlanes,
  luma: Float32Array,
): readonly [Plane, Plane] {
  const cb = new Float32Array(luma.length);
  const cr = new Float32Array(luma.length);
  for (let i = 0; i < luma.length; i++) {
    const value = luma[i] as number;
    cb[i] = ((blue[i] as number) - value) * PER_CB;
    cr[i] = ((red[i] as number) - value) * PER_CR;
  }
  return [
    { width, height, data: cb },
    { width, height, data: cr },
  ];
}
