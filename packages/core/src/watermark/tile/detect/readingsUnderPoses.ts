/**
 * What a tile shows under poses that something else tells, when only its offset is left to be found: not the best one alone, for where
 * little of the picture is left noise is often as high (fusion/latticeSynchronisation.ts).
 * @module
 */
import type { Affine } from '../../affine.ts';
import type { SoftReading } from '../../watermarkTrack.ts';
import type { CarrierLayout } from '../carriers/carrierLayout.ts';
import { sampleCarriers } from '../spectrum/carrierSamples.ts';
import type { PictureSpectrum } from '../spectrum/pictureSpectrum.ts';
import { softBits } from './softBits.ts';
import { findTileOffsets } from './tileOffset.ts';

/** @returns the `count` readings under any of the poses, half turn included, at the offsets where the pilots agree best */
export function readingsUnderPoses(
  spectrum: PictureSpectrum,
  layout: CarrierLayout,
  poses: readonly Affine[],
  count: number,
): SoftReading[] {
  return poses
    .flatMap((pose) => {
      const samples = sampleCarriers(spectrum, layout, pose);
      return findTileOffsets(samples, layout, 1, count).map((offset) => ({ samples, offset }));
    })
    .sort((a, b) => b.offset.zScore - a.offset.zScore)
    .slice(0, count)
    .map(({ samples, offset }) => {
      return { pilotZScore: offset.zScore, softBits: softBits(samples, layout, offset).llr };
    });
}
