/** A log in memory, grown as the service grows its own. @module */
import { leafHash, type LeafRange, rangeHash } from '../../src/transparency/merkleTree.ts';
import { edgeTiles, type GrownTile, growTiles } from '../../src/transparency/growTiles.ts';
import { hashesFrom, subtreeHashFrom, type TilePlace, tileKey } from '../../src/transparency/tiles.ts';

export class TileStore {
  readonly tiles = new Map<string, GrownTile>();
  size = 0;

  append(entries: readonly Uint8Array[]): void {
    const edge = edgeTiles(this.size).flatMap((place) => this.tiles.get(tileKey(place)) ?? []);
    for (const tile of growTiles(this.size, edge, entries.map(leafHash))) this.tiles.set(tileKey(tile), tile);
    this.size += entries.length;
  }

  readonly read = (place: TilePlace): Uint8Array => {
    const tile = this.tiles.get(tileKey(place));
    if (!tile) throw new Error(`no tile ${tileKey(place)}`);
    return tile.hashes;
  };

  rootAt = (size: number): Uint8Array => rangeHash({ start: 0, end: size }, subtreeHashFrom(this.read));
  proof = (ranges: readonly LeafRange[]): Uint8Array[] => hashesFrom(ranges, this.read);
}
