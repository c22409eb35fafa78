/**
 * Blind detection in one view, as a funnel: many maps are proposed, all are screened by how the pilots agree in phase,
 * the best few are refined, read and checked. Rounds of proposals go from likely and cheap to unlikely and dear, and the
 * first reading that can be believed ends the search.
 * A reading is believed only if its pilots rise `PILOT_SIGMA_MIN` above their noise AND the checksum fits.
 * @module
 */
import { LIST } from '../coding/polarListDecoder.ts';
import { FREQUENCY_MAX } from '../signal/nonuniformFourier.ts';
import { type Affine, scaled, similarity } from './affine.ts';
import { searchAspect } from './aspectSearch.ts';
import { type Constellation, PILOTS } from './constellation.ts';
import { decodePayload } from './payloadFrame.ts';
import { fitPeaks } from './peakFit.ts';
import type { PictureView } from './pictureAnalysis.ts';
import type { PictureSpectrum } from './pictureSpectrum.ts';
import type { ScreenedMap } from './pilotScreen.ts';
import { type Candidate, searchSimilarity, strongestMaps } from './pilotSearch.ts';
import { softBits } from './softBits.ts';
import { type Look, uprightLooks, uprightMaps } from './uprightLook.ts';
import { type ViewReader, withViewReader } from './viewReader.ts';

/** What one map yields. */
export interface Reading {
  /** The map, half turn included. */
  readonly affine: Affine;
  readonly pilotSigma: number;
  readonly llr: Float32Array;
}

/** A reading whose checksum fits has the payload; one that does not is the best guess so far. */
export interface Detection {
  readonly reading: Reading;
  readonly payload: Uint8Array | null;
  /** The decoder's likeliest message, whether or not its checksum fits; null if nothing was decoded. */
  readonly guess: Uint8Array | null;
  /** How many checksums were compared to get here: each is one chance in 2^32 to err. */
  readonly checksums: number;
}

/**
 * The pilots' peak that a believed reading needs. At 5.5 an unmarked photo has 1.3 (track A) and 1.7 (track B) checksums
 * tried on average (40 photos), so a false payload has the chance 3.0e-10 and 4.0e-10; the weakest true reading of the
 * bench had more. At 5.2 it is 3.8 checksums for either track (10 photos).
 */
export const PILOT_SIGMA_MIN = 5.5;
/**
 * Pilots this high are no accident, so all messages of the decoder's list may be checked; below, only the likeliest, to
 * keep the number of checksums tried on unmarked pictures where it is.
 */
export const PILOT_SIGMA_CERTAIN = 7;

/** How many messages may be checked at a reading with pilots of this height. */
export function looksAt(pilotSigma: number): number {
  return pilotSigma >= PILOT_SIGMA_CERTAIN ? LIST : 1;
}

/** Proposals of each round that are screened, and how many of them are read at most. Rarer changes get fewer looks. */
const LIKELY_LOOKS = { screened: 80, read: 5 };
/** Turns with an unknown frame are many, and power alone ranks weak pilots poorly. */
const TURN_LOOKS = { screened: 160, read: 5 };
const RARE_LOOKS = { screened: 50, read: 3 };
/**
 * Height at screening that any but the first of a round needs to be read. On unmarked photos half of all maps that would be
 * read are lower. Of 223 maps under which marked photos were read (24 photos, 14 attacks) the lowest had 4.56; one that was
 * read only together with the other track had 4.63 and was the fifth of its round.
 */
const SCREENED_SIGMA_MIN = 4.4;
/** Proposals to which the map is fitted anew by the pilots' peaks; the original stays a proposal, for the fit can err. */
const FITTED = 20;

/** View pixels per canonical pixel to try before any search, for a picture of this size. */
export type LikelyScales = (width: number, height: number) => readonly number[];

