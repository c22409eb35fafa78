/**
 * Where a picture's tiles begin. Every track draws `ORIGINS` origins from its key; a picture takes the one that its payload
 * names, and payloads are enciphered, so whoever holds no key sees the tile of every picture at a place of its own. The mean of
 * many pictures' marks then shows next to nothing of what they share, the pilots.
 * @module
 */
import { keyedStream } from '../signal/keyedStream.ts';
import type { TrackKey } from './trackKey.ts';

/** Few enough that a reader may try them all where the pilots were taken away (withoutPilots.ts). */
export const ORIGINS = 64;

/** Cyclic shift of a tile against the picture's corner, samples or cells: sample (0, 0) of the tile stands at (x, y). */
export interface TileOrigin {
  readonly x: number;
  readonly y: number;
}

/** The origins of a key, on a tile of `side` x `side`. */
export function drawOrigins(key: TrackKey, side: number): readonly TileOrigin[] {
  const stream = keyedStream(key, 'origins');
  return Array.from({ length: ORIGINS }, () => ({ x: stream.below(side), y: stream.below(side) }));
}

/** Which of a key's origins a payload takes. */
export function originIndexOf(payload: Uint8Array): number {
  return (payload[0] as number) % ORIGINS;
}

export function originOf(origins: readonly TileOrigin[], payload: Uint8Array): TileOrigin {
  return origins[originIndexOf(payload)] as TileOrigin;
}
