/** What a detection means to a caller. @module */
import type { Affine } from '../../affine.ts';
import { type Detection, PILOT_Z_MIN } from './blindDetection.ts';
import { agreement } from '../../payload/payloadFrame.ts';
import { type Extraction, NOTHING_EXTRACTED } from '../../watermarkTrack.ts';

/** @param pose of the view of the whole picture, if that is where the detection was made */
export function extractionOf(detection: Detection | null, pose: Affine | null): Extraction {
  if (!detection) return NOTHING_EXTRACTED;
  const { reading, payload, guess, checksums } = detection;
  const { pilotZScore, llr } = reading;
  const softBits = payload || pilotZScore >= PILOT_Z_MIN ? llr : null;
  const common = { pilotZScore, softBits, checksums, pose };
  if (payload) return { detected: true, payload, raw: payload, confidence: agreement(llr, payload), ...common };
  return { detected: false, payload: null, raw: guess, confidence: 0, ...common };
}
