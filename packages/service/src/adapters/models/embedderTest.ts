/** What a network must do before it is trusted: tell two drawn pictures apart, and see one of them again. @module */
import { canvasOf } from '@assay/core/fingerprint/canvas';
import type { Embedder } from '@assay/core/fingerprint/embedder';
import { CANVAS_SIDE_MAX } from '@assay/core/fingerprint/fingerprint';
import { fingerprintFeatures } from '@assay/core/fingerprint/siftVlad';
import type { Raster } from '@assay/core/raster';
import { dot } from '@assay/core/signal/unitVector';
import { ModelError } from './modelFile.ts';

/** Float arithmetic of one machine repeats itself to about 1e-6. */
const SAME_MIN = 0.9999;

/** @throws {ModelError} if the network fails on a picture, or gives the same vector for everything */
export function testEmbedder(embedder: Embedder, path: string): void {
  const vectorOf = (picture: Raster): Float32Array => {
    const canvas = canvasOf(picture, CANVAS_SIDE_MAX);
    return embedder.embed({ picture, canvas, features: fingerprintFeatures(canvas.luma) });
  };
  let [discs, stripes, again]: Float32Array[] = [];
  try {
    [discs, stripes, again] = [vectorOf(drawing(true)), vectorOf(drawing(false)), vectorOf(drawing(true))];
  } catch (cause) {
    if (cause instanceof ModelError) throw cause;
    throw new ModelError(`${path}: fails on a picture of its own input size: ${String(cause)}`, { cause });
  }
  if (dot(discs as Float32Array, again as Float32Array) < SAME_MIN)
    throw new ModelError(`${path}: gives two vectors for one picture; a network must not draw at random`);
  if (dot(discs as Float32Array, stripes as Float32Array) >= SAME_MIN)
    throw new ModelError(`${path}: gives the same vector for two pictures that have nothing in common`);
}

const WIDTH = 240;
const HEIGHT = 180;

/** Coloured discs, or slanted grey stripes. */
function drawing(discs: boolean): Raster {
  const data = new Uint8Array(WIDTH * HEIGHT * 3);
  for (let y = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++) {
      const at = (y * WIDTH + x) * 3;
      const inside = (x % 60) * (x % 60) + (y % 60) * (y % 60) < 50 * 50;
      const grey = 90 + 60 * Math.sign(Math.sin((x + 2 * y) / 9));
      data.set(discs ? [inside ? 220 : x, inside ? 60 : y, inside ? 30 : 120] : [grey, grey, grey], at);
    }
  return { width: WIDTH, height: HEIGHT, channels: 3, depth: 8, data };
}
