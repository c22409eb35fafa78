/** The signatures of the kernels that comparisons of two pictures run on. @module */
import type { Pointer } from './kernelMemory.ts';

/** Each is described in packages/core/assembly. */
export interface ComparisonKernels {
  boxPlane(
    data: Pointer,
    spare: Pointer,
    sums: Pointer,
    width: number,
    height: number,
    radius: number,
    passes: number,
  ): void;
  /** `a` and `b` may be 0, for a plane of ones. */
  halveProduct(a: Pointer, b: Pointer, mask: Pointer, width: number, height: number, out: Pointer): void;
  /** `out`: five planes, `planeBytes` apart. */
  halveMoments(
    a: Pointer,
    b: Pointer,
    mask: Pointer,
    width: number,
    height: number,
    out: Pointer,
    planeBytes: number,
  ): void;
  /** `input`, `out`: `count` planes, `planeBytes` apart. */
  displacePlanes(
    input: Pointer,
    count: number,
    planeBytes: number,
    dx: Pointer,
    dy: Pointer,
    width: number,
    height: number,
    out: Pointer,
  ): void;
  gradientProducts(
    query: Pointer,
    warped: Pointer,
    mask: Pointer,
    width: number,
    height: number,
    differenceMax: number,
    out: Pointer,
    planeBytes: number,
  ): void;
  flowStep(products: Pointer, dx: Pointer, dy: Pointer, planeBytes: number, ridge: number, shiftMax: number): void;
  maskSpareBytes(radius: number): number;
  /** `spreads`: 1 to dilate, 0 to erode. */
  squareOfMask(
    input: Pointer,
    out: Pointer,
    spare: Pointer,
    line: Pointer,
    width: number,
    height: number,
    radius: number,
    spreads: number,
  ): void;
  gridPlaces(
    x: Pointer,
    y: Pointer,
    level: Pointer,
    count: number,
    nx: number,
    ny: number,
    nl: number,
    perX: number,
    perY: number,
    perLevel: number,
    first: Pointer,
    weights: Pointer,
  ): void;
  /** `values`, `planes`: `count` of each, so many bytes apart. */
  addField(
    level: Pointer,
    width: number,
    height: number,
    nx: number,
    ny: number,
    nl: number,
    perX: number,
    perY: number,
    perLevel: number,
    count: number,
    values: Pointer,
    valueBytes: number,
    planes: Pointer,
    planeBytes: number,
  ): void;
  addToGrid(
    residual: Pointer,
    trust: Pointer,
    first: Pointer,
    weights: Pointer,
    count: number,
    row: number,
    level: number,
    values: Pointer,
    sums: Pointer,
  ): void;
  takeFromGrid(
    values: Pointer,
    first: Pointer,
    weights: Pointer,
    count: number,
    row: number,
    level: number,
    residual: Pointer,
  ): void;
  /** Samples have room for an even number. */
  throughTable(samples: Pointer, count: number, table: Pointer, most: number, steps: number): void;
  /** Planes have room for an even number of samples. */
  lumaOfPlanes(
    red: Pointer,
    green: Pointer,
    blue: Pointer,
    count: number,
    wr: number,
    wg: number,
    wb: number,
    out: Pointer,
  ): void;
}
