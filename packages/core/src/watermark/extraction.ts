/** What a detection means to a caller. @module */
import type { Affine } from './affine.ts';
import { type Detection, PILOT_SIGMA_MIN } from './detection.ts';
import { agreement } from './payloadFrame.ts';
import type { Extraction } from './track.ts';

/** @param map of the view of the whole picture, if that is where the detection was made */
export function extractionOf(detection: Detection | null, map: Affine | null): Extraction {
  if (!detection)
    return {
      detected: false,
      payload: null,
      raw: null,
      confidence: 0,
      pilotSigma: 0,
      softBits: null,
      checksums: 0,
      map: null,
    };
  const { reading, payload, guess, checksums } = detection;
  const { pilotSigma, llr } = reading;
  const softBits = pilotSigma >= PILOT_SIGMA_MIN ? llr : null;
  const common = { pilotSigma, softBits, checksums, map };
  if (payload) return { detected: true, payload, raw: payload, confidence: agreement(llr, payload), ...common };
  return { detected: false, payload: null, raw: guess, confidence: 0, ...common };
}
