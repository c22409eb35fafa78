/** Luma and colour differences, as JPEG and its kin code them. */
import { type Plane, plane } from '@assay/core/raster';
import { type RgbPicture, rgbPicture } from '../../retrieval/rgbPicture.ts';
import { byte } from './pixels.ts';

/** Y, Cb, Cr of JFIF, each in [0, 255]. */
export function toYcc({ width, height, data }: RgbPicture): [Plane, Plane, Plane] {
  const planes: [Plane, Plane, Plane] = [plane(width, height), plane(width, height), plane(width, height)];
  for (let i = 0, p = 0; p < data.length; i++, p += 3) {
    const [r, g, b] = [data[p] as number, data[p + 1] as number, data[p + 2] as number];
    const y = 0.299 * r + 0.587 * g + 0.114 * b;
    planes[0].data[i] = y;
    planes[1].data[i] = 128 + 0.564 * (b - y);
    planes[2].data[i] = 128 + 0.713 * (r - y);
  }
  return planes;
}

export function fromYcc(planes: readonly [Plane, Plane, Plane]): RgbPicture {
  const [y, cb, cr] = planes;
  const out = rgbPicture(y.width, y.height);
  for (let i = 0, p = 0; i < y.data.length; i++, p += 3) {
    const [u, v] = [(cb.data[i] as number) - 128, (cr.data[i] as number) - 128];
    const level = y.data[i] as number;
    out.data[p] = byte(level + 1.402 * v);
    out.data[p + 1] = byte(level - 0.344 * u - 0.714 * v);
    out.data[p + 2] = byte(level + 1.772 * u);
  }
  return out;
}
