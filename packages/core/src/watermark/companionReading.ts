/**
 * What one track knows of another: a track whose pilots stand out beyond doubt, but whose bits are too weak alone, tells how
 * the picture was turned; the other track then stands at the same turn, at one of a ladder of scales, and their soft bits
 * add up. Asked only where pilots are certain, so that unmarked pictures pay nothing and give no checksum.
 * @module
 */
import { type Affine, scaled } from './affine.ts';
import { PILOT_SIGMA_CERTAIN, softBitsUnderMaps } from './detection.ts';
import { sumOf, withPayload } from './jointReading.ts';
import { decodePayload } from './payloadFrame.ts';
import type { PictureView } from './pictureAnalysis.ts';
import { isTileTrack, type TileTrack } from './tileMarking.ts';
import type { Extraction, TrackKey, WatermarkTrack } from './track.ts';

/** Pixels per canonical pixel of the companion over those of the leading track: from the smallest picture to 14 megapixels. */
const RATIO_MIN = 0.9;
const RATIO_MAX = 6;
const RATIO_STEP = 1.005;
/** So many maps of the ladder, those under which the companion's pilots agree best, are read. */
const MAPS_READ = 16;

/** Messages that may be checked in each sum: pilots are certain, but the maps are many. */
const LOOKS = 4;

interface KeyedTrack {
  readonly track: WatermarkTrack;
  readonly key: TrackKey;
}

/** @returns the extractions, with the payload of a certain track and its companion if their sum gives one */
export function readWithCompanions(
  view: () => PictureView,
  tracks: readonly KeyedTrack[],
  before: readonly Extraction[],
): readonly Extraction[] {
  if (before.some(({ detected }) => detected)) return before;
  let checksums = 0;
  for (const [i, lead] of before.entries()) {
    const leading = tracks[i] as KeyedTrack;
    if (lead.pilotSigma < PILOT_SIGMA_CERTAIN || !lead.map || !lead.softBits || !isTileTrack(leading.track)) continue;
    for (const [j, { track, key }] of tracks.entries()) {
      if (j === i || !isTileTrack(track)) continue;
      const maps = ladderFrom(lead.map, leading.track, track);
      for (const softBits of softBitsUnderMaps(view().spectrum, track.tile.constellationOf(key), maps, MAPS_READ)) {
        const { payload, valid, checksums: tried } = decodePayload(sumOf([lead.softBits, softBits]), LOOKS);
        checksums += tried;
        if (!valid) continue;
        const read = before.map((extraction, k) => {
          if (k !== i && k !== j) return extraction;
          return withPayload(k === j ? { ...extraction, softBits } : extraction, payload);
        });
        return counted(read, checksums);
      }
    }
  }
  return counted(before, checksums);
}

function counted(extractions: readonly Extraction[], checksums: number): readonly Extraction[] {
  return extractions.map((extraction, i) =>
    i === 0 ? { ...extraction, checksums: extraction.checksums + checksums } : extraction,
  );
}

/** A side at which the tile of a track that grows with the picture is coarser than one that does not. */
const LARGE_SIDE = 4096;

/** Maps of the companion at the turn of the leading track. */
function ladderFrom(lead: Affine, leading: TileTrack, companion: TileTrack): Affine[] {
  const [own, other] = [leading, companion].map(({ tile }) => tile.likelyScales(LARGE_SIDE, LARGE_SIDE)[0] as number);
  const isCoarser = (other as number) > (own as number);
  const steps = Math.floor(Math.log(RATIO_MAX / RATIO_MIN) / Math.log(RATIO_STEP)) + 1;
  return Array.from({ length: steps }, (_, i) => {
    const ratio = RATIO_MIN * RATIO_STEP ** i;
    return scaled(lead, isCoarser ? 1 / ratio : ratio);
  });
}
