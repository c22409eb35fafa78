/** A log grows: new entries are put at the right edge of its tiles. @module */
import { HASH_BYTES } from './merkleTree.ts';
import { fullTileHash, hashesAtLevel, TILE_WIDTH, type TileBytes, type TilePlace } from './tiles.ts';

export interface GrownTile extends TilePlace {
  readonly hashes: TileBytes;
}

/** The tile that the next hash of each level goes into, for a log of `size` entries; partial or not yet begun. */
export function edgeTiles(size: number): TilePlace[] {
  const places: TilePlace[] = [];
  for (let level = 0; level === 0 || hashesAtLevel(size, level) > 0; level++)
    places.push({ level, index: Math.floor(hashesAtLevel(size, level) / TILE_WIDTH) });
  return places;
}

/**
 * The tiles that change when entries are added to a log of `size` entries, in the order in which they were filled.
 * @param edge  what `edgeTiles(size)` hold now; an absent one is empty
 * @param added leaf hashes of the new entries, in their order
 * @throws {RangeError} if the edge is not that of a log of this size
 */
export function growTiles(size: number, edge: readonly GrownTile[], added: readonly Uint8Array[]): GrownTile[] {
  const open = new Map<number, OpenTile>();
  for (const { level, index, hashes } of edge) open.set(level, new OpenTile(level, index, hashes));
  const done: GrownTile[] = [];
  const openAt = (level: number): OpenTile => {
    let tile = open.get(level);
    if (!tile) {
      tile = new OpenTile(level, Math.floor(hashesAtLevel(size, level) / TILE_WIDTH), new Uint8Array());
      open.set(level, tile);
    }
    return tile;
  };
  for (const { level, index } of edgeTiles(size)) {
    const tile = openAt(level);
    if (tile.index !== index || tile.width !== hashesAtLevel(size, level) % TILE_WIDTH)
      throw new RangeError(`tile ${level}/${tile.index} with ${tile.width} hashes is not the edge of ${size} entries`);
  }
  const push = (level: number, hash: Uint8Array): void => {
    const tile = openAt(level);
    tile.push(hash);
    if (tile.width < TILE_WIDTH) return;
    const full = tile.bytes();
    done.push({ level, index: tile.index, hashes: full });
    open.set(level, new OpenTile(level, tile.index + 1, new Uint8Array()));
    push(level + 1, fullTileHash(full));
  };
  for (const hash of added) push(0, hash);
  for (const tile of open.values())
    if (tile.grew) done.push({ level: tile.level, index: tile.index, hashes: tile.bytes() });
  return done;
}

/** A tile that is being filled, with room for all its hashes. */
class OpenTile {
  readonly level: number;
  readonly index: number;
  readonly #room = new Uint8Array(TILE_WIDTH * HASH_BYTES);
  readonly #widthAtFirst: number;
  width: number;

  constructor(level: number, index: number, hashes: TileBytes) {
    this.level = level;
    this.index = index;
    this.#room.set(hashes);
    this.width = hashes.length / HASH_BYTES;
    this.#widthAtFirst = this.width;
  }

  get grew(): boolean {
    return this.width > this.#widthAtFirst;
  }

  push(hash: Uint8Array): void {
    this.#room.set(hash, this.width * HASH_BYTES);
    this.width++;
  }

  bytes(): TileBytes {
    return this.#room.slice(0, this.width * HASH_BYTES);
  }
}
