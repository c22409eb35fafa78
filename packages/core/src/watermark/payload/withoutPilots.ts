/**
 * Reading a picture whose pilots were taken away, by whoever learnt them from pictures of his own: they are what all pictures of
 * a key share. Where the picture's frame was kept, its tile begins at one of the key's origins, and the code itself tells which:
 * the soft bits at the right one lie near a code word, at all others they are noise. Over six photos, untouched and after JPEG
 * down to quality 30, the right one lay at a distance of 0.00 to 0.20 but once, noise never below 0.22 (docs/decisions/0023-hidden-origins.md).
 * @module
 */
import { distanceFromCode } from './distanceFromCode.ts';
import { decodePayload } from './payloadFrame.ts';
import { originIndexOf, type TileOrigin } from '../tileOrigin.ts';

/** Soft bits further from any code word are not decoded; see `distanceFromCode`. */
const DISTANCE_MAX = 0.213;

export interface ReadingWithoutPilots {
  readonly payload: Uint8Array;
  readonly llr: Float32Array;
  readonly origin: TileOrigin;
}

export interface Attempt {
  /** Null if nothing was read. */
  readonly reading: ReadingWithoutPilots | null;
  /** How many checksums were compared: one, or none. */
  readonly checksums: number;
}

/**
 * A payload counts only if its checksum fits and it names the very origin at which it was read.
 * @param softBitsAt soft value of every coded bit (> 0 says 0, any scale) if the tile begins at an origin
 */
export function readWithoutPilots(
  origins: readonly TileOrigin[],
  softBitsAt: (origin: TileOrigin) => Float32Array,
): Attempt {
  let nearest: { readonly index: number; readonly llr: Float32Array } | null = null;
  let least = DISTANCE_MAX;
  for (const [index, origin] of origins.entries()) {
    const llr = softBitsAt(origin);
    const distance = distanceFromCode(llr, least);
    if (distance >= least) continue;
    least = distance;
    nearest = { index, llr };
  }
  if (!nearest) return { reading: null, checksums: 0 };
  const { index, llr } = nearest;
  const { payload, valid, checksums } = decodePayload(llr, 1);
  const isRead = valid && originIndexOf(payload) === index;
  return { reading: isRead ? { payload, llr, origin: origins[index] as TileOrigin } : null, checksums };
}
