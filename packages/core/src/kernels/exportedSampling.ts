/** The signatures of the kernels that read planes between their samples, or in tiles. @module */
import type { Pointer } from './kernelMemory.ts';

/** Each is described in packages/core/assembly/sampling. */
export interface SamplingKernels {
  warpCubic(
    input: Pointer,
    inputWidth: number,
    inputHeight: number,
    map: Pointer,
    width: number,
    height: number,
    out: Pointer,
  ): void;
  fillCellsCubic(
    input: Pointer,
    inputWidth: number,
    inputHeight: number,
    corners: Pointer,
    cells: number,
    side: number,
    out: Pointer,
    outWidth: number,
  ): void;
  markCells(
    data: Pointer,
    width: number,
    side: number,
    columns: number,
    rows: number,
    table: Pointer,
    tableSide: number,
    stepX: number,
    stepY: number,
    starts: Pointer,
    sums: Pointer,
    energy: Pointer,
  ): void;
}
