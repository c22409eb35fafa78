/**
 * A submitted picture warped into the frame of the stored one by the homography of their registration: in it a mark's pose is
 * known.
 * @module
 */
import { withKernels } from '../../kernels/kernels.ts';
import { plane, type Plane, type Size } from '../../raster.ts';
import { compose, type Homography, inverse, localScale, project, resizing } from '../../registration/homography.ts';
import { cubicSample } from '../../signal/resample/cubicSample.ts';
import { reducePlane } from '../../signal/resample/resize.ts';
import { VIEW_SIDE_MAX } from '../tile/spectrum/pictureAnalysis.ts';

/** A query finer than this many times the view is reduced before it is sampled, or it would alias. */
const FINER_MAX = 1.25;

/**
 * @param query luma of the submitted picture
 * @param toReference pixels of the query to pixels of the reference
 * @returns the reference's frame at the size of a view, 0 where the query shows nothing; null for a singular map
 */
export function alignedView(query: Plane, toReference: Homography, reference: Size): Plane | null {
  const scale = Math.min(1, VIEW_SIDE_MAX / Math.max(reference.width, reference.height));
  const size = {
    width: Math.max(1, Math.round(reference.width * scale)),
    height: Math.max(1, Math.round(reference.height * scale)),
  };
  const toView = compose(resizing(reference, size), toReference);
  const fromView = toView && inverse(toView);
  if (!fromView) return null;
  const density = localScale(toView, query.width / 2, query.height / 2).scale;
  const source = density * FINER_MAX < 1 ? reduced(query, density) : query;
  const toSource = compose(resizing(query, source), fromView);
  if (!toSource) return null;
  return warpedCubic(source, toSource, size);
}

function warpedCubic(source: Plane, toSource: Homography, { width, height }: Size): Plane {
  const out = plane(width, height);
  withKernels(
    (kernels, memory) => {
      const [from, map] = [memory.copyIn(source.data), memory.copyIn(Float64Array.from(toSource))];
      const to = memory.reserve(4 * width * height);
      kernels.warpCubic(from, source.width, source.height, map, width, height, to);
      out.data.set(memory.floats(to, width * height));
    },
    () => {
      for (let y = 0; y < height; y++)
        for (let x = 0; x < width; x++) {
          const from = project(toSource, x, y);
          out.data[y * width + x] = cubicSample(source, from.x, from.y);
        }
    },
  );
  return out;
}

function reduced(query: Plane, density: number): Plane {
  const side = (length: number): number => Math.max(1, Math.round(length * density));
  return reducePlane(query, side(query.width), side(query.height));
}
