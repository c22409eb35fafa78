/**
 * Is a payload that we already suspect in a picture? Reading blindly must get 1024 coded bits right at once; asking for one
 * code word only needs their sum. With soft values l_i (> 0 says 0) and the word's bits c_i,
 *     sigma = sum_i (1 - 2 c_i) l_i / sqrt(sum_i l_i^2).
 * Payloads are enciphered, so to a picture that does not carry this one its bits are fair coins: sigma then has mean 0 and
 * variance 1 whatever the picture, is Gaussian as far as 1024 terms make it, and never worse than sub-Gaussian (Hoeffding:
 * exceeding t has a chance of at most exp(-t^2 / 2)). A height of 6 has a chance of 1e-9 for each payload that is asked for.
 * This says "consistent with that asset"; it is never a payload that was read.
 * Source: Cox, Miller, Bloom 2002, chapter 3 (linear correlation); Hoeffding 1963, theorem 2.
 * @module
 */
import type { Plane } from '../raster.ts';
import type { Size } from '../registration/homography.ts';
import { scaling } from './affine.ts';
import { sampleCarriers } from './carrierSamples.ts';
import { type Constellation, PILOTS } from './constellation.ts';
import { encodePayload } from './payloadFrame.ts';
import { type PictureSpectrum, pictureSpectrum } from './pictureSpectrum.ts';
import { softBits } from './softBits.ts';
import { pilotResponses, type TilePhase } from './tilePhase.ts';
import { isTileTrack, type TileTrack } from './tileMarking.ts';
import type { TrackKey, WatermarkTrack } from './track.ts';
import { whiten } from './whitening.ts';

/** Height from which a picture is said to be consistent with a payload. */
export const KNOWN_PAYLOAD_SIGMA_MIN = 6;

/**
 * @param parts soft bits of each track or reading, any scale: each counts as if its mean square were 1
 * @param payload 16 bytes
 * @returns 0 if there is no part
 */
export function payloadSigma(parts: readonly Float32Array[], payload: Uint8Array): number {
  const coded = encodePayload(payload);
  const sums = new Float64Array(coded.length);
  for (const part of parts) {
    const scale = 1 / Math.sqrt(part.reduce((squares, value) => squares + value * value, 1e-30) / part.length);
    for (let i = 0; i < sums.length; i++) sums[i] = (sums[i] as number) + scale * (part[i] as number);
  }
  let agreeing = 0;
  let squares = 0;
  for (let i = 0; i < sums.length; i++) {
    const value = sums[i] as number;
    agreeing += (1 - 2 * (coded[i] as number)) * value;
    squares += value * value;
  }
  return squares > 0 ? agreeing / Math.sqrt(squares) : 0;
}

/** Below this many view pixels a canonical pixel, half of a track's band lies beyond the view's frequencies. */
const SCALE_MIN = 0.4;

/**
 * Soft bits of every track in a view that lies as the picture did when it was marked, so that nothing but a remainder of
 * some pixels needs to be searched; see alignedView.ts. A track that cannot be looked for has no part.
 * @param view luma of the whole picture, at any size
 * @param marked the size of the picture when it was marked
 */
export function softBitsInPlace(
  view: Plane,
  marked: Size,
  tracks: readonly { readonly track: WatermarkTrack; readonly key: TrackKey }[],
): Float32Array[] {
  const spectrum = tracks.some(({ track }) => isTileTrack(track)) ? pictureSpectrum(whiten(view)) : null;
  return tracks.flatMap(({ track, key }) => {
    const bits =
      spectrum && isTileTrack(track)
        ? tileBitsInPlace(spectrum, view, marked, track, key)
        : (track.bitsInPlace?.(view, marked, key) ?? null);
    return bits ? [bits] : [];
  });
}

function tileBitsInPlace(
  spectrum: PictureSpectrum,
  view: Plane,
  marked: Size,
  { tile }: TileTrack,
  key: TrackKey,
): Float32Array | null {
  const scale = ((tile.likelyScales(marked.width, marked.height)[0] as number) * view.width) / marked.width;
  if (scale < SCALE_MIN) return null;
  const constellation = tile.constellationOf(key);
  const samples = sampleCarriers(spectrum, constellation, scaling(scale));
  const responses = pilotResponses(samples, constellation, 1);
  return softBits(samples, constellation, phaseNear(responses, constellation, originOf(view, scale))).llr;
}

/** Where the tile stands at the view's centre sample, canonical pixels: sample 0 of the tile is centred at (scale - 1) / 2. */
function originOf({ width, height }: Plane, scale: number): { readonly x: number; readonly y: number } {
  const place = (length: number): number => 0.5 - ((length >> 1) + 0.5) / scale;
  return { x: place(width), y: place(height) };
}

/** How far from its place the tile is sought, canonical pixels: what registration leaves; and in which steps. */
const REMAINDER_MAX = 3;
const REMAINDER_STEP = 0.5;

/** The place near `origin` at which the pilots agree best. Pilots bear no payload, so the choice favours none. */
function phaseNear(
  responses: Float32Array,
  { u, v, tileSide }: Constellation,
  origin: { readonly x: number; readonly y: number },
): TilePhase {
  let best: TilePhase = { ...origin, turn: 1, sigma: -Infinity };
  for (let dy = -REMAINDER_MAX; dy <= REMAINDER_MAX; dy += REMAINDER_STEP)
    for (let dx = -REMAINDER_MAX; dx <= REMAINDER_MAX; dx += REMAINDER_STEP) {
      const [x, y] = [origin.x + dx, origin.y + dy];
      let sigma = 0;
      for (let k = 0; k < PILOTS; k++) {
        const angle = (2 * Math.PI * ((u[k] as number) * x + (v[k] as number) * y)) / tileSide;
        sigma += (responses[2 * k] as number) * Math.cos(angle) - (responses[2 * k + 1] as number) * Math.sin(angle);
      }
      if (sigma > best.sigma) best = { x, y, turn: 1, sigma };
    }
  return best;
}
