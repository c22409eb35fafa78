/**
 * Blind detection of a picture's cells, as a funnel:
 *  1. The picture as it is: one run of the decoder. Whatever kept the picture's frame is read here.
 *  2. What that run says of the lattice is followed: the view is aligned and read again, a few times, then in all eight
 *     orientations, for the lattice is alike in several; and where no affine map reads it, the view is rectified along its
 *     cells (latticeDisplacement.ts).
 *  3. Small views are screened for a lattice (latticeScreen.ts), and the best are followed in the same way. A picture without
 *     a mark ends here.
 * A reading is believed only if its pilots' z-score is high enough AND the checksum fits.
 * @module
 */
import { LIST_SIZE } from '../payload/polarDecoder.ts';
import type { Plane } from '../../raster.ts';
import type { RowSource } from '../../signal/rowSource.ts';
import { decodePayload } from '../payload/payloadFrame.ts';
import { CANVAS_SIDE, canvasSideOf, canvasSize, lumaAtSize } from './canvas.ts';
import type { CellLayout } from './cellLayout.ts';
import { rectifiedWarp, displacementOf } from './latticeDisplacement.ts';
import { findLattice } from './latticePeak.ts';
import { type LatticeCandidate, screenLattices } from './latticeScreen.ts';
import type { CellReadings, NeuralModem } from './neuralModem.ts';
import { alignedPlacement, ORIENTATIONS, type Placement, reoriented, scaleOf, uprightPlacement } from './placement.ts';
import { readTile, readTileWithoutPilots, type TileReading } from './tileReading.ts';
import { smoothDisplacementOf } from './smoothDisplacement.ts';
import { type View, type ViewSampler, viewSampler, type Warp, warpOf } from './viewSampler.ts';

export interface CellDetection {
  readonly reading: TileReading;
  readonly payload: Uint8Array | null;
  /** The decoder's likeliest message; null if nothing was decoded. */
  readonly guess: Uint8Array | null;
  readonly checksums: number;
  /** The picture as it is, on each canvas that it may have been marked on. */
  readonly upright: readonly CellReadings[];
  /** The views whose cells surely carry symbols. */
  readonly certain: readonly CertainView[];
}

export interface CertainView {
  readonly placement: Placement;
  readonly readings: CellReadings;
}

/**
 * Z-score of the pilots from which a checksum is tried. Noise reaches 4.4 at one of 1156 shifts in one view of 160; of 111
 * readings that decoded, the lowest stood at 5.2 (bench/results/track-c/gates.json, as all gates here), of 108 with earlier
 * networks at 4.3.
 */
export const CELL_Z_MIN = 4.4;
/** All messages of the decoder's list may be checked from here on: noise gets here in one view of 8,000. */
const CELL_Z_CERTAIN = 5.2;

/**
 * Strength of the lattice from which a view of the whole picture is aligned, and once it is, read in all orientations:
 * 4.1-6.9 in unmarked photos; after JPEG 50 from 10.6 in those marked with C, from 7.5 with all tracks; after JPEG 15 from
 * 6 and 5.
 */
const LATTICE_LIKELY = 6.4;
const LATTICE_CERTAIN = 8;
/**
 * Strength from which a small view is followed, and how many are at most: 5-7.8 unmarked, medians 5.5-6.6; three in four of
 * those marked with C stand at 6.5 or more, with all tracks at 5.7.
 */
const SMALL_LATTICE_MIN = 5.8;
const FOLLOWED_MAX = 4;
/**
 * Mean magnitude of the logits from which an aligned view carries symbols: 0.11-0.41 unmarked, medians 0.19-0.24; medians of
 * 0.7-2.7 in those marked with C, 0.3-1.9 with all tracks.
 */
const SYMBOLS_PRESENT = 0.3;
/** The same, that no unmarked picture has. */
export const SYMBOLS_CERTAIN = 0.42;
/**
 * What a search may spend, in canvases given to the decoder: on a picture in which no view seemed to carry symbols, and on
 * one in which some did. The screening takes 5.6 of them. A picture that cannot be read costs no more, whatever it shows.
 */
const BUDGET = { nothingSeen: 10, symbolsSeen: 24 };
/** Smaller pictures, and plainer ones (standard deviation of luma), bear no mark: nothing is asked of the networks. */
const SIDE_MIN = 24;
const DEVIATION_MIN = 0.7;
/** Rounds of aligning a view, and of rectifying it; and how many orientations are rectified. */
const ALIGNMENTS = 3;
const RECTIFICATIONS = 3;
const ORIENTATIONS_RECTIFIED = 2;
/** Pilots of a view that is bent but in its own orientation; in another orientation they are noise, 2.5-3.6 high. */
const RECTIFIABLE_Z_MIN = 3.7;

