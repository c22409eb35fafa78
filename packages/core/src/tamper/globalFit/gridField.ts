/** What a field of grids (toneGrid.ts) adds to every pixel of a picture: on kernels, or by plain loops. @module */
import type { KernelMemory, Pointer } from '../../kernels/kernelMemory.ts';
import { type Kernels, withKernels } from '../../kernels/kernels.ts';
import type { Size } from '../../raster.ts';
import { GridReader, LEVEL_MAX, type OfChannels, type ToneGrid } from './gridReader.ts';

/**
 * Adds the grids, one after the other, in place.
 * @param levels what leads into the cells of each channel; the very same array where one leads into all
 */
export function addGrids(
  grids: readonly ToneGrid[],
  levels: OfChannels<Float32Array>,
  size: Size,
  channels: OfChannels<Float32Array>,
): void {
  withKernels(
    (kernels, memory) => addInMemory({ kernels, memory }, grids, levels, size, channels),
    () => addPlain(grids, levels, size, channels),
  );
}

function addInMemory(
  { kernels, memory }: { readonly kernels: Kernels; readonly memory: KernelMemory },
  grids: readonly ToneGrid[],
  levels: OfChannels<Float32Array>,
  { width, height }: Size,
  channels: OfChannels<Float32Array>,
): void {
  const planes = joined(memory, channels);
  const values = grids.map((grid) => joined(memory, grid.values));
  const isShared = levels[1] === levels[0] && levels[2] === levels[0];
  // One level for all channels leads to one place, which is told once.
  const [steps, count] = isShared ? [[0], 3] : [[0, 1, 2], 1];
  for (const c of steps) {
    const level = memory.copyIn(levels[c] as Float32Array);
    grids.forEach(({ nx, ny, nl }, k) => {
      const [perX, perY] = [(nx - 1) / Math.max(1, width - 1), (ny - 1) / Math.max(1, height - 1)];
      const { at, bytes } = values[k] as Joined;
      const [from, to] = [at + c * bytes, planes.at + c * planes.bytes];
      const perLevel = (nl - 1) / LEVEL_MAX;
      kernels.addField(level, width, height, nx, ny, nl, perX, perY, perLevel, count, from, bytes, to, planes.bytes);
    });
  }
  channels.forEach((channel, c) => channel.set(memory.floats(planes.at + c * planes.bytes, channel.length)));
}

/** Three planes one after the other. */
interface Joined {
  readonly at: Pointer;
  /** Of one. */
  readonly bytes: number;
}

function joined(memory: KernelMemory, planes: OfChannels<Float32Array>): Joined {
  const bytes = 4 * planes[0].length;
  const at = memory.reserve(3 * bytes);
  planes.forEach((plane, c) => memory.floats(at + c * bytes, plane.length).set(plane));
  return { at, bytes };
}

/** Scalar fallback of the kernel. */
function addPlain(
  grids: readonly ToneGrid[],
  levels: OfChannels<Float32Array>,
  { width, height }: Size,
  channels: OfChannels<Float32Array>,
): void {
  for (const grid of grids) {
    const reader = new GridReader(grid, { width, height });
    for (const c of [0, 1, 2] as const) {
      const [channel, level] = [channels[c], levels[c]];
      for (let y = 0, i = 0; y < height; y++)
        for (let x = 0; x < width; x++, i++) {
          reader.at(x, y, level[i] as number);
          channel[i] = (channel[i] as number) + reader.value(c);
        }
    }
  }
}
