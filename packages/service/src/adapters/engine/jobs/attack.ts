/** A delivered file on trial: how its marks look beside the original, and which of them are read after attacks. @module */
import type { Raster } from '@assay/core/raster';
import { estimateSpatialCielab } from '@assay/core/signal/colour/spatialCielabEstimate';
import type { Trial } from '../../../app/ports/verify/engine.ts';
import { decodeImage } from '../../codec/decodeImage.ts';
import type { PictureLimits } from '../../codec/inspectHeader.ts';
import { noteDecoded, releaseMemory } from '../../codec/releaseMemory.ts';
import { attackOutcomes, opaque } from '../robustness.ts';
import type { TrackSettings } from '../tracks.ts';

interface AttackRequest {
  /** The delivered file. */
  readonly bytes: Uint8Array;
  readonly original: Uint8Array | null;
  readonly assetId: string;
}

/** @throws {AppError} INVALID_FILE_TYPE, FILE_TOO_LARGE */
export async function attack(
  { bytes, original, assetId }: AttackRequest,
  settings: PictureLimits & TrackSettings,
): Promise<Trial> {
  const { raster } = await decodeImage(bytes, settings);
  const deltaE = original && (await seenDifference(raster, original, settings));
  return { outcomes: await attackOutcomes(raster, assetId, settings), deltaE };
}

async function seenDifference(
  delivered: Raster,
  original: Uint8Array,
  settings: PictureLimits,
): Promise<number | null> {
  const { raster } = await decodeImage(original, settings);
  noteDecoded(raster.data.length);
  if (raster.width !== delivered.width || raster.height !== delivered.height) return null;
  const { mean } = estimateSpatialCielab(opaque(raster), opaque(delivered));
  await releaseMemory();
  return mean;
}
