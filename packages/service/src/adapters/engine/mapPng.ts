/** A map as a file. @module */
import type { TamperMap } from '@assay/core/tamper/comparison';
import { sharp } from '../codec/imageLibrary.ts';

/** 8-bit grey PNG, long side at most `sideMax` px, never enlarged. */
export async function mapPng(
  { width, height, data }: TamperMap,
  sideMax = Number.POSITIVE_INFINITY,
): Promise<Uint8Array> {
  const limit = Math.min(sideMax, Math.max(width, height));
  return sharp(data, { raw: { width, height, channels: 1 } })
    .resize({ width: limit, height: limit, fit: 'inside', withoutEnlargement: true })
    .toColourspace('b-w')
    .png()
    .toBuffer();
}
