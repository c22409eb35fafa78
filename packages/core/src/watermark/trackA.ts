/**
 * Track A: the mark of native scale ("spatial" in the contract). Its tile is 96 pixels of the picture as it is,
 * whatever the picture's size, so a small cut-out of a large photograph still holds many whole tiles. It survives
 * cut-outs, overlays, splices and local edits, and dies when the picture is reduced below about 0.4.
 * @module
 */
import { makeTiledTrack } from './tiledTrack.ts';

export const trackA = makeTiledTrack({
  id: 'a',
  carriers: {
    // 96 x 96: nine tiles in a cut-out of 300 x 300, which was read from 11 megapixels (prototype).
    tileSide: 96,
    // Finer than B's band, so that the two share a picture; 0.26 still passes JPEG at quality 50.
    radiusMin: 0.06,
    radiusMax: 0.26,
    pilotRadiusMin: 0.08,
    pilotRadiusMax: 0.2,
  },
  canonicalScale: () => 1,
  likelyScales: () => [1],
  // A and B together stay above 40 dB: 10 log10(10^-4.31 + 10^-4.33) = -40.19.
  defaultPsnrDb: 43.1,
  searchesWindows: true,
});
