/**
 * Tile tracks embedded together, with the honest word which of them found room: a track that could not be read back from
 * the marked picture is left out, and the others share what it leaves.
 * @module
 */
import type { Raster } from '../../../raster.ts';
import type { LumaSource } from '../../../signal/rowSource.ts';
import { markedLuma } from '../../applyDelta.ts';
import { modulateTiles, SIDE_MIN, type TileEmbedding, type TileRequest } from './tileEmbedding.ts';
import { markRows, type TileMark } from './modulation.ts';
import type { EmbedOptions } from '../../embedding.ts';
import type { TrackKey } from '../../trackKey.ts';

/** What joint embedding asks of a tile track. */
export interface EmbeddableTile {
  /** @param growth see `BudgetShare`; default 1 @throws {RangeError} unless strength and share are in (0, 1] */
  request(options: EmbedOptions, pixels: number, growth?: number): TileRequest;
  /** Whether a blind search finds the mark. */
  isReadable(marked: LumaSource, key: TrackKey): boolean;
}

export interface KeyedTile {
  readonly id: string;
  readonly tile: EmbeddableTile;
  /** Its `budgetShare` is that of this track while all take part. */
  readonly options: EmbedOptions;
}

export type TrackOutcome = { readonly id: string } & (
  | { readonly embedded: true; readonly psnrDb: number; readonly ssim: number }
  | { readonly embedded: false; readonly reason: 'too-small' | 'too-flat'; readonly detail: string }
);

export interface JointEmbedding {
  /** Null if no track found room. */
  readonly mark: TileMark | null;
  /** In the order of the tiles. */
  readonly outcomes: readonly TrackOutcome[];
}

/**
 * A track whose soft values are expected this clear (mean^2 over variance) is read for certain, so the search is spared.
 * Of 40 photos all were read untouched, the weakest at 0.65.
 */
const CERTAIN = 0.8;
/** Smaller pictures hold so few tiles that a search may fail where the pose is known; they are always searched. */
const CERTAIN_PIXELS_MIN = 100_000;

/** @throws {RangeError} unless the payload holds 16 bytes */
export function embedTiles(picture: Raster, payload: Uint8Array, tiles: readonly KeyedTile[]): JointEmbedding {
  const outcomes = new Map<string, TrackOutcome>();
  const shortest = Math.min(picture.width, picture.height);
  let left = tiles;
  let mark: TileMark | null = null;
  // A request that is refused (payload, strength) is refused whatever the picture.
  const pixels = picture.width * picture.height;
  requestsOf(tiles, 1, pixels);
  if (shortest < SIDE_MIN) {
    for (const { id } of left) outcomes.set(id, tooSmall(id, shortest));
    left = [];
  }
  while (left.length > 0) {
    const requests = requestsOf(left, tiles.length / left.length, pixels);
    const { embedding, lost } = loudEnough(picture, payload, left, requests);
    if (lost === null) {
      for (const [t, { id }] of left.entries()) {
        const { psnrDb, ssim } = embedding.tracks[t] as TileEmbedding['tracks'][number];
        outcomes.set(id, { id, embedded: true, psnrDb, ssim });
      }
      mark = embedding.mark;
      break;
    }
    outcomes.set(lost.id, tooFlat(lost.id));
    left = left.filter((tile) => tile !== lost);
  }
  return { mark, outcomes: tiles.map(({ id }) => outcomes.get(id) as TrackOutcome) };
}

/** @param growth by which each share of the budget grows, up to all of it */
function requestsOf(tiles: readonly KeyedTile[], growth: number, pixels: number): TileRequest[] {
  return tiles.map(({ tile, options }) => tile.request(options, pixels, growth));
}

/**
 * By how much a mark that is decoded jointly is made louder, dB, before it is left out: it is still to be read by itself from the
 * untouched picture. The last takes back all that joint decoding spares. SSIM gives way by half of it.
 */
const LOUDER_DB = [0, 1.5, 3, 4] as const;

/** The quietest embedding in which every track is read by itself, else the loudest and the track that is not. */
function loudEnough(
  picture: Raster,
  payload: Uint8Array,
  tiles: readonly KeyedTile[],
  requests: readonly TileRequest[],
): { readonly embedding: TileEmbedding; readonly lost: KeyedTile | null } {
  /** Of each tile, its place in `LOUDER_DB`. */
  const steps = tiles.map(() => 0);
  for (;;) {
    const asked = requests.map((request, t) => louder(request, LOUDER_DB[steps[t] as number] as number));
    const embedding = modulateTiles(picture, payload, asked);
    const lost = weakestUnreadable(picture, tiles, embedding);
    const t = lost ? tiles.indexOf(lost) : -1;
    const step = (steps[t] ?? 0) + 1;
    if (t < 0 || step >= LOUDER_DB.length || requests[t]?.target.energyNeeded === 1) return { embedding, lost };
    steps[t] = step;
  }
}

function louder(request: TileRequest, db: number): TileRequest {
  const { psnrDb, ssimMin, energyNeeded } = request.target;
  const target = { psnrDb: psnrDb - db, ssimMin: 1 - (1 - ssimMin) * 10 ** (db / 20), energyNeeded };
  return { ...request, target };
}

function weakestUnreadable(picture: Raster, tiles: readonly KeyedTile[], embedding: TileEmbedding): KeyedTile | null {
  const doubtful = tiles
    .map((tile, t) => ({ tile, untouched: (embedding.tracks[t] as TileEmbedding['tracks'][number]).untouched }))
    .filter(({ untouched }) => untouched < CERTAIN || picture.width * picture.height < CERTAIN_PIXELS_MIN)
    .sort((a, b) => a.untouched - b.untouched);
  const marked = markedLuma(picture, markRows(embedding.mark));
  for (const { tile } of doubtful) if (!tile.tile.isReadable(marked, tile.options.key)) return tile;
  return null;
}

function tooSmall(id: string, side: number): TrackOutcome {
  const detail = `A side of ${side} pixels is too short for a mark; ${SIDE_MIN} are needed.`;
  return { id, embedded: false, reason: 'too-small', detail };
}

function tooFlat(id: string): TrackOutcome {
  const detail = 'The picture has too little room for a mark that can be read back.';
  return { id, embedded: false, reason: 'too-flat', detail };
}
