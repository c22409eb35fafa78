/** Many different small pictures, cheaply: windows of one rendered landscape. @module */
import { uniform } from '@assay/core/scene/noise';
import { renderScene } from '@assay/core/scene/renderScene';
import sharp from 'sharp';

const SCENE = { width: 800, height: 600 };
const WINDOW = { width: 320, height: 240 };

const scenes = new Map<number, Uint8Array | Uint16Array>();

/** JPEG files of WINDOW's size from the landscape of `seed`; other rounds take other windows. */
export async function makePictures(count: number, seed: number, round: number): Promise<Uint8Array[]> {
  const data = scenes.get(seed) ?? renderScene({ ...SCENE, seed }).data;
  scenes.set(seed, data);
  const pictures: Uint8Array[] = [];
  for (let index = 0; index < count; index++) {
    const draw = 2 * (round * count + index);
    const left = Math.floor(uniform(draw, seed + 1) * (SCENE.width - WINDOW.width));
    const top = Math.floor(uniform(draw + 1, seed + 1) * (SCENE.height - WINDOW.height));
    const image = sharp(data, { raw: { ...SCENE, channels: 3 } }).extract({ left, top, ...WINDOW });
    pictures.push(new Uint8Array(await image.jpeg({ quality: 92 }).toBuffer()));
  }
  return pictures;
}
