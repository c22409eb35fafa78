/**
 * Track A: the mark of native scale ("spatial" in the contract). Its tile is 96 pixels of the picture as it is,
 * whatever the picture's size, so a small cut-out of a large photograph still holds many whole tiles. It survives
 * cut-outs, overlays, splices and local edits, and dies when the picture is reduced below about 0.4.
 * @module
 */
import type { TilePreset } from './tilePreset.ts';
import { makeTileTrack, type TileTrack } from './tileTrack.ts';
import type { TrackIdentity } from '../watermarkTrack.ts';

export const PRESET_A: TilePreset = {
  carriers: {
    // 96 x 96: nine tiles in a cut-out of 300 x 300, which was read from 11 megapixels.
    tileSide: 96,
    // 0.23 still passes a reduction to 0.6 with JPEG at quality 70; more low carriers would fight the picture's texture.
    radiusMin: 0.05,
    radiusMax: 0.23,
    pilotRadiusMin: 0.08,
    pilotRadiusMax: 0.18,
  },
  canonicalScale: () => 1,
  likelyScales: () => [1],
  // Reads everything of the bar on every bench picture (docs/decisions/0002-watermark-engine.md); in company the budget makes it 43.1.
  defaultPsnrDb: 42.3,
  searchesWindows: true,
};

export const makeTrackA = (own: TrackIdentity): TileTrack => makeTileTrack(own, PRESET_A);
