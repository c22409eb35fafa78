/**
 * The tamper map as an overlay: grey value g becomes the viridis colour at g/255 with opacity g/255, so that what is the
 * same stays visible and what was edited shines.
 *
 * Viridis keeps its order of brightness in grey and for colour-blind eyes (Smith and van der Walt, SciPy 2015; CC0).
 * @module
 */

/** Viridis at 0, 1/8, .., 1, as sRGB bytes; matplotlib, `_cm_listed.py`. Between them it is interpolated linearly. */
export const VIRIDIS: readonly (readonly [red: number, green: number, blue: number])[] = [
  [68, 1, 84],
  [71, 44, 122],
  [59, 81, 139],
  [44, 113, 142],
  [33, 144, 141],
  [39, 173, 129],
  [92, 200, 99],
  [170, 220, 50],
  [253, 231, 37],
];

/** RGBA of each grey value, 256 x 4 bytes. */
const COLOUR_OF_GREY = colourTable();

function colourTable(): Uint8ClampedArray {
  const table = new Uint8ClampedArray(256 * 4);
  const steps = VIRIDIS.length - 1;
  for (let grey = 0; grey < 256; grey += 1) {
    const position = (grey / 255) * steps;
    const low = Math.min(steps - 1, Math.floor(position));
    const [from, to] = [VIRIDIS[low]!, VIRIDIS[low + 1]!];
    for (let channel = 0; channel < 3; channel += 1) {
      const start = from[channel]!;
      table[grey * 4 + channel] = start + (position - low) * (to[channel]! - start);
    }
    table[grey * 4 + 3] = grey;
  }
  return table;
}

/** Colours `rgba` in place, pixels in reading order; a grey picture has its value in every channel, so red is read. */
export function colourTamperMap(rgba: Uint8ClampedArray): void {
  for (let i = 0; i < rgba.length; i += 4) {
    const at = rgba[i]! * 4;
    rgba[i] = COLOUR_OF_GREY[at]!;
    rgba[i + 1] = COLOUR_OF_GREY[at + 1]!;
    rgba[i + 2] = COLOUR_OF_GREY[at + 2]!;
    rgba[i + 3] = COLOUR_OF_GREY[at + 3]!;
  }
}

/** @throws {DOMException} if the text is no base64 */
export function blobFromBase64(text: string, type: string): Blob {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i += 1) bytes[i] = binary.charCodeAt(i);
  return new Blob([bytes], { type });
}