/** A search in progress. */
interface Search {
  readonly modem: NeuralModem;
  readonly layout: CellLayout;
  readonly sampler: ViewSampler;
  /** The reading with the payload, else the one with the highest pilots. */
  best: Omit<CellDetection, 'checksums' | 'upright' | 'certain'> | null;
  readonly upright: CellReadings[];
  readonly certain: CertainView[];
  checksums: number;
  /** Samples given to the decoder. */
  spent: number;
  symbolsSeen: boolean;
}

/** The picture as it is on one of the canvases, which was not read. */
interface UprightView extends LatticeCandidate {
  readonly readings: CellReadings;
  /** Mean of the logits' magnitudes. */
  readonly magnitude: number;
}

/** A view that was sampled, and what was read in it. */
interface ViewReading {
  readonly placement: Placement;
  readonly warp: Warp;
  readonly readings: CellReadings;
  readonly zScore: number;
  /** Whether it seems to carry symbols, of whatever key. */
  readonly isPresent: boolean;
  readonly isRead: boolean;
}

/**
 * @param isWide whether to look for pictures that were turned, mirrored or cut out as well
 * @returns null for a picture that can bear no mark
 */
export function searchCells(
  luma: RowSource,
  modem: NeuralModem,
  layout: CellLayout,
  isWide: boolean,
): CellDetection | null {
  if (Math.min(luma.width, luma.height) < SIDE_MIN) return null;
  const sampler = viewSampler(luma);
  const search: Search = {
    modem,
    layout,
    sampler,
    best: null,
    upright: [],
    certain: [],
    checksums: 0,
    spent: 0,
    symbolsSeen: false,
  };
  if (!readAsItIs(search, luma) && isWide) readScreened(search);
  const { best, checksums, upright, certain } = search;
  return best && { ...best, checksums, upright, certain };
}

/**
 * The picture upright on the canvas of a larger one, and on its own; then smoothly bent, from the canvas whose cells carry most, for those of
 * the other one show traces of its symbols; then as the clearer of the two lattices says.
 */
function readAsItIs(search: Search, luma: RowSource): boolean {
  const { picture } = search.sampler;
  const views: UprightView[] = [];
  for (const side of new Set([CANVAS_SIDE, canvasSideOf(picture)])) {
    const placement = uprightPlacement(picture, canvasSize(picture, side));
    const canvas = lumaAtSize(luma, placement);
    if (deviationOf(canvas) < DEVIATION_MIN) return false;
    const readings = decodeIn(search, canvas);
    search.upright.push(readings);
    if (readIn(search, readings).isRead || readPilotless(search, readings)) return true;
    const magnitude = meanMagnitude(readings.logits);
    keepCertain(search, { placement, readings }, magnitude);
    views.push({ placement, readings, magnitude, lattice: findLattice(readings) });
  }
  const present = views.filter(({ magnitude }) => magnitude >= SYMBOLS_PRESENT);
  if (present.toSorted((a, b) => b.magnitude - a.magnitude).some((view) => readUnbent(search, view))) return true;
  const clearest = views.reduce((a, b) => (b.lattice.strength > a.lattice.strength ? b : a));
  return clearest.lattice.strength >= LATTICE_LIKELY && follow(search, clearest);
}

/**
 * The picture in its own frame, smoothly bent: the lattice is sought from where it was marked, for an affine map through a bent one
 * (`follow`) leaves some cells further away than they were.
 */
function readUnbent(search: Search, { placement, readings }: UprightView): boolean {
  const warp = rectifiedWarp(warpOf(placement), smoothDisplacementOf(readings));
  return readView(search, placement, warp).isRead;
}

function readScreened(search: Search): boolean {
  // Nothing was asked of the networks: the picture is plain.
  if (search.spent === 0) return false;
  const { candidates, samples } = screenLattices(search.sampler, search.modem);
  search.spent += samples;
  return candidates
    .slice(0, FOLLOWED_MAX)
    .some((candidate) => candidate.lattice.strength >= SMALL_LATTICE_MIN && follow(search, candidate));
}

function isSpent({ spent, symbolsSeen }: Search): boolean {
  return spent >= (symbolsSeen ? BUDGET.symbolsSeen : BUDGET.nothingSeen) * CANVAS_SIDE ** 2;
}

function decodeIn(search: Search, view: Plane): CellReadings {
  search.spent += view.data.length;
  return search.modem.decode([view])[0] as CellReadings;
}

function deviationOf({ data }: Plane): number {
  let sum = 0;
  for (let i = 0; i < data.length; i++) sum += data[i] as number;
  const mean = sum / data.length;
  let squares = 0;
  for (let i = 0; i < data.length; i++) squares += ((data[i] as number) - mean) ** 2;
  return Math.sqrt(squares / data.length);
}

