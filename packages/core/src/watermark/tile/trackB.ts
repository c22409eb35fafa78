/**
 * Track B: the mark of canonical scale ("frequency" in the contract). Its tile is a fixed share of the picture, whatever
 * the picture's size, so it survives any reduction that still shows the picture: 12 megapixels to 500 pixels wide. It
 * dies when less than about a quarter of the picture is left.
 * @module
 */
import type { TilePreset } from './tilePreset.ts';
import { makeTileTrack, type TileTrack } from './tileTrack.ts';
import type { TrackIdentity } from '../watermarkTrack.ts';

/** Pictures are marked as if they had this many pixels: 768 x 512. */
const CANONICAL_PIXELS = 393_216;
/** Smaller pictures are not marked finer than this: 0.21 / 0.9 = 0.23 cycles per pixel passes reduction to 0.6 and JPEG. */
const CANONICAL_SCALE_MIN = 0.9;

/** Pixels per canonical pixel that make the picture `CANONICAL_PIXELS` large. */
function shareOfPicture(width: number, height: number): number {
  return Math.sqrt((width * height) / CANONICAL_PIXELS);
}

function canonicalScale(width: number, height: number): number {
  return Math.max(CANONICAL_SCALE_MIN, shareOfPicture(width, height));
}

export const PRESET_B: TilePreset = {
  carriers: {
    tileSide: 128,
    // Below 0.035 pictures are too strong; above 0.21 a reduction to a third would cut it off.
    radiusMin: 0.035,
    radiusMax: 0.21,
    pilotRadiusMin: 0.06,
    pilotRadiusMax: 0.17,
  },
  canonicalScale,
  // The whole of a large picture, at any size; or a part of a small one at its own.
  likelyScales: (width, height) => [canonicalScale(width, height), shareOfPicture(width, height), CANONICAL_SCALE_MIN],
  // As track A.
  defaultPsnrDb: 42.3,
  searchesWindows: false,
};

export const makeTrackB = (own: TrackIdentity): TileTrack => makeTileTrack(own, PRESET_B);
