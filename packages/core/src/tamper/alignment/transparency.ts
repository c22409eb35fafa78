/**
 * Transparency. What people see of a picture with alpha depends on what lies below it; pages are white, so with a the opacity, 0..1, and s a
 * sample, levels of [0, 255], a submitted picture is compared as
 *     shown = a s + (1 - a) 255
 * (Porter and Duff 1984, "Compositing Digital Images", "over"). Where the stored picture is not opaque it shows nothing by itself: encoders may
 * change samples that nobody sees, and nothing is compared there.
 * @module
 */
import type { Raster } from '../../raster.ts';

const hasAlpha = ({ channels }: Raster): boolean => channels % 2 === 0;

/** The picture on white, without alpha; itself where alpha says nothing of places: opaque all over, or nowhere. */
export function onWhite(picture: Raster): Raster {
  if (!hasAlpha(picture) || !isOpaqueInPart(picture)) return picture;
  const { width, height, channels, depth, data } = picture;
  const colours = (channels - 1) as 1 | 3;
  const most = maxOf(picture);
  const length = width * height * colours;
  const out = depth === 16 ? new Uint16Array(length) : new Uint8Array(length);
  for (let p = 0, i = 0; i < length; p += channels) {
    const opacity = (data[p + colours] as number) / most;
    for (let c = 0; c < colours; c++, i++)
      out[i] = Math.round(opacity * (data[p + c] as number) + (1 - opacity) * most);
  }
  return { width, height, channels: colours, depth, data: out };
}

const maxOf = ({ depth }: Raster): number => (depth === 16 ? 65535 : 255);

function isOpaqueInPart(picture: Raster): boolean {
  const { channels, data } = picture;
  const most = maxOf(picture);
  let [least, highest] = [most, 0];
  for (let p = channels - 1; p < data.length; p += channels) {
    const alpha = data[p] as number;
    least = Math.min(least, alpha);
    highest = Math.max(highest, alpha);
  }
  return least < most && highest === most;
}

/** Alpha from which a pixel shows itself, levels of [0, 255]: rounding and resampling leave opaque ones above. */
export const OPAQUE_MIN = 250;

/**
 * Which of the interleaved samples is the alpha that says where a picture shows itself; null where there is none, or where no pixel is opaque:
 * the same glass over all of it says of no place that it shows nothing.
 * @param samples levels of [0, 255], `stride` for each pixel
 */
export function alphaIn(samples: Float32Array, stride: number): number | null {
  if (stride % 2 !== 0) return null;
  for (let p = stride - 1; p < samples.length; p += stride) if ((samples[p] as number) >= OPAQUE_MIN) return stride - 1;
  return null;
}
