/** The tracks that the benches mark with. Track C reads its models from ASSAY_TRACK_C_MODELS, default those of the repository. @module */
import { createHash } from 'node:crypto';
import type { TrackId, WatermarkTrack } from '@assay/core/watermark/track';
import { trackA } from '@assay/core/watermark/trackA';
import { trackB } from '@assay/core/watermark/trackB';
import type { NeuralModem } from '@assay/core/watermark/trackC/neuralModem';
import { loadTrackC, TRACK_C_DECODER, TRACK_C_ENCODER } from '@assay/service/adapters/models/loadTrackC';
import { hasModel, readModel, SHIPPED_MODELS } from '@assay/service/adapters/models/modelFile';
import { neuralModem } from '@assay/service/adapters/models/neuralModem';
import { type OnnxSession, openOnnxSession } from '@assay/service/adapters/models/onnxSession';

const MODELS = process.env['ASSAY_TRACK_C_MODELS'] ?? SHIPPED_MODELS;

let trackC: WatermarkTrack | undefined;

/** Loaded when it is first asked for. @throws {Error} if its models are not there */
function neuralTrack(): WatermarkTrack {
  if (trackC) return trackC;
  const { track, missing } = loadTrackC(MODELS);
  if (!track) throw new Error(missing.detail);
  trackC = track;
  return track;
}

/** The networks alone. @throws {Error} if they are not there */
export function benchModem(): NeuralModem {
  const open = (name: string): OnnxSession => openOnnxSession(readModel(MODELS, name));
  return neuralModem(open(TRACK_C_ENCODER), open(TRACK_C_DECODER));
}

export function benchTrack(id: TrackId): WatermarkTrack {
  return id === 'c' ? neuralTrack() : { a: trackA, b: trackB }[id];
}

/** The tracks named by letters, each once. @throws {RangeError} on any other letter */
export function benchTracks(letters: string): WatermarkTrack[] {
  return [...letters].map((letter) => {
    if (letter !== 'a' && letter !== 'b' && letter !== 'c')
      throw new RangeError(`tracks: expected letters of "abc", got "${letter}"`);
    return benchTrack(letter);
  });
}

export function hasTrackC(): boolean {
  return hasModel(MODELS, TRACK_C_ENCODER) && hasModel(MODELS, TRACK_C_DECODER);
}

/** A short hash of track C's models, so that rows of two versions are not mixed; null without models. */
export function modelsVersion(): string | null {
  if (!hasTrackC()) return null;
  const hash = createHash('sha256');
  for (const name of [TRACK_C_ENCODER, TRACK_C_DECODER]) hash.update(readModel(MODELS, name));
  return hash.digest('hex').slice(0, 8);
}