/** Aligns a view by what it shows of the lattice, and reads it. */
function follow(search: Search, { placement, lattice: found }: LatticeCandidate): boolean {
  let lattice = found;
  let aligned: ViewReading | null = null;
  for (let round = 0; round < ALIGNMENTS && !isSpent(search); round++) {
    const next = alignedPlacement(aligned?.placement ?? placement, lattice.map, search.sampler.picture);
    if (!next) return false;
    aligned = readView(search, next, warpOf(next));
    if (aligned.isRead) return true;
    lattice = findLattice(aligned.readings);
    // A view that is nearly aligned shows the lattice, one that is aligned shows symbols.
    if (!aligned.isPresent && (round > 0 || lattice.strength < LATTICE_LIKELY)) return false;
  }
  return aligned?.isPresent === true && readAllOrientations(search, aligned);
}

function readAllOrientations(search: Search, view: ViewReading): boolean {
  if (view.zScore >= RECTIFIABLE_Z_MIN && readRectified(search, view)) return true;
  const views = [view];
  for (let orientation = 1; orientation < ORIENTATIONS && !isSpent(search); orientation++) {
    const placement = reoriented(view.placement, orientation, search.sampler.picture);
    if (!placement) continue;
    const turned = readView(search, placement, warpOf(placement));
    if (turned.isRead) return true;
    // What the network takes for a cell's middle in a turned view need not be its middle.
    const lattice = findLattice(turned.readings);
    const aligned =
      lattice.strength < LATTICE_CERTAIN ? null : alignedPlacement(placement, lattice.map, search.sampler.picture);
    if (!aligned) continue;
    const again = readView(search, aligned, warpOf(aligned));
    if (again.isRead) return true;
    views.push(again);
  }
  // Pilots rise a little even where the view is bent.
  const present = views.filter(({ isPresent }) => isPresent).toSorted((a, b) => b.zScore - a.zScore);
  return present.slice(0, ORIENTATIONS_RECTIFIED).some((candidate) => readRectified(search, candidate));
}

function readRectified(search: Search, bent: ViewReading): boolean {
  let view = bent;
  for (let round = 0; round < RECTIFICATIONS && !view.isRead && !isSpent(search); round++)
    view = readView(search, view.placement, rectifiedWarp(view.warp, displacementOf(view.readings)));
  return view.isRead;
}

/** Samples a view and reads it. */
function readView(search: Search, placement: Placement, warp: Warp): ViewReading {
  const { luma, covered } = search.sampler.sample(warp, scaleOf(placement));
  const readings = within(decodeIn(search, luma), covered);
  const { reading, isRead } = readIn(search, readings);
  const magnitude = meanMagnitude(readings.logits, covered);
  const isPresent = magnitude >= SYMBOLS_PRESENT;
  search.symbolsSeen ||= isPresent;
  keepCertain(search, { placement, readings }, magnitude);
  return { placement, warp, readings, zScore: reading.zScore, isPresent, isRead };
}

function keepCertain(search: Search, view: CertainView, magnitude: number): void {
  if (magnitude >= SYMBOLS_CERTAIN) search.certain.push(view);
}

/** Of the logits of the cells that the picture fills; of all, if it fills the view. */
export function meanMagnitude(logits: Float32Array, covered: Uint8Array | null = null): number {
  let sum = 0;
  for (let i = 0; i < logits.length; i++) sum += Math.abs(logits[i] as number);
  const count = covered ? covered.reduce((cells, one) => cells + one, 0) : logits.length;
  return sum / Math.max(1, count);
}

/** Reads the tile, and keeps what is best so far. */
function readIn(
  search: Search,
  readings: CellReadings,
): Omit<CellDetection, 'checksums' | 'upright' | 'certain'> & { readonly isRead: boolean } {
  const reading = readTile(readings, search.layout);
  const messagesMax = messagesAt(reading.zScore);
  const decoded = messagesMax > 0 ? decodePayload(reading.llr, messagesMax) : null;
  search.checksums += decoded?.checksums ?? 0;
  const payload = decoded?.valid ? decoded.payload : null;
  const detection = { reading, payload, guess: decoded?.payload ?? null };
  if (payload || !search.best || reading.zScore > search.best.reading.zScore) search.best = detection;
  return { ...detection, isRead: payload !== null };
}

/** The picture in its own frame, whose pilots somebody took away. */
function readPilotless(search: Search, readings: CellReadings): boolean {
  if (meanMagnitude(readings.logits) < SYMBOLS_PRESENT) return false;
  const { found, checksums } = readTileWithoutPilots(readings, search.layout);
  search.checksums += checksums;
  if (found) search.best = { ...found, guess: found.payload };
  return found !== null;
}

function messagesAt(zScore: number): number {
  return zScore >= CELL_Z_CERTAIN ? LIST_SIZE : zScore >= CELL_Z_MIN ? 1 : 0;
}

/** The readings, silent where the picture is not. */
function within(readings: CellReadings, covered: View['covered']): CellReadings {
  const only = (values: Float32Array): Float32Array => values.map((value, i) => (covered[i] ? value : 0));
  const { columns, rows, logits, cosX, sinX, cosY, sinY } = readings;
  return {
    ...{ columns, rows },
    ...{ logits: only(logits), cosX: only(cosX), sinX: only(sinX), cosY: only(cosY), sinY: only(sinY) },
  };
}
