/**
 * Where the picture shows something else, told by correlation alone. The other cues measure a place against others of the same texture, and a change that
 * takes most of the picture's texture with it, a castle before a plain sky, is then what such places look like. Correlation needs no others: of the
 * cells with texture, well above the noise,
 *     p_R = bad / textured inside a region R,   p_O = bad / textured outside of it,
 * and R is lost if p_R is high while p_O is low: whatever was done to the whole picture leaves its texture correlated elsewhere.
 * @module
 */
import type { Size } from '../../raster.ts';
import { areaOf, both, either, without } from '../regions/masks.ts';
import { close, connectedRegions, dilate, open } from '../regions/morphology.ts';

/** Gaps between bad cells that are closed, and what is narrower than twice this and one is no area, half-grid cells. */
const GAP = 4;
const NARROW = 2;
/** Least size of a region, and of all together, fraction of the overlap. */
const AREA_MIN = { each: 0.01, all: 0.02 } as const;
/** Least p_R, largest p_O, and least ratio of their odds p / (1 - p): noise makes texture bad all over, and more of it where there is less. */
const INSIDE_MIN = 0.6;
const OUTSIDE_MAX = 0.15;
const ODDS_RATIO_MIN = 15;
/** Least part of the region, and of the rest, that has texture. */
const TEXTURED_MIN = { inside: 0.5, outside: 0.1 } as const;
/** Beside a region windows are mixed, cells: three standard deviations of them. */
const BESIDE = 8;
/** What such a region counts, in units of where others begin to. */
const STRENGTH = 2;

interface Correlated extends Size {
  /** 1 where a cell can be judged. */
  readonly valid: Uint8Array;
  /** 1 where a valid cell of the stored picture has texture to correlate: what the other adds, a screen's dots, is not lost. */
  readonly textured: Uint8Array;
  /** 1 where the correlation of texture, of either, is bad. */
  readonly bad: Uint8Array;
}

export interface LostContent {
  /** 1 would be where regions begin to count; 0 where none is lost. */
  readonly strength: number;
  /** The same at the cells of such regions; else 0. */
  readonly marked: Float32Array;
}

export function lostContent({ width, height, valid, textured, bad: uncorrelated }: Correlated): LostContent {
  const marked = new Float32Array(valid.length);
  const bad = both(textured, uncorrelated);
  const areas = open(close(bad, width, height, GAP), width, height, NARROW);
  if (!areas.includes(1)) return { strength: 0, marked };
  const labels = new Int32Array(valid.length);
  const overlap = areaOf(valid);
  const large = connectedRegions(areas, width, height, new Float32Array(valid.length), labels).filter(
    ({ area }) => area >= AREA_MIN.each * overlap,
  );
  const lost = large.map(({ label }) => withLabel(labels, label)).filter((region) => isLost(region, { textured, bad }));
  const all = lost.reduce(either, new Uint8Array(valid.length));
  if (areaOf(all) < AREA_MIN.all * overlap) return { strength: 0, marked };
  const rest = without(valid, dilate(all, width, height, BESIDE));
  const texturedRest = countIn(textured, rest);
  const outside = countIn(bad, rest) / Math.max(1, texturedRest);
  const inside = countIn(bad, all) / Math.max(1, countIn(textured, all));
  if (
    texturedRest < TEXTURED_MIN.outside * areaOf(rest) ||
    outside > OUTSIDE_MAX ||
    inside * (1 - outside) < ODDS_RATIO_MIN * outside * (1 - inside)
  )
    return { strength: 0, marked };
  for (let i = 0; i < marked.length; i++) if (all[i] === 1) marked[i] = STRENGTH;
  return { strength: STRENGTH, marked };
}

function isLost(region: Uint8Array, { textured, bad }: Pick<Correlated, 'textured' | 'bad'>): boolean {
  const texturedInside = countIn(textured, region);
  return texturedInside >= TEXTURED_MIN.inside * areaOf(region) && countIn(bad, region) >= INSIDE_MIN * texturedInside;
}

function withLabel(labels: Int32Array, label: number): Uint8Array {
  const out = new Uint8Array(labels.length);
  for (let i = 0; i < out.length; i++) out[i] = labels[i] === label ? 1 : 0;
  return out;
}

const countIn = (mask: Uint8Array, region: Uint8Array): number => areaOf(both(mask, region));
