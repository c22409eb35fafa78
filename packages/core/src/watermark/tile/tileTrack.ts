/**
 * A track whose mark is one tile of Fourier carriers, repeated over the picture: tracks A and B are two presets of this
 * engine.
 * @module
 */
import { once } from '../../once.ts';
import type { Raster } from '../../raster.ts';
import { clampedSum, type LumaSource, rowsOf } from '../../signal/rowSource.ts';
import { estimateSsim } from '../../signal/ssimEstimate.ts';
import { psnrOfDelta } from '../applyDelta.ts';
import { cachedByKey } from '../keyCache.ts';
import { CODED_BITS } from '../payload/payloadFrame.ts';
import type { Embedding, EmbedOptions } from '../embedding.ts';
import type {
  Extraction,
  ExtractOptions,
  FrameReading,
  TileCarriers,
  TrackIdentity,
  WatermarkTrack,
} from '../watermarkTrack.ts';
import { type CarrierLayout, makeCarrierLayout } from './carriers/carrierLayout.ts';
import { alignedTileBits } from './detect/alignedTileBits.ts';
import { type Detection, detectInView } from './detect/blindDetection.ts';
import { extractionOf } from './detect/extraction.ts';
import { payloadBeneath } from './detect/markBeneath.ts';
import type { LikelyScales } from './detect/poseProposals.ts';
import { tileFrame } from './detect/tileFrame.ts';
import { type EmbeddableTile, embedTiles, type TrackOutcome } from './embed/jointTileEmbedding.ts';
import { markRows } from './embed/modulation.ts';
import { qualityTarget } from './embed/qualityTarget.ts';
import { analysePicture, type PictureAnalysis, type PictureView } from './spectrum/pictureAnalysis.ts';
import type { TilePreset } from './tilePreset.ts';

/** A tile track has all capabilities, but it has no canvas. */
export type TileTrack = Required<Omit<WatermarkTrack, 'canvasScale'>>;

export function makeTileTrack({ id, defaultStrength }: TrackIdentity, preset: TilePreset): TileTrack {
  const usual = { strength: defaultStrength, psnrDb: preset.defaultPsnrDb };
  const layoutOf = cachedByKey((key) => makeCarrierLayout(preset.carriers, key, CODED_BITS));
  const carriers: TileCarriers = { layoutOf, likelyScales: preset.likelyScales };
  const tile: EmbeddableTile = {
    request: ({ key, strength = defaultStrength, budgetShare = 1 }, pixels, growth) => ({
      preset,
      layout: layoutOf(key),
      target: qualityTarget(usual, strength, { share: budgetShare, growth }, pixels),
    }),
    isReadable: (marked, key) => bestDetection(preset, analysePicture(marked), layoutOf(key))?.payload != null,
  };
  return {
    id,
    defaultStrength,
    isScalable: true,
    tile,
    carriers,
    alignedSoftBits: (picture, marked, key) => alignedTileBits(picture, marked, carriers, key),
    embed(picture: Raster, payload: Uint8Array, options: EmbedOptions): Embedding {
      const { mark, outcomes } = embedTiles(picture, payload, [{ id, tile, options }]);
      const outcome = outcomes[0] as TrackOutcome;
      if (!outcome.embedded || !mark) return outcome as Embedding;
      const original = rowsOf(picture);
      const delta = markRows(mark);
      const similarity = estimateSsim(original, clampedSum(original, delta), 2);
      return { embedded: true, delta, psnrDb: psnrOfDelta(picture, delta, 1), ssim: similarity };
    },
    payloadBeneath: (analysis, { payload, pose }, key) =>
      payload && pose && payloadBeneath(analysis.whole().spectrum, layoutOf(key), pose, payload),
    extract(luma: LumaSource, { key, analysis = analysePicture(luma) }: ExtractOptions): Extraction {
      const found = bestDetection(preset, analysis, layoutOf(key));
      const extraction = extractionOf(found, found?.isWhole ? found.reading.affine : null);
      if (extraction.detected) return extraction;
      return { ...extraction, inOwnFrame: once(() => frameOf(preset, analysis, layoutOf(key))) };
    },
  };
}

/** Views in the order of their search; the last shows the whole picture. */
function* viewsOf(preset: TilePreset, analysis: PictureAnalysis): Generator<PictureView> {
  if (preset.searchesWindows) for (const window of analysis.windows()) yield window();
  yield analysis.whole();
}

/** In the view that is searched first. */
function frameOf(preset: TilePreset, analysis: PictureAnalysis, layout: CarrierLayout): FrameReading | null {
  const [view] = viewsOf(preset, analysis);
  if (!view) return null;
  const canonicalScale = preset.canonicalScale(view.pictureWidth, view.pictureHeight);
  return tileFrame(view, layout, canonicalScale, view === analysis.whole());
}

/** A detection, and whether it was made in the view of the whole picture. */
interface FoundInView extends Detection {
  readonly isWhole: boolean;
}

/** The first view that can be read, else the reading with the strongest pilots. */
function bestDetection(preset: TilePreset, analysis: PictureAnalysis, layout: CarrierLayout): FoundInView | null {
  let best: FoundInView | null = null;
  let checksums = 0;
  // What is rare is searched for in the most textured view alone: two more windows would take a fifth of all the time.
  let withRare = true;
  for (const view of viewsOf(preset, analysis)) {
    const likelyScalesOf: LikelyScales = (width, height) =>
      preset.likelyScales(width, height).map((scale) => scale * view.scale);
    const detection = detectInView(view, layout, likelyScalesOf, withRare);
    withRare = false;
    if (!detection) continue;
    checksums += detection.checksums;
    const found = { ...detection, isWhole: view === analysis.whole() };
    if (found.payload) return { ...found, checksums };
    if (!best || found.reading.pilotZScore > best.reading.pilotZScore) best = found;
  }
  return best && { ...best, checksums };
}
