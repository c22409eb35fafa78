/**
 * Where hot loops run as WebAssembly with SIMD: compiled from packages/core/assembly, instantiated once in each thread
 * when it is first needed. Where that is not possible, callers take their scalar fallback in TypeScript.
 * @module
 */
import { base64 } from '@scure/base';
import { WASM_BASE64 } from './generated/wasmModule.ts';
import { type KernelMemory, type Pointer, stackMemory } from './kernelMemory.ts';
import { type WasmMemory, wasmFactory } from './webAssembly.ts';

/** What packages/core/assembly exports; each is described there. */
export interface Kernels {
  blurScratchBytes(length: number, radius: number): number;
  blurPlane(
    input: Pointer,
    out: Pointer,
    spare: Pointer,
    scratch: Pointer,
    width: number,
    height: number,
    radius: number,
    alpha: number,
  ): void;
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
  displacePlane(input: Pointer, dx: Pointer, dy: Pointer, width: number, height: number, out: Pointer): void;
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
  gaussianScratchBytes(width: number, radius: number): number;
  gaussianPlane(
    input: Pointer,
    out: Pointer,
    spare: Pointer,
    scratch: Pointer,
    width: number,
    height: number,
    half: Pointer,
    radius: number,
  ): void;
  subtractPlanes(a: Pointer, b: Pointer, out: Pointer, count: number): void;
  spectrumPlaneBytes(height: number, gridWidth: number): number;
  packedSpectrum(
    whitened: Pointer,
    width: number,
    height: number,
    gridWidth: number,
    gridHeight: number,
    axisX: Pointer,
    axisY: Pointer,
    twiddlesX: Pointer,
    twiddlesY: Pointer,
    real: Pointer,
    imaginary: Pointer,
    points: Pointer,
    fourier: Pointer,
    power: Pointer,
  ): void;
  backgroundScratchBytes(length: number, radius: number): number;
  relatePower(
    power: Pointer,
    background: Pointer,
    spare: Pointer,
    scratch: Pointer,
    width: number,
    height: number,
    radius: number,
    outlierRatio: number,
    relativeMax: number,
    floor: number,
  ): void;
  detailAndEnergy(luma: Pointer, mean: Pointer, energy: Pointer, length: number): void;
  rootInPlace(energy: Pointer, length: number): void;
  divideByActivity(
    detail: Pointer,
    activity: Pointer,
    length: number,
    floor: number,
    clip: number,
    blank: number,
  ): void;
  /** `view` is the block of poseEvaluation.ts. */
  evaluateTaps(
    view: Pointer,
    fx: Pointer,
    fy: Pointer,
    count: number,
    real: Pointer,
    imaginary: Pointer,
    step: number,
  ): void;
  backgroundNoise(
    view: Pointer,
    fx: Pointer,
    fy: Pointer,
    count: number,
    share: number,
    quantile: number,
    noise: Pointer,
    scratch: Pointer,
  ): void;
  pilotScratchBytes(): number;
  screenPoses(view: Pointer, maps: Pointer, count: number, out: Pointer): void;
  refinePose(view: Pointer, map: Pointer, x: number, y: number, turn: number): void;
  surfaceScratchBytes(side: number, columns: number): number;
  tilePeak(pilots: Pointer, waves: Pointer, side: number, columns: number, scratch: Pointer, out: Pointer): void;
  logPolarRow(
    relative: Pointer,
    stride: number,
    height: number,
    radii: Pointer,
    count: number,
    dx: number,
    dy: number,
    out: Pointer,
  ): void;
  correlateRows(
    map: Pointer,
    rows: number,
    stride: number,
    pilots: Pointer,
    count: number,
    scores: Pointer,
    shifts: number,
  ): void;
  addColumn(
    power: Pointer,
    stride: number,
    height: number,
    column: number,
    rows: Pointer,
    from: number,
    to: number,
    scores: Pointer,
  ): void;
  foldRows(
    input: Pointer,
    width: number,
    height: number,
    first: Pointer,
    weights: Pointer,
    period: number,
    out: Pointer,
    stride: number,
  ): void;
  swapAxes(input: Pointer, rows: number, columns: number, out: Pointer): void;
  waveSums(
    plane: Pointer,
    period: number,
    stride: number,
    cosine: Pointer,
    sine: Pointer,
    count: number,
    even: Pointer,
    odd: Pointer,
  ): void;
  blockWaves(
    first: Pointer,
    stride: number,
    columns: number,
    rows: number,
    alongX: Pointer,
    lines: number,
    line: Pointer,
    alongY: Pointer,
    count: number,
    sums: Pointer,
    out: Pointer,
  ): void;
  addRgbRow(pixels: Pointer, count: number, r: number, g: number, b: number, line: Pointer): void;
  averageColumns(
    line: Pointer,
    first: Pointer,
    count: Pointer,
    weights: Pointer,
    stride: number,
    length: number,
    out: Pointer,
  ): void;
  sumAndSquares(values: Pointer, length: number, out: Pointer): void;
  indicesAbove(values: Pointer, length: number, floor: number, out: Pointer): number;
  cellLine(
    upper: Pointer,
    lower: Pointer,
    lowerShare: number,
    columns: number,
    table: Pointer,
    groups: number,
    line: Pointer,
    out: Pointer,
    count: number,
  ): void;
  addScaled(from: Pointer, weight: number, to: Pointer, count: number): void;
  addFour(
    a: Pointer,
    b: Pointer,
    c: Pointer,
    d: Pointer,
    wa: number,
    wb: number,
    wc: number,
    wd: number,
    to: Pointer,
    count: number,
  ): void;
  addProductClamped(row: Pointer, x: Pointer, y: Pointer, count: number): void;
  whitenLine(row: Pointer, mean: Pointer, a: Pointer, b: Pointer, clip: number, count: number): void;
  addMoments(row: Pointer, centre: number, sums: Pointer, squares: Pointer, count: number): void;
  lumaLine(pixels: Pointer, channels: number, r: number, g: number, b: number, out: Pointer, count: number): void;
  addLumaMoments(
    pixels: Pointer,
    channels: number,
    r: number,
    g: number,
    b: number,
    centre: number,
    moments: Pointer,
    squares: Pointer,
    sums: Pointer,
    count: number,
  ): void;
  markLine(
    pixels: Pointer,
    channels: number,
    x: Pointer,
    y: Pointer,
    r: number,
    g: number,
    b: number,
    count: number,
  ): number;
  addColumnWaves(
    u: Pointer,
    v: Pointer,
    values: Pointer,
    count: number,
    side: number,
    cosine: Pointer,
    sine: Pointer,
    real: Pointer,
    imaginary: Pointer,
  ): void;
  sumColumnWaves(
    columns: number,
    side: number,
    cosine: Pointer,
    sine: Pointer,
    real: Pointer,
    imaginary: Pointer,
    tile: Pointer,
  ): void;
  analyseRows(
    columns: number,
    side: number,
    cosine: Pointer,
    sine: Pointer,
    tile: Pointer,
    real: Pointer,
    imaginary: Pointer,
  ): void;
  analyseColumns(
    u: Pointer,
    v: Pointer,
    count: number,
    side: number,
    cosine: Pointer,
    sine: Pointer,
    real: Pointer,
    imaginary: Pointer,
    values: Pointer,
  ): void;
  ssimRow(
    a: Pointer,
    b: Pointer,
    rowBytes: number,
    sumBytes: number,
    width: number,
    kernel: Pointer,
    centre: number,
    c1: number,
    c2: number,
    sums: Pointer,
  ): number;
  nearestDescriptors(
    query: Pointer,
    queryCount: number,
    reference: Pointer,
    referenceCount: number,
    nearest: Pointer,
    reverse: Pointer,
  ): void;
  primalDual(
    values: Pointer,
    u: Pointer,
    leading: Pointer,
    px: Pointer,
    py: Pointer,
    width: number,
    height: number,
    step: number,
    weight: number,
    rounds: number,
  ): void;
  votesScratchBytes(): number;
  sumVotes(
    responses: Pointer,
    blocks: number,
    coefficients: Pointer,
    positions: Pointer,
    twiddles: Pointer,
    bias: number,
    scratch: Pointer,
    votes: Pointer,
  ): void;
}

