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
import { type Detection, detectInView, type LikelyScales } from './detection.ts';
import { extractionOf } from './extraction.ts';
import { CODED_BITS } from './payloadFrame.ts';
import { analysePicture, type PictureAnalysis, type PictureView } from './pictureAnalysis.ts';
import { qualityTarget, type TiledTrackPlan } from './tiledTrackPlan.ts';
import { markRows } from './tileMark.ts';
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
    constellationOf,
    likelyScales: plan.likelyScales,
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
      const { mark, outcomes } = embedTogether(picture, payload, [{ id: plan.id, tile, options }]);
      const outcome = outcomes[0] as TrackOutcome;
      if (!outcome.embedded || !mark) return outcome as Embedding;
      const original = rowsOf(picture);
      const delta = markRows(mark);
      const similarity = estimateSsim(original, clampedSum(original, delta), 2);
      return { embedded: true, delta, psnrDb: psnrOfDelta(picture, delta, 1), ssim: similarity };
    },
    extract(luma: LumaSource, { key, analysis = analysePicture(luma) }: ExtractOptions): Extraction {
      const found = bestDetection(plan, analysis, constellationOf(key));
      return extractionOf(found, found?.isWhole ? found.reading.affine : null);
    },
  };
}

/** Views in the order of their search; the last shows the whole picture. */
function* viewsOf(plan: TiledTrackPlan, analysis: PictureAnalysis): Generator<PictureView> {
  if (plan.searchesWindows) for (const window of analysis.windows()) yield window();
  yield analysis.whole();
}

/** A detection, and whether it was made in the view of the whole picture. */
interface FoundInView extends Detection {
  readonly isWhole: boolean;
}

/** The first view that can be read, else the reading with the strongest pilots. */
function bestDetection(
  plan: TiledTrackPlan,
  analysis: PictureAnalysis,
  constellation: Constellation,
): FoundInView | null {
  let best: FoundInView | null = null;
  let checksums = 0;
  // What is rare is looked for in the liveliest view alone: two more windows would take a fifth of all the time.
  let withRare = true;
  for (const view of viewsOf(plan, analysis)) {
    const likelyScalesOf: LikelyScales = (width, height) =>
      plan.likelyScales(width, height).map((scale) => scale * view.scale);
    const detection = detectInView(view, constellation, likelyScalesOf, withRare);
    withRare = false;
    if (!detection) continue;
    checksums += detection.checksums;
    const found = { ...detection, isWhole: view === analysis.whole() };
    if (found.payload) return { ...found, checksums };
    if (!best || found.reading.pilotSigma > best.reading.pilotSigma) best = found;
  }
  return best && { ...best, checksums };
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
