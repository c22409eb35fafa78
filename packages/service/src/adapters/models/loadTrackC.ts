/** Track C of this thread, if its two models are there. @module */
import type { WatermarkTrack } from '@assay/core/watermark/track';
import { makeTrackC } from '@assay/core/watermark/trackC/trackC';
import { hasModel, readModel } from './modelFile.ts';
import { neuralModem } from './neuralModem.ts';
import { type OnnxSession, openOnnxSession } from './onnxSession.ts';

export const TRACK_C_ENCODER = 'track-c-encoder';
export const TRACK_C_DECODER = 'track-c-decoder';

/** The track, or why there is none. */
export type LoadedTrackC =
  | { readonly track: WatermarkTrack; readonly reason: null }
  | { readonly track: null; readonly reason: string };

/**
 * Why there can be no track C, a sentence; null if its models are there and are those that their side-cars describe.
 * @throws {ModelError} if they are not
 */
export function missingTrackC(folder: string | null): string | null {
  if (folder === null) return 'Track C is switched off: ASSAY_TRACK_C_MODELS is `off`.';
  const names = [TRACK_C_ENCODER, TRACK_C_DECODER];
  const missing = names.filter((name) => !hasModel(folder, name));
  if (missing.length > 0)
    return `Track C needs a neural model: ${folder} lacks ${missing.map((name) => `${name}.onnx or .json`).join(', ')}.`;
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
  const reason = missingTrackC(folder);
  if (folder === null || reason !== null) return { track: null, reason: reason as string };
  const open = (name: string): OnnxSession => openOnnxSession(readModel(folder, name));
  return { track: makeTrackC(neuralModem(open(TRACK_C_ENCODER), open(TRACK_C_DECODER))), reason: null };
}
