/**
 * The features of the mirrored picture from those of the picture, without looking at it again: x -> -x takes an
 * orientation phi to pi - phi, and in the keypoint's own frame only the axis across it turns round, so that rows of cells
 * change places and direction d becomes -d.
 * @module
 */
import { DESCRIPTOR_LENGTH, type LocalFeatures } from '../features/localFeatures.ts';

const CELLS = 4;
const DIRECTIONS = 8;

/** From where each of the 128 numbers comes. */
const SOURCE = Uint8Array.from({ length: DESCRIPTOR_LENGTH }, (_, i) => {
  const direction = i % DIRECTIONS;
  const column = Math.floor(i / DIRECTIONS) % CELLS;
  const row = Math.floor(i / (DIRECTIONS * CELLS));
  return ((CELLS - 1 - row) * CELLS + column) * DIRECTIONS + ((DIRECTIONS - direction) % DIRECTIONS);
});

/** @param width of the plane in which the features were found */
export function mirrorFeatures({ keypoints, descriptors }: LocalFeatures, width: number): LocalFeatures {
  const turned = new Uint8Array(descriptors.length);
  for (let row = 0; row < descriptors.length; row += DESCRIPTOR_LENGTH)
    for (let i = 0; i < DESCRIPTOR_LENGTH; i++) turned[row + i] = descriptors[row + (SOURCE[i] as number)] as number;
  const fullTurn = 2 * Math.PI;
  return {
    keypoints: {
      ...keypoints,
      x: keypoints.x.map((x) => width - 1 - x),
      orientation: keypoints.orientation.map((phi) => (Math.PI - phi + fullTurn) % fullTurn),
    },
    descriptors: turned,
  };
}