/** @param withRare whether to look for rare changes too: mirrored and turned or scaled, unequal scales */
export function detectInView(
  view: PictureView,
  constellation: Constellation,
  likelyScalesOf: LikelyScales,
  withRare = true,
): Detection | null {
  const likelyScales = likelyScalesOf(view.pictureWidth, view.pictureHeight);
  let checksums = 0;
  const read = (look: Look): Detection => {
    const detection = detectionOf(look, constellation, looksAt(look.phase.sigma));
    checksums += detection.checksums;
    return { ...detection, checksums };
  };
  for (const look of uprightLooks(view.whitened, constellation, likelyScales)) {
    const detection = look.phase.sigma < PILOT_SIGMA_MIN ? null : read(look);
    if (detection?.payload) return detection;
  }
  return withViewReader(view.spectrum, constellation, (reader) => {
    let best: { readonly look: Look; readonly detection: Detection | null } | null = null;
    for (const { proposals, read: count } of roundsOf(view, constellation, likelyScalesOf, withRare))
      for (const map of bestScreened(reader, proposals, count)) {
        const look = lookAround(reader, map);
        const detection = look.phase.sigma < PILOT_SIGMA_MIN ? null : read(look);
        if (detection?.payload) return detection;
        if (!best || look.phase.sigma > best.look.phase.sigma) best = { look, detection };
      }
    return best && { ...(best.detection ?? detectionOf(best.look, constellation, 0)), checksums };
  });
}

/**
 * Reads a view at the best of a few maps.
 * @param looks how many messages may be checked, if the pilots rise high enough
 */
export function detectUnderMaps(
  spectrum: PictureSpectrum,
  constellation: Constellation,
  maps: readonly Affine[],
  looks: number,
): Detection | null {
  return withViewReader(spectrum, constellation, (reader) => {
    const map = bestScreened(reader, maps, 1)[0];
    if (!map) return null;
    const look = lookAround(reader, map);
    return detectionOf(look, constellation, look.phase.sigma < PILOT_SIGMA_MIN ? 0 : looks);
  });
}

/** Soft bits at the `count` best of some maps. */
export function softBitsUnderMaps(
  spectrum: PictureSpectrum,
  constellation: Constellation,
  maps: readonly Affine[],
  count: number,
): Float32Array[] {
  return withViewReader(spectrum, constellation, (reader) =>
    highestScreened(reader, maps, count).map((map) => {
      return detectionOf(lookAround(reader, map), constellation, 0).reading.llr;
    }),
  );
}

interface Round {
  readonly proposals: readonly Affine[];
  readonly read: number;
}

/** Likely maps; what power suggests of rotation and scale; slight turns; every scale unturned; mirrored; unequal scales. */
function* roundsOf(
  view: PictureView,
  constellation: Constellation,
  likelyScalesOf: LikelyScales,
  withRare: boolean,
): Generator<Round> {
  const power = view.spectrum.power;
  const likelyScales = likelyScalesOf(view.pictureWidth, view.pictureHeight);
  const suggested = (candidates: readonly Candidate[], read: number): Round => ({
    proposals: [
      ...candidates.map(({ affine }) => affine),
      ...candidates.slice(0, FITTED).map((candidate) => fitPeaks(power, constellation, candidate)),
    ],
    read,
  });
  const listed = (maps: readonly Affine[], { screened, read }: typeof LIKELY_LOOKS): Round => ({
    proposals: strongestMaps(power, constellation, maps, screened),
    read,
  });
  const turnedAndScaled = (mirrored: boolean, { screened, read }: typeof LIKELY_LOOKS): Round =>
    suggested(searchSimilarity(view.logPolar(), constellation, mirrored, screened), read);
  const stretched = (mirrored: boolean): Round =>
    suggested(searchAspect(power, constellation, mirrored, RARE_LOOKS.screened), RARE_LOOKS.read);
  const laddered = (): Round =>
    listed(
      scaleLadder().map((scale) => similarity(1 / scale, 0, false)),
      LIKELY_LOOKS,
    );
  const visible = likelyScales.filter((scale) => canShow(constellation, scale));
  if (visible.length === 0) {
    // Only an enlarged picture can show its mark here; the windows of its own scale have been searched before.
    yield turnedAndScaled(false, LIKELY_LOOKS);
    yield laddered();
    return;
  }
  yield listed(visible.flatMap(uprightMaps), LIKELY_LOOKS);
  yield turnedAndScaled(false, LIKELY_LOOKS);
  yield listed(slightTurns(view, likelyScalesOf), withRare ? TURN_LOOKS : LIKELY_LOOKS);
  yield laddered();
  if (!withRare) return;
  yield turnedAndScaled(true, RARE_LOOKS);
  yield stretched(false);
  yield stretched(true);
}

