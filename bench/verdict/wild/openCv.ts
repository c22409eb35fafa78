/** OpenCV as the wild edits use it: what the attacks of the robustness bench have, and a few functions more. */
import type { RgbPicture } from '../../retrieval/rgbPicture.ts';
import { type AttackCv, fromMat, loadAttackCv, throughCv, toMat } from '../../robustness/attacks/cvImage.ts';
import { type Deletable, type Mat, withOpenCv } from '../../../packages/service/src/adapters/vision/openCv.ts';
import type { Change, Seen, Where } from './wildEdit.ts';

interface Clahe extends Deletable {
  apply(from: Mat, to: Mat): void;
}

export interface WildCv extends AttackCv {
  readonly CLAHE: new (clipLimit: number, tiles: { readonly width: number; readonly height: number }) => Clahe;
  filter2D(from: Mat, to: Mat, depth: number, kernel: Mat): void;
}

/** In a box: the module has a `then` of its own, so no promise may hold it bare. */
export const loadWildCv = async (): Promise<{ readonly cv: WildCv }> => ({ cv: (await loadAttackCv()).cv as WildCv });

/** A change made by one call of OpenCV. */
export async function byCv(
  picture: RgbPicture,
  change: (cv: WildCv, from: Mat, to: Mat, own: <D extends Deletable>(object: D) => D) => void,
): Promise<RgbPicture> {
  const { cv } = await loadWildCv();
  return throughCv(cv, picture, (from, to, own) => change(cv, from, to, own));
}

/** Convolution with a square kernel of odd side, row-major, on the samples as stored. */
export const convolved = (picture: RgbPicture, kernel: Float32Array): Promise<RgbPicture> =>
  byCv(picture, (cv, from, to, own) => {
    const side = Math.sqrt(kernel.length);
    const mat = own(new cv.Mat(side, side, cv.CV_32FC1));
    mat.data32F.set(kernel);
    cv.filter2D(from, to, -1, mat);
  });

/** Reads the picture, by cubic interpolation, at `where` of every pixel; what is outside or null shows `fill`. */
export async function warped(
  picture: RgbPicture,
  width: number,
  height: number,
  where: Where,
  fill: readonly [number, number, number] = [0, 0, 0],
): Promise<Seen> {
  const { cv } = await loadWildCv();
  const isOutside = new Uint8Array(width * height);
  const moved = withOpenCv(cv, (own) => {
    const mapX = own(new cv.Mat(height, width, cv.CV_32FC1));
    const mapY = own(new cv.Mat(height, width, cv.CV_32FC1));
    const [atX, atY] = [mapX.data32F, mapY.data32F];
    for (let y = 0, i = 0; y < height; y++)
      for (let x = 0; x < width; x++, i++) {
        const at = where(x + 0.5, y + 0.5);
        const isInside = at && at[0] >= 0 && at[1] >= 0 && at[0] < picture.width && at[1] < picture.height;
        if (!isInside) isOutside[i] = 1;
        atX[i] = isInside ? at[0] - 0.5 : 0;
        atY[i] = isInside ? at[1] - 0.5 : 0;
      }
    const to = own(new cv.Mat());
    cv.remap(toMat(cv, own, picture), to, mapX, mapY, cv.INTER_CUBIC, cv.BORDER_REFLECT);
    return fromMat(to);
  });
  isOutside.forEach((flag, i) => {
    if (flag) moved.data.set(fill, 3 * i);
  });
  return { picture: moved, from: where };
}

export const cubic =
  (factor: number): Change =>
  (picture) =>
    byCv(picture, (cv, from, to) =>
      cv.resize(
        from,
        to,
        new cv.Size(Math.max(1, Math.round(picture.width * factor)), Math.max(1, Math.round(picture.height * factor))),
        0,
        0,
        factor < 1 ? cv.INTER_AREA : cv.INTER_CUBIC,
      ),
    );
