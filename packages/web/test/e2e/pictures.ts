/** The pictures of the page's tests: an invented landscape, the same with a box pasted in, and the map that fits. @module */
import { renderScene } from '@assay/core/scene/renderScene';
import { encodePng } from './png.ts';

export const WIDTH = 720;
export const HEIGHT = 480;
/** Where the pasted box lies; the first tamper region of the results says the same. */
const BOX = { x: 300, y: 210, w: 160, h: 120 } as const;

const scene = renderScene({ width: WIDTH, height: HEIGHT, seed: 7 });
const samples = new Uint8Array(scene.data);

export const GENUINE_PNG = encodePng({ width: WIDTH, height: HEIGHT, channels: 3, data: samples });

/** A copy with a piece of its own sky laid over the middle. */
export const SPLICED_PNG = encodePng({ width: WIDTH, height: HEIGHT, channels: 3, data: spliced() });

function spliced(): Uint8Array {
  const data = samples.slice();
  for (let y = 0; y < BOX.h; y += 1) {
    const from = (y * WIDTH + 40) * 3;
    data.set(samples.subarray(from, from + BOX.w * 3), ((BOX.y + y) * WIDTH + BOX.x) * 3);
  }
  return data;
}

/** Half the picture's size: certain inside the box, falling off over 20 px, a weaker spot at the lower left. */
export function tamperMapPng(): Buffer {
  const [width, height] = [WIDTH / 2, HEIGHT / 2];
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const outsideX = Math.max(BOX.x - 2 * x, 2 * x - BOX.x - BOX.w, 0);
      const outsideY = Math.max(BOX.y - 2 * y, 2 * y - BOX.y - BOX.h, 0);
      const box = 255 * Math.max(0, 1 - Math.hypot(outsideX, outsideY) / 20);
      const spot = 180 * Math.max(0, 1 - Math.hypot((2 * x - 120) / 34, (2 * y - 354) / 28));
      data[y * width + x] = Math.max(box, spot);
    }
  return encodePng({ width, height, channels: 1, data });
}
