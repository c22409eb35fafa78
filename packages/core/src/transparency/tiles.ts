/**
 * The tree cut into tiles of height 8, as a log serves it. The n-th tile of level l holds, for i from 0 to 255,
 *
 *     MTH(D[(256 n + i) 256^l : (256 n + i + 1) 256^l])
 *
 * one hash of 32 bytes after the other. A tile that is not full yet is partial; what it holds never changes.
 * Source: C2SP tlog-tiles, c2sp.org/tlog-tiles.
 * @module
 */
import {
  HASH_BYTES,
  type LeafRange,
  nodeHash,
  rangeHash,
  type Subtree,
  type SubtreeHash,
  subtreesOf,
} from './merkleTree.ts';

export const TILE_HEIGHT = 8;
/** Hashes of a full tile; entries of a full bundle. */
export const TILE_WIDTH = 2 ** TILE_HEIGHT;

export interface TilePlace {
  readonly level: number;
  readonly index: number;
}

/** Its hashes one after the other: 32 to 8192 bytes. */
export type TileBytes = Uint8Array;

export type TileReader = (place: TilePlace) => TileBytes;

/** Hashes of level `level` in a log of `size` entries: floor(size / 256^level). */
export const hashesAtLevel = (size: number, level: number): number => Math.floor(size / TILE_WIDTH ** level);

/** Where the hash of a perfect subtree is computed from: 2^(h mod 8) hashes of one tile. */
function placeOf({ height, index }: Subtree): TilePlace & { readonly first: number; readonly count: number } {
  const level = Math.floor(height / TILE_HEIGHT);
  const count = 2 ** (height - level * TILE_HEIGHT);
  const first = index * count;
  return { level, index: Math.floor(first / TILE_WIDTH), first: first % TILE_WIDTH, count };
}

export const tileKey = ({ level, index }: TilePlace): string => `${level}/${index}`;

/** Every tile that the hashes of these ranges are computed from, each once. */
export function tilesUnder(ranges: readonly LeafRange[]): TilePlace[] {
  const found = new Map<string, TilePlace>();
  for (const { level, index } of ranges.flatMap(subtreesOf).map(placeOf))
    found.set(tileKey({ level, index }), { level, index });
  return [...found.values()];
}

/** Hash of `count` neighbouring hashes of a tile, a power of two of them. @throws {RangeError} if it does not hold them */
function hashInTile(tile: TileBytes, first: number, count: number): Uint8Array {
  if ((first + count) * HASH_BYTES > tile.length) throw new RangeError('the tile is narrower than the tree is wide');
  if (count === 1) return tile.subarray(first * HASH_BYTES, (first + 1) * HASH_BYTES);
  const middle = count / 2;
  return nodeHash(hashInTile(tile, first, middle), hashInTile(tile, first + middle, middle));
}

/** The hash of one whole tile. */
export const fullTileHash = (tile: TileBytes): Uint8Array => hashInTile(tile, 0, TILE_WIDTH);

export const subtreeHashFrom =
  (read: TileReader): SubtreeHash =>
  (subtree) => {
    const { first, count, ...place } = placeOf(subtree);
    return hashInTile(read(place), first, count);
  };

/** One hash for each range: the elements of a proof. */
export const hashesFrom = (ranges: readonly LeafRange[], read: TileReader): Uint8Array[] =>
  ranges.map((range) => rangeHash(range, subtreeHashFrom(read)).slice());
