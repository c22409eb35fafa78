/** Filling of an area from its surroundings by OpenCV (WebAssembly): Telea 2004, "An image inpainting technique". */
import { loadOpenCv, type Mat, type OpenCv, withOpenCv } from '../../../packages/service/src/adapters/vision/openCv.ts';
import type { Raster } from '@assay/core/raster';

/** What of OpenCV only this bench uses. */
type Inpainting = OpenCv & {
  readonly CV_8UC3: number;
  readonly INPAINT_TELEA: number;
  inpaint(picture: Mat, mask: Mat, out: Mat, radius: number, method: number): void;
};

/** Neighbourhood that a pixel is filled from, px; as in OpenCV's examples. */
const RADIUS = 5;

/** @param picture R G B of 8 bits @param mask 255 where it is filled */
export async function inpaint(picture: Raster, mask: Uint8Array): Promise<Raster> {
  const cv = (await loadOpenCv()).cv as Inpainting;
  return withOpenCv(cv, (own) => {
    const from = own(new cv.Mat(picture.height, picture.width, cv.CV_8UC3));
    const where = own(new cv.Mat(picture.height, picture.width, cv.CV_8UC1));
    const out = own(new cv.Mat());
    from.data.set(picture.data);
    where.data.set(mask);
    cv.inpaint(from, where, out, RADIUS, cv.INPAINT_TELEA);
    return { ...picture, data: out.data.slice() };
  });
}