/** Whether at least the coarser half of the pilots is no finer than a view's pixels can show. */
function canShow({ u, v, tileSide }: Constellation, scale: number): boolean {
  const finest = FREQUENCY_MAX * tileSide * scale;
  let shown = 0;
  for (let i = 0; i < PILOTS; i++) if (Math.hypot(u[i] as number, v[i] as number) <= finest) shown++;
  return shown >= PILOTS / 2;
}

/**
 * Turns of up to 20 degrees, as when a horizon is set straight, in steps that move no pilot by more than 0.1 periods. The
 * picture may have kept its frame, or been cut to what is upright inside it; then the frame it had is the upright one
 * around the picture turned back: w cos + h sin by w sin + h cos.
 */
function slightTurns({ pictureWidth, pictureHeight }: PictureView, likelyScalesOf: LikelyScales): Affine[] {
  const stepDeg = 0.25;
  return Array.from({ length: 161 }, (_, i) => {
    const angle = ((i - 80) * stepDeg * Math.PI) / 180;
    const [cosine, sine] = [Math.cos(angle), Math.abs(Math.sin(angle))];
    const width = Math.round(pictureWidth * cosine + pictureHeight * sine);
    const height = Math.round(pictureWidth * sine + pictureHeight * cosine);
    const scales = new Set([...likelyScalesOf(pictureWidth, pictureHeight), ...likelyScalesOf(width, height)]);
    return [...scales].map((scale) => similarity(cosine / scale, Math.sin(angle) / scale, false));
  }).flat();
}

/** Scales from 0.3 to 2.4 in steps of 0.5 %: a pilot 300 pixels from the centre moves by 0.1 periods between two. */
function scaleLadder(): number[] {
  const step = 1.005;
  return Array.from({ length: Math.ceil(Math.log(2.4 / 0.3) / Math.log(step)) }, (_, i) => 0.3 * step ** i);
}

function highestScreened(reader: ViewReader, maps: readonly Affine[], count: number): ScreenedMap[] {
  return reader
    .screen(maps)
    .sort((a, b) => b.phase.sigma - a.phase.sigma)
    .slice(0, count);
}

function bestScreened(reader: ViewReader, maps: readonly Affine[], count: number): ScreenedMap[] {
  return highestScreened(reader, maps, count).filter(({ phase }, i) => i === 0 || phase.sigma >= SCREENED_SIGMA_MIN);
}

/** The look at a map once it is refined. */
function lookAround(reader: ViewReader, map: ScreenedMap): Look {
  const affine = reader.refine(map);
  const samples = reader.sample(affine);
  return { affine, samples, phase: reader.place(samples, map.phase.turn) };
}

/** @param looks how many messages may be checked; 0 leaves the payload open */
function detectionOf({ affine, samples, phase }: Look, constellation: Constellation, looks: number): Detection {
  const { llr } = softBits(samples, constellation, phase);
  const reading = { affine: phase.turn === 1 ? affine : scaled(affine, -1), pilotSigma: phase.sigma, llr };
  if (looks === 0) return { reading, payload: null, guess: null, checksums: 0 };
  const { payload, valid, checksums } = decodePayload(llr, looks);
  return { reading, payload: valid ? payload : null, guess: payload, checksums };
}
