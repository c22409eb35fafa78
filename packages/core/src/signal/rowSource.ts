/**
 * A plane that is read row by row and need not exist as a whole: the luma of a raster, a change that is worked out when
 * it is asked for. What takes rows instead of planes works on pictures of any size in little memory.
 * @module
 */
import { withKernels } from '../kernels/kernels.ts';
import { LUMA_WEIGHTS, type Plane, plane, type Raster } from '../raster.ts';
import type { Rectangle } from './cutOut.ts';

export interface RowSource {
  readonly width: number;
  readonly height: number;
  /** The picture whose luma the rows are, if that is all they are: then its bytes may be read instead. */
  readonly raster?: Raster;
  /** Writes samples left .. left + count - 1 of row `y` to out[at], out[at + 1], ... */
  read(y: number, left: number, count: number, out: Float32Array, at: number): void;
}

/** Luma in [0, 255], however it is held. */
export type LumaSource = Plane | Raster | RowSource;

export function rowsOf(source: LumaSource): RowSource {
  if ('read' in source) return source;
  return 'channels' in source ? lumaRows(source) : planeRows(source);
}

function planeRows({ width, height, data }: Plane): RowSource {
  return {
    width,
    height,
    read(y, left, count, out, at) {
      const from = y * width + left;
      out.set(data.subarray(from, from + count), at);
    },
  };
}

/** The rows of `luma` of raster.ts. */
function lumaRows(raster: Raster): RowSource {
  const { width, height, channels, data, depth } = raster;
  const scale = depth === 16 ? 1 / 257 : 1;
  const [r, g, b] = channels < 3 ? [scale, 0, 0] : LUMA_WEIGHTS.map((weight) => weight * scale);
  const weights = [r as number, g as number, b as number] as const;
  return {
    raster,
    width,
    height,
    read(y, left, count, out, at) {
      const from = (y * width + left) * channels;
      if (channels < 3) scaleSamples(data, from, channels, scale, count, out, at);
      else weighColours(data, from, channels, weights, count, out, at);
    },
  };
}

function scaleSamples(
  data: Raster['data'],
  from: number,
  stride: number,
  scale: number,
  count: number,
  out: Float32Array,
  at: number,
): void {
  for (let i = 0, p = from; i < count; i++, p += stride) out[at + i] = (data[p] as number) * scale;
}

function weighColours(
  data: Raster['data'],
  from: number,
  stride: number,
  [r, g, b]: readonly [number, number, number],
  count: number,
  out: Float32Array,
  at: number,
): void {
  for (let i = 0, p = from; i < count; i++, p += stride)
    out[at + i] = r * (data[p] as number) + g * (data[p + 1] as number) + b * (data[p + 2] as number);
}

/** A rectangle as a plane of its own. @param rectangle lies inside the source */
export function cutOutRows(source: RowSource, rectangle: Rectangle): Plane {
  const { raster } = source;
  if (!raster || raster.channels < 3 || !(raster.data instanceof Uint8Array)) return cutOutScalar(source, rectangle);
  return cutOutLuma(raster, raster.data, rectangle, () => cutOutScalar(source, rectangle));
}

function cutOutScalar(source: RowSource, { left, top, width, height }: Rectangle): Plane {
  const out = plane(width, height);
  for (let y = 0; y < height; y++) source.read(top + y, left, width, out.data, y * width);
  return out;
}

/** Bytes that the kernel may read beyond a row, and write: it goes by four pixels. */
const SPARE_BYTES = 64;

function cutOutLuma(
  { width: pitch, channels }: Raster,
  data: Uint8Array,
  { left, top, width, height }: Rectangle,
  scalar: () => Plane,
): Plane {
  const [r, g, b] = LUMA_WEIGHTS;
  return withKernels((kernels, memory) => {
    const row = memory.reserve(width * channels + SPARE_BYTES);
    const out = memory.reserve(4 * width * height + SPARE_BYTES);
    for (let y = 0; y < height; y++) {
      const from = ((top + y) * pitch + left) * channels;
      memory.write(row, data.subarray(from, from + width * channels));
      kernels.lumaLine(row, channels, r, g, b, out + 4 * y * width, width);
    }
    return plane(width, height, memory.floats(out, width * height).slice());
  }, scalar);
}

export function wholePlane(source: RowSource): Plane {
  return cutOutRows(source, { left: 0, top: 0, width: source.width, height: source.height });
}

/** One change of luma upon another. @throws {RangeError} if the sizes differ */
export function sumOfRows(first: RowSource, second: RowSource): RowSource {
  const { width, height } = first;
  if (second.width !== width || second.height !== height)
    throw new RangeError(`sumOfRows: sizes differ, ${width} x ${height} and ${second.width} x ${second.height}`);
  const line = new Float32Array(width);
  return {
    width,
    height,
    read(y, left, count, out, at) {
      first.read(y, left, count, out, at);
      second.read(y, left, count, line, 0);
      for (let i = 0; i < count; i++) out[at + i] = (out[at + i] as number) + (line[i] as number);
    },
  };
}

/** Every value of the source times `factor`. */
export function scaledRows(source: RowSource, factor: number): RowSource {
  const { width, height } = source;
  return {
    width,
    height,
    read(y, left, count, out, at) {
      source.read(y, left, count, out, at);
      for (let i = at; i < at + count; i++) out[i] = factor * (out[i] as number);
    },
  };
}

/** luma + change, in [0, 255]. @throws {RangeError} if the sizes differ */
export function clampedSum(luma: RowSource, change: RowSource): RowSource {
  const { width, height } = luma;
  if (change.width !== width || change.height !== height)
    throw new RangeError(`clampedSum: sizes differ, ${width} x ${height} and ${change.width} x ${change.height}`);
  const line = new Float32Array(width);
  return {
    width,
    height,
    read(y, left, count, out, at) {
      luma.read(y, left, count, out, at);
      change.read(y, left, count, line, 0);
      addClamped(line, count, out, at);
    },
  };
}

function addClamped(line: Float32Array, count: number, out: Float32Array, at: number): void {
  for (let i = 0; i < count; i++) {
    const sum = (out[at + i] as number) + (line[i] as number);
    out[at + i] = sum < 0 ? 0 : sum > 255 ? 255 : sum;
  }
}
