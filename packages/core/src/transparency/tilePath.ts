/**
 * Addresses of tiles and entry bundles below the address of a log:
 *
 *     tile/<L>/<N>[.p/<W>]      tile/entries/<N>[.p/<W>]
 *
 * <N> in groups of three digits, all but the last after an `x`: 1234067 is x001/x234/067. <W>: width of a partial one.
 * Source: C2SP tlog-tiles, section Merkle Tree.
 * @module
 */
import { TILE_WIDTH } from './tiles.ts';

/** `level` null: a bundle of entries. */
export interface TileAddress {
  readonly level: number | null;
  readonly index: number;
  /** 1 to 256; 256: the whole one. */
  readonly width: number;
}

export function tilePath({ level, index, width }: TileAddress): string {
  const digits = String(index);
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/\d{3}/g) ?? [];
  const name = groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join('/');
  return `tile/${level ?? 'entries'}/${name}${width < TILE_WIDTH ? `.p/${width}` : ''}`;
}

/** A level is at most 63; as many digits of an index as JavaScript counts exactly. */
const PATH = /^tile\/(entries|[0-9]|[1-5][0-9]|6[0-3])\/((?:x\d{3}\/){0,4}\d{3})(?:\.p\/([1-9]\d{0,2}))?$/;

/** Null for everything that is not the one address of something. */
export function readTilePath(path: string): TileAddress | null {
  const [, level, name, width] = PATH.exec(path) ?? [];
  if (level === undefined || name === undefined) return null;
  const address = {
    level: level === 'entries' ? null : Number(level),
    index: Number(name.replaceAll(/[x/]/g, '')),
    width: width === undefined ? TILE_WIDTH : Number(width),
  };
  // One address for one thing: no leading groups of zeros, no width of 256 and more.
  return address.width <= TILE_WIDTH && tilePath(address) === path ? address : null;
}
