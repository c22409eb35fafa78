/**
 * A track whose mark is one tile of Fourier carriers, repeated over the picture: tracks A and B are two sets of
 * parameters of this engine.
 * @module
 */
import type { Raster } from '../raster.ts';
import { clampedSum, type LumaSource, rowsOf } from '../signal/rowSource.ts';
import { estimateSsim } from '../signal/ssimEstimate.ts';
import { psnrOfDelta } from './applyDelta.ts';
import { type Constellation, makeConstellation } from './constellation.ts';
import { type Detection, detectInView, PILOT_SIGMA_MIN } from './detection.ts';
import { agreement, CODED_BITS, decodePayload } from './payloadFrame.ts';
import { analysePicture, type PictureAnalysis, type PictureView } from './pictureAnalysis.ts';
import { qualityTarget, type TiledTrackPlan } from './tiledTrackPlan.ts';
import { embedTogether, type TilePart, type TileTrack, type TrackOutcome } from './tileMarking.ts';
import {
  DEFAULT_STRENGTH,
  type Embedding,
  type EmbedOptions,
  type Extraction,
  type ExtractOptions,
  type TrackKey,
} from './track.ts';

export function makeTiledTrack(plan: TiledTrackPlan): TileTrack {
  const constellationOf = cachedByKey((key) => makeConstellation(plan.carriers, key, CODED_BITS));
  const tile: TilePart = {
    request: ({ key, strength = DEFAULT_STRENGTH[plan.id], budgetShare = 1 }) => ({
      plan,
      constellation: constellationOf(key),
      target: qualityTarget(plan, strength, budgetShare),
    }),
    isReadable: (marked, key) => bestDetection(plan, analysePicture(marked), constellationOf(key))?.payload != null,
  };
  return {
    id: plan.id,
    tile,
    embed(picture: Raster, payload: Uint8Array, options: EmbedOptions): Embedding {
      const { delta, outcomes } = embedTogether(picture, payload, [{ id: plan.id, tile, options }]);
      const outcome = outcomes[0] as TrackOutcome;
      if (!outcome.embedded || !delta) return outcome as Embedding;
      const original = rowsOf(picture);
      const similarity = estimateSsim(original, clampedSum(original, delta), 2);
      return { embedded: true, delta, psnrDb: psnrOfDelta(picture, delta, 1), ssim: similarity };
    },
    extract(luma: LumaSource, { key, analysis = analysePicture(luma) }: ExtractOptions): Extraction {
      return extractionOf(bestDetection(plan, analysis, constellationOf(key)));
    },
  };
}

function* viewsOf(plan: TiledTrackPlan, analysis: PictureAnalysis): Generator<PictureView> {
  if (plan.searchesWindows) for (const window of analysis.windows()) yield window();
  yield analysis.whole();
}

/** The first view that can be read, else the reading with the strongest pilots. */
function bestDetection(
  plan: TiledTrackPlan,
  analysis: PictureAnalysis,
  constellation: Constellation,
): Detection | null {
  let best: Detection | null = null;
  for (const view of viewsOf(plan, analysis)) {
    const likely = plan.likelyScales(view.pictureWidth, view.pictureHeight).map((scale) => scale * view.scale);
    const detection = detectInView(view, constellation, likely);
    if (detection?.payload) return detection;
    if (detection && (!best || detection.reading.pilotSigma > best.reading.pilotSigma)) best = detection;
  }
  return best;
}

function extractionOf(detection: Detection | null): Extraction {
  if (!detection) return { detected: false, payload: null, raw: null, confidence: 0, pilotSigma: 0, softBits: null };
  const { reading, payload } = detection;
  const { pilotSigma, llr } = reading;
  const softBits = pilotSigma >= PILOT_SIGMA_MIN ? llr : null;
  if (payload)
    return { detected: true, payload, raw: payload, confidence: agreement(llr, payload), pilotSigma, softBits };
  return { detected: false, payload: null, raw: decodePayload(llr, 1).payload, confidence: 0, pilotSigma, softBits };
}

/** Constellations take milliseconds to make and are functions of the key alone; a service uses few keys. */
const KEYS_KEPT = 8;

function cachedByKey(make: (key: TrackKey) => Constellation): (key: TrackKey) => Constellation {
  const kept = new Map<string, Constellation>();
  return (key) => {
    const name = key.join();
    const known = kept.get(name);
    if (known) return known;
    const made = make(key);
    if (kept.size >= KEYS_KEPT) kept.delete(kept.keys().next().value as string);
    kept.set(name, made);
    return made;
  };
}