type WasmExports = Kernels & { readonly memory: WasmMemory; heapBegin(): Pointer };

interface Instance {
  readonly kernels: Kernels;
  readonly memory: KernelMemory;
}

/**
 * Memory of WebAssembly grows and never shrinks, so an instance that has grown beyond this is given to the garbage
 * collector once its work is done, and the next call makes a new one (0.1 ms). A view's work takes about 40 MiB.
 */
const KEPT_BYTES_MAX = 64 * 2 ** 20;

let factory: (() => unknown) | null | undefined;
let instance: Instance | null = null;
let depth = 0;
let isScalarOnly = false;

function instanceOf(make: () => unknown): Instance {
  const { memory, heapBegin, ...kernels } = make() as WasmExports;
  return { kernels, memory: stackMemory(memory, heapBegin()) };
}

/**
 * Runs `onKernels` with memory of its own, or `scalar` where there is no WebAssembly with SIMD. Whatever `onKernels`
 * reserves is free again afterwards, so its result must not be a view of that memory.
 */
export function withKernels<T>(onKernels: (kernels: Kernels, memory: KernelMemory) => T, scalar: () => T): T {
  if (isScalarOnly) return scalar();
  if (factory === undefined) factory = wasmFactory(Uint8Array.from(base64.decode(WASM_BASE64)));
  if (!factory) return scalar();
  instance ??= instanceOf(factory);
  const { kernels, memory } = instance;
  depth++;
  try {
    return memory.frame(() => onKernels(kernels, memory));
  } finally {
    depth--;
    if (depth === 0 && memory.bytes > KEPT_BYTES_MAX) instance = null;
  }
}

/** Runs with the scalar fallbacks alone, as where there is no WebAssembly: for tests and benches. */
export function withoutKernels<T>(run: () => T): T {
  const before = isScalarOnly;
  isScalarOnly = true;
  try {
    return run();
  } finally {
    isScalarOnly = before;
  }
}
