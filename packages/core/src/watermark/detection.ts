/**
 * Blind detection in one view: candidates for the map, sharpened, judged by the pilots, read, checked.
 * A candidate is believed only if its pilots rise `PILOT_SIGMA_MIN` above their noise AND the checksum fits.
 * @module
 */
import type { Affine } from './affine.ts';
import { sampleCarriers } from './carrierSamples.ts';
import { refineCoherently } from './coherentRefinement.ts';
import type { Constellation } from './constellation.ts';
import { decodePayload } from './payloadFrame.ts';
import { fitPeaks } from './peakFit.ts';
import type { PictureView } from './pictureAnalysis.ts';
import type { PictureSpectrum } from './pictureSpectrum.ts';
import { type Candidate, searchAspect, searchSimilarity } from './pilotSearch.ts';
import { softBits } from './softBits.ts';
import { findTilePhase } from './tilePhase.ts';

/** What one candidate map yields. */
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
/** Below this the map is not near enough for a refinement to find home. */
const REFINABLE_SIGMA_MIN = 4.2;
/** Candidates per search; a marked picture is usually read at the first. */
const SIMILARITY_CANDIDATES = 20;
const ASPECT_CANDIDATES = 5;

export function detectInView(view: PictureView, constellation: Constellation): Detection | null {
  let best: Reading | null = null;
  for (const candidate of candidatesIn(view, constellation)) {
    const fitted = fitPeaks(view.spectrum.power, constellation, candidate);
    for (const reading of readAround(view.spectrum, constellation, fitted)) {
      if (!best || reading.pilotSigma > best.pilotSigma) best = reading;
      if (reading.pilotSigma < PILOT_SIGMA_MIN) continue;
      const { payload, valid } = decodePayload(reading.llr);
      if (valid) return { reading, payload };
    }
  }
  return best && { reading: best, payload: null };
}

/** Upright pictures before mirrored ones, turns before stretches: in the order in which they are met. */
function* candidatesIn(view: PictureView, constellation: Constellation): Generator<Candidate> {
  for (const mirrored of [false, true]) {
    yield* searchSimilarity(view.logPolar, constellation, mirrored, SIMILARITY_CANDIDATES);
    yield* searchAspect(view.spectrum.power, constellation, mirrored, ASPECT_CANDIDATES);
  }
}

/** The reading at a map, then the reading at the map refined, if there is hope. */
function* readAround(spectrum: PictureSpectrum, constellation: Constellation, affine: Affine): Generator<Reading> {
  const samples = sampleCarriers(spectrum, constellation, affine);
  const phase = findTilePhase(samples, constellation);
  yield { affine, pilotSigma: phase.sigma, llr: softBits(samples, constellation, phase).llr };
  if (phase.sigma < REFINABLE_SIGMA_MIN) return;
  const refined = refineCoherently(spectrum, constellation, affine, samples, phase);
  const refinedSamples = sampleCarriers(spectrum, constellation, refined);
  const refinedPhase = findTilePhase(refinedSamples, constellation);
  const { llr } = softBits(refinedSamples, constellation, refinedPhase);
  yield { affine: refined, pilotSigma: refinedPhase.sigma, llr };
}
