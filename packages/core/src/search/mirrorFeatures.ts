/** The features of the mirrored picture from those of the picture: x -> -x takes an orientation phi to pi - phi. @module */
import type { LocalFeatures } from '../features/localFeatures.ts';
import { mirrorDescriptors } from '../features/mirrorDescriptors.ts';

/** @param width of the plane in which the features were found */
export function mirrorFeatures({ keypoints, descriptors }: LocalFeatures, width: number): LocalFeatures {
  const fullTurn = 2 * Math.PI;
  return {
    keypoints: {
      ...keypoints,
      x: keypoints.x.map((x) => width - 1 - x),
      orientation: keypoints.orientation.map((phi) => (Math.PI - phi + fullTurn) % fullTurn),
    },
    descriptors: mirrorDescriptors(descriptors),
  };
}
