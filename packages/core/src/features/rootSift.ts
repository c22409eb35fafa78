import { DESCRIPTOR_LENGTH } from './localFeatures.ts';

/**
 * RootSIFT: the square root of the L1-normalised descriptor, so that the dot product is the Hellinger kernel
 *     K(a, b) = sum_i sqrt(a_i b_i).
 * Every row has unit length; a row of zeros stays zero. Source: Arandjelovic, Zisserman 2012, section 2.
 */
export function rootSift(descriptors: Uint8Array): Float32Array {
  const out = new Float32Array(descriptors.length);
  for (let row = 0; row < descriptors.length; row += DESCRIPTOR_LENGTH) {
    let sum = 0;
    for (let i = row; i < row + DESCRIPTOR_LENGTH; i++) sum += descriptors[i] as number;
    if (sum === 0) continue;
    for (let i = row; i < row + DESCRIPTOR_LENGTH; i++) out[i] = Math.sqrt((descriptors[i] as number) / sum);
  }
  return out;
}
