/** The neural networks of the tracks, as model files in a folder for each track. @module */
import type { OpenNetwork } from '@assay/core/network';
import { type TrackId, trackSetting } from '@assay/core/watermark/tracks';
import type { TrackDefinition } from '@assay/core/watermark/trackTable';
import { hasModel, readModel } from './modelFile.ts';
import { openOnnxSession } from './onnxSession.ts';

/** Of each track that needs networks the folder that holds them, each .onnx and .json; null to do without the track. */
export type ModelFolders = Readonly<Partial<Record<TrackId, string | null>>>;

/** Why a track is missing. */
export interface MissingNetworks {
  /** For whoever uploads: names nothing of the machine. */
  readonly reason: string;
  /** For the operator. */
  readonly detail: string;
}

/**
 * @returns null if the track needs no network, or all are there and are those that their side-cars describe
 * @throws {ModelError} if one is there and is not what its side-car describes
 */
export function missingNetworks(
  { id, label, networks }: TrackDefinition,
  folder: string | null,
): MissingNetworks | null {
  if (networks.length === 0) return null;
  if (folder === null)
    return {
      reason: `${label} is switched off.`,
      detail: `${label} is switched off: ${trackSetting(id, 'MODELS')} is \`off\`.`,
    };
  const lacking = networks.filter((name) => !hasModel(folder, name));
  if (lacking.length > 0)
    return {
      reason: `${label} needs a neural model, none is installed.`,
      detail: `${label} is off: ${folder} lacks ${lacking.map((name) => `${name}.onnx or .json`).join(', ')}.`,
    };
  for (const name of networks) readModel(folder, name);
  return null;
}

/**
 * Opens networks of a folder; each takes some 20 ms and 15 MiB, and each thread needs its own.
 * @throws {ModelError} if a model is missing or is not the one its side-car describes
 * @throws {Error} if the runtime cannot load it
 */
export const networksIn =
  (folder: string): OpenNetwork =>
  (name) =>
    openOnnxSession(readModel(folder, name));
