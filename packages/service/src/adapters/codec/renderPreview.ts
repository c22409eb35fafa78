/** The small picture for lists and result pages. @module */
import { sharp } from './imageLibrary.ts';

/** Longest side, pixels: fills a card of a gallery, and shows less than the picture itself. */
export const PREVIEW_SIDE_MAX = 512;

/** Enough for 512 pixels on a screen; sharp's own default for WebP. */
const PREVIEW_QUALITY = 80;

/** WebP of a picture that `decodeImage` accepts: upright, sRGB, no metadata, never enlarged. */
export async function renderPreview(bytes: Uint8Array): Promise<Uint8Array> {
  return sharp(bytes, { failOn: 'none', limitInputPixels: false })
    .autoOrient()
    .resize({ width: PREVIEW_SIDE_MAX, height: PREVIEW_SIDE_MAX, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .webp({ quality: PREVIEW_QUALITY })
    .toBuffer();
}
