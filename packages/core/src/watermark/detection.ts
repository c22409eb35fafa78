/**
 * Blind detection in one view, as a funnel: many maps are proposed, all are screened by how the pilots agree in phase,
 * the best few are refined, read and checked. Rounds of proposals go from likely and cheap to unlikely and dear, and the
 * first reading that can be believed ends the search.
 * A reading is believed only if its pilots rise `PILOT_SIGMA_MIN` above their noise AND the checksum fits.
 * @module
 */
import { type Affine, similarity } from './affine.ts';
import { sampleCarriers } from './carrierSamples.ts';
import { refineCoherently } from './coherentRefinement.ts';
import type { Constellation } from './constellation.ts';
import { decodePayload } from './payloadFrame.ts';
import { fitPeaks } from './peakFit.ts';
import type { PictureView } from './pictureAnalysis.ts';
import type { PictureSpectrum } from './pictureSpectrum.ts';
import { type Candidate, searchAspect, searchSimilarity } from './pilotSearch.ts';
import { screenMap } from './pilotScreen.ts';
import { softBits } from './softBits.ts';
import { findTilePhase } from './tilePhase.ts';

/** What one map yields. */
export interface Reading {
  readonly affine: Affine;
  readonly pilotSigma: number;
  readonly llr: Float32Array;
}

/** A reading whose checksum fits has the payload; one that does not is the best guess so far. */
export interface Detection {
  readonly reading: Reading;
  readonly payload: Uint8Array | null;
}

/** The pilots' peak that a believed reading needs: the tile's 16,384 places of pure noise reach 4.4 on average. */
export const PILOT_SIGMA_MIN = 5.2;
/** Proposals of each search, and how many of a round are read after screening. */
const SIMILARITY_PROPOSALS = 120;
const ASPECT_PROPOSALS = 40;
const READ_PER_ROUND = 5;

/** @param likelyScales view pixels per canonical pixel to try before any search */
export function detectInView(
  view: PictureView,
  constellation: Constellation,
  likelyScales: readonly number[],
): Detection | null {
  let best: Reading | null = null;
  for (const proposals of roundsOf(view, constellation, likelyScales)) {
    for (const affine of bestScreened(view.spectrum, constellation, proposals)) {
      for (const reading of readAround(view.spectrum, constellation, affine)) {
        if (!best || reading.pilotSigma > best.pilotSigma) best = reading;
        if (reading.pilotSigma < PILOT_SIGMA_MIN) continue;
        const { payload, valid } = decodePayload(reading.llr);
        if (valid) return { reading, payload };
      }
    }
  }
  return best && { reading: best, payload: null };
}

/** Likely maps; what power suggests of rotation and scale; slight turns; every scale unturned; mirrored; unequal scales. */
function* roundsOf(
  view: PictureView,
  constellation: Constellation,
  likelyScales: readonly number[],
): Generator<readonly Affine[]> {
  const power = view.spectrum.power;
  const mapsOf = (candidates: readonly Candidate[]): Affine[] =>
    candidates.flatMap((candidate) => [candidate.affine, fitPeaks(power, constellation, candidate)]);
  yield likelyScales.flatMap(uprightMaps);
  yield mapsOf(searchSimilarity(view.logPolar(), constellation, false, SIMILARITY_PROPOSALS));
  yield likelyScales.flatMap(slightTurns);
  yield scaleLadder().map((scale) => similarity(1 / scale, 0, false));
  yield mapsOf(searchSimilarity(view.logPolar(), constellation, true, SIMILARITY_PROPOSALS));
  for (const mirrored of [false, true]) yield mapsOf(searchAspect(power, constellation, mirrored, ASPECT_PROPOSALS));
}

/** A scale with the turns and mirrorings that change no pixel. Half turns are found by the tile's phase. */
function uprightMaps(scale: number): Affine[] {
  const zoom = 1 / scale;
  return [false, true].flatMap((mirrored) => [similarity(zoom, 0, mirrored), similarity(0, zoom, mirrored)]);
}

/** Turns of up to 20 degrees, as when a horizon is set straight, in steps that move no pilot by more than 0.1 periods. */
function slightTurns(scale: number): Affine[] {
  const stepDeg = 0.25;
  return Array.from({ length: 161 }, (_, i) => {
    const angle = ((i - 80) * stepDeg * Math.PI) / 180;
    return similarity(Math.cos(angle) / scale, Math.sin(angle) / scale, false);
  });
}

/** Scales from 0.3 to 2.4 in steps of 0.5 %: a pilot 300 pixels from the centre moves by 0.1 periods between two. */
function scaleLadder(): number[] {
  const step = 1.005;
  return Array.from({ length: Math.ceil(Math.log(2.4 / 0.3) / Math.log(step)) }, (_, i) => 0.3 * step ** i);
}

function bestScreened(spectrum: PictureSpectrum, constellation: Constellation, maps: readonly Affine[]): Affine[] {
  return maps
    .map((affine) => ({ affine, sigma: screenMap(spectrum, constellation, affine) }))
    .sort((a, b) => b.sigma - a.sigma)
    .slice(0, READ_PER_ROUND)
    .map(({ affine }) => affine);
}

/** The reading at a map, then the reading at the map refined. */
function* readAround(spectrum: PictureSpectrum, constellation: Constellation, affine: Affine): Generator<Reading> {
  const samples = sampleCarriers(spectrum, constellation, affine);
  const phase = findTilePhase(samples, constellation);
  yield { affine, pilotSigma: phase.sigma, llr: softBits(samples, constellation, phase).llr };
  const refined = refineCoherently(spectrum, constellation, affine, samples, phase);
  const refinedSamples = sampleCarriers(spectrum, constellation, refined);
  const refinedPhase = findTilePhase(refinedSamples, constellation);
  const { llr } = softBits(refinedSamples, constellation, refinedPhase);
  yield { affine: refined, pilotSigma: refinedPhase.sigma, llr };
}
