/** Many different small pictures, cheaply: windows of a few rendered landscapes. @module */
import { uniform } from '@assay/core/scene/noise';
import { renderScene } from '@assay/core/scene/renderScene';
import sharp from 'sharp';

const SCENE = { width: 800, height: 600 };
const WINDOW = { width: 400, height: 300 };

/** JPEG files of WINDOW's size, all different for different seeds. */
export async function makePictures(count: number, seed: number): Promise<Uint8Array[]> {
  const { data } = renderScene({ ...SCENE, seed });
  const pictures: Uint8Array[] = [];
  for (let index = 0; index < count; index++) {
    const left = Math.floor(uniform(2 * index, seed) * (SCENE.width - WINDOW.width));
    const top = Math.floor(uniform(2 * index + 1, seed) * (SCENE.height - WINDOW.height));
    const image = sharp(data, { raw: { ...SCENE, channels: 3 } }).extract({ left, top, ...WINDOW });
    pictures.push(new Uint8Array(await image.jpeg({ quality: 92 }).toBuffer()));
  }
  return pictures;
}
