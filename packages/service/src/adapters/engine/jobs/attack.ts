/** A delivered file under attack: which of its marks are read afterwards. @module */
import type { AttackOutcome } from '../../../app/ports/verify/engine.ts';
import { decodeImage } from '../../codec/decodeImage.ts';
import type { PictureLimits } from '../../codec/inspectHeader.ts';
import { attackOutcomes } from '../robustness.ts';
import type { TrackSettings } from '../tracks.ts';

/** @throws {AppError} INVALID_FILE_TYPE, FILE_TOO_LARGE */
export async function attack(
  delivered: Uint8Array,
  assetId: string,
  settings: PictureLimits & TrackSettings,
): Promise<readonly AttackOutcome[]> {
  const { raster } = await decodeImage(delivered, settings);
  return attackOutcomes(raster, assetId, settings);
}
