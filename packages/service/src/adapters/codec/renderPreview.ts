/** The small picture for lists and result pages. @module */
import { PREVIEW_SIDE_MAX } from '@assay/core/previewSize';
import type { RenderedPicture } from '../../app/ports/verify/engine.ts';
import { sharp } from './imageLibrary.ts';

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

/** Enough for a page of paper that shows two side by side. */
const JPEG_QUALITY = 85;

/** JPEG of such a picture for documents: upright, sRGB, on white, no metadata, never enlarged. @param sideMax long side, px */
export async function renderPicture(bytes: Uint8Array, sideMax: number): Promise<RenderedPicture> {
  const options = { failOn: 'none', limitInputPixels: false } as const;
  const { width, height, orientation } = await sharp(bytes, options).metadata();
  const jpeg = await sharp(bytes, options)
    .autoOrient()
    .resize({ width: sideMax, height: sideMax, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .jpeg({ quality: JPEG_QUALITY })
    .toBuffer();
  // EXIF orientations from 5 on lie on their side.
  return (orientation ?? 1) >= 5 ? { jpeg, width: height, height: width } : { jpeg, width, height };
}
