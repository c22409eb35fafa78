/**
 * Known-payload detection: does a picture carry a payload that we already suspect? Blind decoding must get 1024 coded bits
 * right at once; a test for one code word only needs their sum. With soft values l_i (> 0 says 0) and the word's bits c_i,
 *     z = sum_i (1 - 2 c_i) l_i / sqrt(sum_i l_i^2).
 * Payloads are enciphered, so to a picture that does not carry this one its bits are fair coins: z then has mean 0 and
 * variance 1 whatever the picture, is Gaussian as far as 1024 terms make it, and never worse than sub-Gaussian (Hoeffding:
 * exceeding t has a chance of at most exp(-t^2 / 2)). A z-score of 6 has a chance of 1e-9 for each payload that is tested.
 * This says "consistent with that asset"; it is never a payload that was read.
 * Source: Cox, Miller, Bloom 2002, chapter 3 (linear correlation); Hoeffding 1963, theorem 2.
 * @module
 */
import type { Plane, Size } from '../../raster.ts';
import { encodePayload } from '../payload/payloadFrame.ts';
import { alignedPicture } from '../tile/detect/alignedPicture.ts';
import type { KeyedTrack } from '../watermarkTrack.ts';

/** Z-score from which a picture is said to be consistent with a payload. */
export const KNOWN_PAYLOAD_Z_MIN = 6;

/**
 * @param parts soft bits of each track or reading, any scale: each counts as if its mean square were 1
 * @param payload 16 bytes
 * @returns 0 if there is no part
 */
export function payloadZScore(parts: readonly Float32Array[], payload: Uint8Array): number {
  const coded = encodePayload(payload);
  const sums = new Float64Array(coded.length);
  for (const part of parts) {
    const scale = 1 / Math.sqrt(part.reduce((squares, value) => squares + value * value, 1e-30) / part.length);
    for (let i = 0; i < sums.length; i++) sums[i] = (sums[i] as number) + scale * (part[i] as number);
  }
  return codeWordZScore(sums, coded);
}

/**
 * z of the module's equation.
 * @param soft a soft value for every code bit, any scale
 * @returns 0 if all are 0
 */
export function codeWordZScore(soft: ArrayLike<number>, coded: Uint8Array): number {
  let agreeing = 0;
  let squares = 0;
  for (let i = 0; i < coded.length; i++) {
    const value = soft[i] as number;
    agreeing += (1 - 2 * (coded[i] as number)) * value;
    squares += value * value;
  }
  return squares > 0 ? agreeing / Math.sqrt(squares) : 0;
}

/**
 * Soft bits of every track in a view that is aligned to the picture as it was marked, so that nothing but a residual of
 * some pixels needs to be searched; see alignedView.ts. A track that cannot show there has no part.
 * @param view luma of the whole picture, at any size
 * @param marked the size of the picture when it was marked
 * @param picture of this very view, for who asks more of it; default a new one
 * @returns what tells the parts of `payloadZScore` for a payload
 */
export function alignedSoftBits(
  view: Plane,
  marked: Size,
  tracks: readonly KeyedTrack[],
  picture = alignedPicture(view),
): (payload: Uint8Array) => Float32Array[] {
  const parts = tracks.flatMap(({ track, key }) => track.alignedSoftBits?.(picture, marked, key) ?? []);
  return (payload) => parts.flatMap((part) => part(payload) ?? []);
}
