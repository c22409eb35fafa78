/** The tracks that the benches mark with. Track C reads its models from ASSAY_TRACK_C_MODELS, default those of the repository. @module */
import { createHash } from 'node:crypto';
import { networkModem } from '@assay/core/watermark/neural/networkModem';
import type { NeuralModem } from '@assay/core/watermark/neural/neuralModem';
import { TRACK_IDS, trackDefinition, type TrackId, trackSetting } from '@assay/core/watermark/tracks';
import type { WatermarkTrack } from '@assay/core/watermark/watermarkTrack';
import { installedTracks } from '@assay/service/adapters/engine/installedTracks';
import { readModel, SHIPPED_MODELS } from '@assay/service/adapters/models/modelFile';
import { missingNetworks, networksIn } from '@assay/service/adapters/models/trackNetworks';

const TRACK_C = trackDefinition('c');
const MODELS = process.env[trackSetting('c', 'MODELS')] ?? SHIPPED_MODELS;

/** The networks alone. @throws {Error} if they are not there */
export function benchModem(): NeuralModem {
  const open = networksIn(MODELS);
  return networkModem(open('track-c-encoder'), open('track-c-decoder'));
}

/** Loaded when it is first asked for. @throws {Error} if its models are not there */
export function benchTrack(id: TrackId): WatermarkTrack {
  const { tracks, missing } = installedTracks({ c: MODELS }, [id]);
  const [installed] = tracks;
  if (!installed) throw new Error(missing[id]?.detail);
  return installed.track;
}

/** The tracks named by letters, each once. @throws {RangeError} on any other letter */
export function benchTracks(letters: string): WatermarkTrack[] {
  return [...letters].map((letter) => {
    const id = TRACK_IDS.find((candidate) => candidate === letter);
    if (!id) throw new RangeError(`tracks: expected letters of "${TRACK_IDS.join('')}", got "${letter}"`);
    return benchTrack(id);
  });
}

export const hasTrackC = (): boolean => missingNetworks(TRACK_C, MODELS) === null;

/** A short hash of track C's models, so that rows of two versions are not mixed; null without models. */
export function modelsVersion(): string | null {
  if (!hasTrackC()) return null;
  const hash = createHash('sha256');
  for (const name of TRACK_C.networks) hash.update(readModel(MODELS, name));
  return hash.digest('hex').slice(0, 8);
}
