/**
 * Which subtrees of the polar code decide nothing, and which decide everything: node i of level l holds the positions from i 2^l on,
 * 2^l of them.
 * @module
 */
import { FROZEN, POLAR_LOG_LENGTH } from './polarCode.ts';

/** Of each level, from the positions themselves up to the root: 1 for a node all of whose positions are marked. */
function nodesOf(marked: Uint8Array): readonly Uint8Array[] {
  const levels = [marked];
  for (let level = 1; level <= POLAR_LOG_LENGTH; level++) {
    const below = levels[level - 1] as Uint8Array;
    levels.push(Uint8Array.from({ length: below.length / 2 }, (_, i) => (below[2 * i] ?? 0) & (below[2 * i + 1] ?? 0)));
  }
  return levels;
}

/** FROZEN_NODES[l][i]: node i of level l has no message bit. */
export const FROZEN_NODES = nodesOf(FROZEN);

/** MESSAGE_NODES[l][i]: node i of level l has nothing but message bits. */
export const MESSAGE_NODES = nodesOf(FROZEN.map((frozen) => 1 - frozen));
