/** How large the small picture is that stands for a registered one. @module */
import type { Size } from './raster.ts';

/** Longest side, pixels: fills a card of a gallery, and shows less than the picture itself. docs/spec/assets.md#stored-files */
export const PREVIEW_SIDE_MAX = 512;

/** @param whole of the upright picture, pixels @returns of its preview, which is never larger, with a side of at least 1 */
export function previewSize({ width, height }: Size): Size {
  const scale = Math.min(1, PREVIEW_SIDE_MAX / Math.max(width, height));
  const scaled = (side: number) => Math.max(1, Math.round(side * scale));
  return { width: scaled(width), height: scaled(height) };
}
