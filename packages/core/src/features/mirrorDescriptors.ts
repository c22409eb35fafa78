import { DESCRIPTOR_LENGTH } from './localFeatures.ts';

const CELLS = 4;
const DIRECTIONS = 8;

/** From where each of the 128 numbers comes. */
const SOURCE = Uint8Array.from({ length: DESCRIPTOR_LENGTH }, (_, i) => {
  const direction = i % DIRECTIONS;
  const column = Math.floor(i / DIRECTIONS) % CELLS;
  const row = Math.floor(i / (DIRECTIONS * CELLS));
  return ((CELLS - 1 - row) * CELLS + column) * DIRECTIONS + ((DIRECTIONS - direction) % DIRECTIONS);
});

/**
 * The SIFT descriptors of the mirrored picture from those of the picture, without looking at it again: in the keypoint's
 * own frame only the axis across it turns round, so that rows of cells change places and direction d becomes -d.
 * @param descriptors rows of `DESCRIPTOR_LENGTH` numbers
 */
export function mirrorDescriptors(descriptors: Uint8Array): Uint8Array {
  const out = new Uint8Array(descriptors.length);
  for (let row = 0; row < descriptors.length; row += DESCRIPTOR_LENGTH)
    for (let i = 0; i < DESCRIPTOR_LENGTH; i++) out[row + i] = descriptors[row + (SOURCE[i] as number)] as number;
  return out;
}
