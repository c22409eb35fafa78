/**
 * What asking for a suspected payload finds where reading blindly found none, done as a verification does it: the
 * attacked picture is registered to the unmarked original, laid as that lies, and its soft bits are correlated with the
 * payload's code word.
 * @module
 */
import { luma, type Raster } from '@assay/core/raster';
import { alignedView } from '@assay/core/watermark/alignedView';
import { payloadSigma, softBitsInPlace } from '@assay/core/watermark/knownPayload';
import type { TrackKey, WatermarkTrack } from '@assay/core/watermark/track';
import { registerPictures } from '@assay/service/adapters/vision/register';
import { BENCH_KEYS } from './benchKeys.ts';
import { payloadOf } from './numpyRandom.ts';
import type { KnownReading } from './rows.ts';

/** Payloads of other pictures that are asked for as well, to see what chance does. */
const STRANGERS = 50;

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
  const parts = softBitsInPlace(view, original, keyed);
  if (parts.length === 0) return null;
  const strangers = Array.from({ length: STRANGERS }, (_, i) => payloadSigma(parts, payloadOf(`stranger ${i}`)));
  return { sigma: payloadSigma(parts, payload), strangersMax: Math.max(...strangers) };
}
