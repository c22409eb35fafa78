/**
 * A palette: the picture has few distinct colours, though its reference has many. Dither shows in how often a colour returns
 * after one of another: along a line of three pixels, p_1 = p_3 != p_2, which error diffusion and ordered dither make on purpose
 * (Floyd, Steinberg 1976) and edges seldom do.
 * @module
 */
import type { Raster } from '../../raster.ts';

export interface Palette {
  /** Distinct colours, 2..256. */
  readonly colours: number;
  /** Are colours between them mixed of neighbouring pixels? */
  readonly isDithered: boolean;
}

/** What an indexed PNG or a GIF holds at most. */
const COLOURS_MAX = 256;
/** A grey picture has at most 256 anyway: fewer than this are a palette. */
const GREYS_MAX = 64;
/** A reference with no more than so many times the colours had few to begin with. */
const REFERENCE_TIMES_MIN = 4;
/** Share of triples that return, from which a picture is dithered; bench/verdict/wild/names.ts. */
const RETURNS_MIN = 0.12;

/** Null where it has none, or where the reference has few colours too. */
export function paletteOf(query: Raster, reference: Raster): Palette | null {
  const colours = distinctColours(query, COLOURS_MAX);
  if (colours === null || colours < 2) return null;
  if (colours > GREYS_MAX && isGrey(query)) return null;
  if (distinctColours(reference, REFERENCE_TIMES_MIN * colours) !== null) return null;
  return { colours, isDithered: returnShare(query) >= RETURNS_MIN };
}

/** Distinct colours, alpha aside; null if there are more than `most`. */
function distinctColours(picture: Raster, most: number): number | null {
  const seen = new Set<number>();
  const { data, channels } = picture;
  const step = channels < 3 ? 0 : 1;
  for (let p = 0, last = -1; p < data.length; p += channels) {
    // 48 bits of three samples of 16 are a whole number that a double holds exactly.
    const colour = ((data[p] as number) * 65536 + (data[p + step] as number)) * 65536 + (data[p + 2 * step] as number);
    if (colour === last) continue;
    last = colour;
    seen.add(colour);
    if (seen.size > most) return null;
  }
  return seen.size;
}

function isGrey({ data, channels }: Raster): boolean {
  if (channels < 3) return true;
  for (let p = 0; p < data.length; p += channels) if (data[p] !== data[p + 1] || data[p] !== data[p + 2]) return false;
  return true;
}

function returnShare({ width, height, data, channels }: Raster): number {
  const colours = Math.min(3, channels);
  const differs = (p: number, q: number): boolean => {
    for (let c = 0; c < colours; c++) if (data[p + c] !== data[q + c]) return true;
    return false;
  };
  let [returns, all] = [0, 0];
  for (let y = 0; y < height; y++)
    for (let x = 0, p = y * width * channels; x + 2 < width; x++, p += channels) {
      all++;
      if (differs(p, p + channels) && !differs(p, p + 2 * channels)) returns++;
    }
  return all > 0 ? returns / all : 0;
}
