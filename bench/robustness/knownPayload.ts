/**
 * Known-payload detection where blind detection found none, done as a verification does it: the attacked picture is
 * registered to the unmarked original, aligned to it, and its soft bits are correlated with the payload's code word.
 * @module
 */
import { luma, type Raster } from '@assay/core/raster';
import { alignedView } from '@assay/core/watermark/fusion/alignedView';
import { payloadZScore, alignedSoftBits } from '@assay/core/watermark/fusion/knownPayloadDetection';
import type { WatermarkTrack } from '@assay/core/watermark/watermarkTrack';
import type { TrackKey } from '@assay/core/watermark/trackKey';
import { registerPictures } from '@assay/service/adapters/vision/register';
import { BENCH_KEYS } from './benchKeys.ts';
import { payloadOf } from './attacks/numpyRandom.ts';
import type { KnownReading } from './rows.ts';

/** Payloads of other pictures that are asked for as well, to see what chance does. */
const IMPOSTORS = 50;

/** @returns null if the picture cannot be registered, or no track can be looked for */
export async function askKnownPayload(
  attacked: Raster,
  original: Raster,
  tracks: readonly WatermarkTrack[],
  payload: Uint8Array,
): Promise<KnownReading | null> {
  const query = luma(attacked);
  const registration = await registerPictures(query, luma(original));
  const view = registration && alignedView(query, registration.homography, original);
  if (!view) return null;
  const keyed = tracks.map((track) => ({ track, key: BENCH_KEYS[track.id] as TrackKey }));
  const partsOf = alignedSoftBits(view, original, keyed);
  const parts = partsOf(payload);
  if (parts.length === 0) return null;
  const impostors = Array.from({ length: IMPOSTORS }, (_, i) => {
    const stranger = payloadOf(`stranger ${i}`);
    return payloadZScore(partsOf(stranger), stranger);
  });
  return { zScore: payloadZScore(parts, payload), impostorsMax: Math.max(...impostors) };
}
