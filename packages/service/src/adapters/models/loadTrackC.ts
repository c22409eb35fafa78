/** Track C of this thread, if its two models are there. @module */
import type { WatermarkTrack } from '@assay/core/watermark/track';
import { makeTrackC } from '@assay/core/watermark/trackC/trackC';
import { hasModel, readModel } from './modelFile.ts';
import { neuralModem } from './neuralModem.ts';
import { type OnnxSession, openOnnxSession } from './onnxSession.ts';

export const TRACK_C_ENCODER = 'track-c-encoder';
export const TRACK_C_DECODER = 'track-c-decoder';

/** Why there is no track C. */
export interface MissingTrackC {
  /** For whoever uploads: names nothing of the machine. */
  readonly reason: string;
  /** For the operator. */
  readonly detail: string;
}

/** The track, or why there is none. */
export type LoadedTrackC =
  | { readonly track: WatermarkTrack; readonly missing: null }
  | { readonly track: null; readonly missing: MissingTrackC };

/**
 * @returns null if the models are there and are those that their side-cars describe
 * @throws {ModelError} if they are not
 */
export function missingTrackC(folder: string | null): MissingTrackC | null {
  if (folder === null)
    return { reason: 'Track C is switched off.', detail: 'Track C is switched off: ASSAY_TRACK_C_MODELS is `off`.' };
  const names = [TRACK_C_ENCODER, TRACK_C_DECODER];
  const lacking = names.filter((name) => !hasModel(folder, name));
  if (lacking.length > 0)
    return {
      reason: 'Track C needs a neural model, none is installed.',
      detail: `Track C is off: ${folder} lacks ${lacking.map((name) => `${name}.onnx or .json`).join(', ')}.`,
    };
  for (const name of names) readModel(folder, name);
  return null;
}

/**
 * Takes some 40 ms and 30 MiB; each thread that marks or reads needs a track of its own.
 * @param folder that holds `TRACK_C_ENCODER` and `TRACK_C_DECODER`, each .onnx and .json; null to do without
 * @throws {ModelError} if a model is there but is not the one its side-car describes
 * @throws {Error} if the runtime cannot load it or it is no model of track C
 */
export function loadTrackC(folder: string | null): LoadedTrackC {
  const missing = missingTrackC(folder);
  if (folder === null || missing !== null) return { track: null, missing: missing as MissingTrackC };
  const open = (name: string): OnnxSession => openOnnxSession(readModel(folder, name));
  return { track: makeTrackC(neuralModem(open(TRACK_C_ENCODER), open(TRACK_C_DECODER))), missing: null };
}
