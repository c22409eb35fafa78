/**
 * What a palette can show. Dither mixes neighbouring pixels to any colour between those of the palette, and to none beyond: the mean of a
 * place lies in their convex hull. So a colour of the reference that lies outside is shown as the nearest point of the hull, and nobody changed
 * it: as far off as that may be where colours are few, but whoever chooses many has one near each colour of a place that can be seen. The nearest point by Frank and Wolfe's method,
 *     x <- x + t (v - x),   v = argmin_v <x - p, v>,   t = clamp(<p - x, v - x> / |v - x|^2, 0, 1)
 * for the colours of a lattice; between them linear.
 * Source: Frank, Wolfe 1956; Jaggi 2013 (its bound on what is left after so many steps).
 * @module
 */
import type { Raster } from '../../raster.ts';
import type { ColourPlanes } from '../alignment/registeredColour.ts';

type Colour = readonly [number, number, number];

const STEPS = 64;
/** With more colours than this none of the picture's is farther from them than so many levels; a red thing that they lack was recoloured. */
const FEW_COLOURS = 64;
const OFF_MAX = 48;
/** Colours of the lattice along each channel, and the levels between them. */
const LATTICE = 17;
const LATTICE_STEP = 255 / (LATTICE - 1);

/** Distinct colours of a picture of few, R, G, B in [0, 255]. */
export function coloursOf({ data, channels, depth }: Raster): Colour[] {
  const scale = depth === 16 ? 257 : 1;
  const step = channels < 3 ? 0 : 1;
  const seen = new Map<number, Colour>();
  for (let p = 0; p < data.length; p += channels) {
    const [r, g, b] = [data[p] as number, data[p + step] as number, data[p + 2 * step] as number];
    const key = (r * 65536 + g) * 65536 + b;
    if (!seen.has(key)) seen.set(key, [r / scale, g / scale, b / scale]);
  }
  return [...seen.values()];
}

/** The nearest point of the convex hull of the colours. @param palette at least one */
export function nearestInHull([r, g, b]: Colour, palette: readonly Colour[]): Colour {
  let [x, y, z] = palette[0] as Colour;
  for (let step = 0; step < STEPS; step++) {
    const [dx, dy, dz] = [x - r, y - g, z - b];
    let [least, best] = [Number.POSITIVE_INFINITY, palette[0] as Colour];
    for (const colour of palette) {
      const along = dx * colour[0] + dy * colour[1] + dz * colour[2];
      if (along < least) [least, best] = [along, colour];
    }
    const [vx, vy, vz] = [best[0] - x, best[1] - y, best[2] - z];
    const length = vx * vx + vy * vy + vz * vz;
    const t = length > 0 ? Math.min(1, Math.max(0, -(dx * vx + dy * vy + dz * vz) / length)) : 0;
    if (t === 0) break;
    [x, y, z] = [x + t * vx, y + t * vy, z + t * vz];
  }
  return [x, y, z];
}

/** The nearest point of the hull, or what lies `OFF_MAX` towards it. */
function shownAs(colour: Colour, palette: readonly Colour[]): Colour {
  const nearest = nearestInHull(colour, palette);
  const off = Math.hypot(nearest[0] - colour[0], nearest[1] - colour[1], nearest[2] - colour[2]);
  if (palette.length <= FEW_COLOURS || off <= OFF_MAX) return nearest;
  const towards = (c: 0 | 1 | 2): number => colour[c] + (OFF_MAX / off) * (nearest[c] - colour[c]);
  return [towards(0), towards(1), towards(2)];
}

/** The picture as the palette can show it. @param palette at least one colour */
export function withinHull(picture: ColourPlanes, palette: readonly Colour[]): ColourPlanes {
  const shown = latticeOf(palette);
  const count = picture.width * picture.height;
  const out: [Float32Array, Float32Array, Float32Array] = [
    new Float32Array(count),
    new Float32Array(count),
    new Float32Array(count),
  ];
  for (let i = 0; i < count; i++) {
    const at = picture.channels.map((plane) => (plane[i] as number) / LATTICE_STEP);
    interpolate(shown, at as unknown as Colour, out, i);
  }
  return { ...picture, channels: out };
}

/** Displacement of every colour of the lattice, interleaved. */
function latticeOf(palette: readonly Colour[]): Float32Array {
  const out = new Float32Array(3 * LATTICE ** 3);
  for (let r = 0, p = 0; r < LATTICE; r++)
    for (let g = 0; g < LATTICE; g++)
      for (let b = 0; b < LATTICE; b++, p += 3)
        out.set(shownAs([r * LATTICE_STEP, g * LATTICE_STEP, b * LATTICE_STEP], palette), p);
  return out;
}

const bounded = (value: number): number => Math.min(LATTICE - 1, Math.max(0, value));

/** Trilinear; beyond the range of levels that of its end. */
function interpolate(lattice: Float32Array, at: Colour, out: readonly Float32Array[], i: number): void {
  const [r, g, b] = [bounded(at[0]), bounded(at[1]), bounded(at[2])];
  const [r0, g0, b0] = [
    Math.min(LATTICE - 2, Math.floor(r)),
    Math.min(LATTICE - 2, Math.floor(g)),
    Math.min(LATTICE - 2, Math.floor(b)),
  ];
  for (let corner = 0; corner < 8; corner++) {
    const [cr, cg, cb] = [corner & 1, (corner >> 1) & 1, corner >> 2];
    const weight = weightOf(r - r0, cr) * weightOf(g - g0, cg) * weightOf(b - b0, cb);
    if (weight === 0) continue;
    const p = 3 * (((r0 + cr) * LATTICE + g0 + cg) * LATTICE + b0 + cb);
    for (let c = 0; c < 3; c++)
      (out[c] as Float32Array)[i] = ((out[c] as Float32Array)[i] as number) + weight * (lattice[p + c] as number);
  }
}

const weightOf = (part: number, corner: number): number => (corner === 1 ? part : 1 - part);
