/**
 * What differs between a submitted picture and the stored one it was registered to.
 * @module
 */
import type { Geometry } from '../registration/geometry.ts';
import type { ShotFacts } from './anotherShot/shotFacts.ts';
import type { WholePictureChange } from './wholePicture/wholePicture.ts';

/** A changed region in pixels of the submitted picture; `score` in 0..1 is the mean certainty inside. */
export interface TamperRegion {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
  readonly score: number;
}

/** What was laid over the picture without replacing what it shows: a caption, a mark, a sticker; pixels of the submitted picture. */
export interface OverlayRegion {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** Tone and colour change that holds for the whole picture, found by the fit that is removed before comparing. */
export interface ToneChange {
  /** Mean absolute difference between reference luma and fitted luma, units of [0, 255]. */
  readonly lumaShift: number;
  /** The same for the two chroma planes together. */
  readonly chromaShift: number;
  /** True if either is more than a viewer's or a recompression's rounding. */
  readonly changed: boolean;
}

export interface ChangedColour {
  /** Levels. */
  readonly luma: number;
  readonly chroma: number;
  /** -1..1 */
  readonly structure: number;
}

/** Everything that a verdict needs to know; plain numbers, all finite. */
export interface ComparisonFacts {
  /**
   * Fraction of the overlap's textured area, 0..1, whose local correlation is below 0.6, outside the box of the largest changed
   * region if that is local, or in it if it holds two thirds of the texture; near 1 for another picture.
   */
  readonly badNccFraction: number;
  /** Area fraction of the query that the reference covers, 0..1. */
  readonly coverage: number;
  /** Area fraction of the query that lies outside the reference and is not a plain border, 0..1: foreign picture content. */
  readonly foreignFraction: number;
  /** Whether the scene goes on beyond the reference without a seam, 0..1. See `alignment/continuation.ts`. */
  readonly continuation: number;
  /** Area fraction of the overlap that the largest changed region takes, 0..1; what decides. */
  readonly largestRegionFraction: number;
  /** The same of all changed regions together. */
  readonly changedFraction: number;
  /** How strongly anything differs: 1 where a region begins to count, 2 for twice the difference; 0..4. */
  readonly changeStrength: number;
  /**
   * Mean difference of query and reference over all changed regions, after the fit of tone and colour, levels of luma and of both
   * chroma planes together; and the correlation, -1..1, of what is finer than a fall of light. All 0 where nothing changed.
   */
  readonly changedColour: ChangedColour;
  /** The same of each of up to four regions by itself, the largest first; none where there is one alone. See `regions/changedColour.ts`. */
  readonly coloursApart: readonly ChangedColour[];
  /**
   * How much of the stored picture's detail is left in all changed regions together, in units of what is left elsewhere, 0..1; null where
   * nothing changed, or nothing can be told. See `regions/keptDetail.ts`.
   */
  readonly keptDetail: number | null;
  /**
   * By how much the rest of the picture, outside the changed regions, raises what counts as a change, >= 1: 1 where a copy differs no
   * more than recompression, resizing and tone changes make it.
   */
  readonly backgroundChange: number;
  /** 0..1: the certainty, averaged over the largest region, that it was edited. */
  readonly tamperScore: number;
  /** Largest first, at most 32. */
  readonly regions: readonly TamperRegion[];
  /** Largest first, at most 32; no part of `regions`. All fractions above are of the picture that they leave. */
  readonly overlays: readonly OverlayRegion[];
  /** Area fraction of the overlap that overlays take, 0..1; of the box around what is seen where the picture was cut to a shape. */
  readonly overlayFraction: number;
  readonly tone: ToneChange;
  /** What was done to the whole picture; names are made of it, and some of it tells light and other shots. */
  readonly whole: WholePictureChange;
  /**
   * What tells a copy from another shot of the same scene; null if too little of the picture is left to ask, if it was not asked, or if
   * `badNccFraction` says that the two do not show the same.
   */
  readonly shot: ShotFacts | null;
  /** Standard deviation of the noise that remains after all fits, luma units of [0, 255] at working size, bounded to 1..4. */
  readonly noise: number;
  readonly geometry: Geometry;
}

/** 8-bit grey picture of the query's aspect: 0 same .. 255 certain edit; all 0 if no region counts. */
export interface TamperMap {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

export interface Comparison extends ComparisonFacts {
  readonly map: TamperMap;
  /** What would count first, were the thresholds lower; null where something counts, or nothing comes near. */
  readonly doubtful: DoubtfulRegions | null;
}

/** The facts that regions decide, as they were if these counted, and their map. */
export type DoubtfulRegions = Pick<
  Comparison,
  | 'largestRegionFraction'
  | 'changedFraction'
  | 'tamperScore'
  | 'regions'
  | 'changedColour'
  | 'coloursApart'
  | 'keptDetail'
  | 'map'
>;
