/** What a wild edit is: a picture in, a picture out, and where each point of it was before. */
import type { RgbPicture } from '../../retrieval/rgbPicture.ts';
import type { Random } from '../random.ts';

/**
 * Where a point was before the edit: pixels from the top left corner of the picture before, so that the middle of the first
 * pixel is (0.5, 0.5). Null where something else is shown.
 */
export type Where = (x: number, y: number) => readonly [x: number, y: number] | null;

export interface Seen {
  readonly picture: RgbPicture;
  readonly from: Where;
}

export type WildEdit = (picture: RgbPicture, random: Random) => Promise<Seen>;
/** An edit that moves nothing, or scales the whole picture. */
export type Change = (picture: RgbPicture, random: Random) => RgbPicture | Promise<RgbPicture>;

/** Nothing moved; of another size, the whole picture was scaled. */
export function seenWhole(before: RgbPicture, picture: RgbPicture): Seen {
  const [scaleX, scaleY] = [before.width / picture.width, before.height / picture.height];
  return { picture, from: (x, y) => [x * scaleX, y * scaleY] };
}

export const inPlace =
  (change: Change): WildEdit =>
  async (picture, random) =>
    seenWhole(picture, await change(picture, random));

/** One after the other. */
export const steps =
  (...edits: readonly WildEdit[]): WildEdit =>
  async (picture, random) => {
    let seen = seenWhole(picture, picture);
    for (const edit of edits) {
      const before = seen.from;
      const next = await edit(seen.picture, random);
      seen = {
        picture: next.picture,
        from: (x, y) => {
          const at = next.from(x, y);
          return at && before(...at);
        },
      };
    }
    return seen;
  };

/** The same for changes. */
export const changes = (...list: readonly Change[]): WildEdit => steps(...list.map(inPlace));

export interface FollowedTruth {
  /** 1 inside the edited area; one sample a pixel of the picture after the edit. */
  readonly truth: Uint8Array;
  /** Share of the edited area that the picture still shows. */
  readonly left: number;
  /** Share of the picture after the edit that shows nothing of the one before. */
  readonly covered: number;
}

/** The truth of a picture of `width` x `height` pixels after a wild edit of it. */
export function followTruth(truth: Uint8Array, width: number, height: number, { picture, from }: Seen): FollowedTruth {
  const after = new Uint8Array(picture.width * picture.height);
  const shown = new Uint8Array(truth.length);
  let covered = 0;
  for (let y = 0, i = 0; y < picture.height; y++)
    for (let x = 0; x < picture.width; x++, i++) {
      const at = from(x + 0.5, y + 0.5);
      const [u, v] = at ? [Math.floor(at[0]), Math.floor(at[1])] : [-1, -1];
      if (u < 0 || v < 0 || u >= width || v >= height) {
        covered++;
        continue;
      }
      const before = v * width + u;
      after[i] = truth[before] as number;
      shown[before] = 1;
    }
  return { truth: after, left: shareShown(truth, shown, width), covered: covered / after.length };
}

/** Of a picture that shrank, only some pixels are hit: a pixel counts as shown if one in its neighbourhood was hit. */
function shareShown(truth: Uint8Array, shown: Uint8Array, width: number): number {
  const CELL = 16;
  const cells = new Map<number, { edited: number; hit: number; all: number }>();
  const columns = Math.ceil(width / CELL);
  for (let i = 0; i < truth.length; i++) {
    const key = Math.floor(Math.floor(i / width) / CELL) * columns + Math.floor((i % width) / CELL);
    const cell = cells.get(key) ?? { edited: 0, hit: 0, all: 0 };
    cell.edited += truth[i] as number;
    cell.hit += shown[i] as number;
    cell.all++;
    cells.set(key, cell);
  }
  const most = [...cells.values()].reduce((best, { hit, all }) => Math.max(best, hit / all), 0);
  let [left, edited] = [0, 0];
  for (const cell of cells.values()) {
    edited += cell.edited;
    if (most > 0) left += cell.edited * Math.min(1, cell.hit / cell.all / most);
  }
  return edited > 0 ? left / edited : 0;
}
