/**
 * A stand-in for a watermark: a zero-mean luma pattern of 40 dB PSNR, low-passed so that recompression keeps it.
 * Nothing can be read from it; it only changes pixels as a mark does.
 */
import type { Raster } from '@assay/core/raster';
import { gaussianBlur } from '@assay/core/signal/gaussianBlur';
import type { Random } from './random.ts';

/** 255 / 10^(40/20): root mean square change at 40 dB. */
const AMPLITUDE = 2.55;

export function marked(picture: Raster, random: Random): Raster {
  const { width, height, channels } = picture;
  const noise = Float32Array.from({ length: width * height }, () => random.normal());
  const pattern = gaussianBlur({ width, height, data: noise }, 1).data;
  let energy = 0;
  for (const value of pattern) energy += value * value;
  const scale = AMPLITUDE / Math.sqrt(energy / pattern.length);
  const data = new Uint8Array(picture.data.length);
  for (let i = 0; i < pattern.length; i++)
    for (let c = 0; c < channels; c++) {
      const at = i * channels + c;
      data[at] = Math.min(255, Math.max(0, Math.round((picture.data[at] as number) + scale * (pattern[i] as number))));
    }
  return { ...picture, data };
}
