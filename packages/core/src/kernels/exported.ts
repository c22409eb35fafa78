/** The signatures of what packages/core/assembly exports. @module */
import type { ComparisonKernels } from './exportedComparison.ts';
import type { SamplingKernels } from './exportedSampling.ts';
import type { Pointer } from './kernelMemory.ts';

/** What packages/core/assembly exports; each is described there. */
export interface Kernels extends ComparisonKernels, SamplingKernels {
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
  projectRows(
    rows: Pointer,
    mean: Pointer,
    axes: Pointer,
    scratch: Pointer,
    out: Pointer,
    count: number,
    from: number,
    to: number,
  ): void;
  quantiseScratchBytes(): number;
  quantiseBand(band: Pointer, pairs: number, steps: Pointer, scratch: Pointer): void;
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
  addByteRow(bytes: Pointer, weight: number, line: Pointer, count: number): void;
  averagePixels(
    line: Pointer,
    channels: number,
    first: Pointer,
    count: Pointer,
    weights: Pointer,
    stride: number,
    length: number,
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
  extremaOfLevel(
    below: Pointer,
    here: Pointer,
    above: Pointer,
    width: number,
    height: number,
    border: number,
    least: number,
    out: Pointer,
  ): number;
  nearestFeatures(query: Pointer, queryCount: number, stored: Pointer, storedCount: number, out: Pointer): void;
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
  gradientScratchBytes(): number;
  directionVotes(
    centre: Pointer,
    rowBytes: number,
    left: number,
    right: number,
    top: number,
    bottom: number,
    falloff: Pointer,
    radius: number,
    scratch: Pointer,
    histogram: Pointer,
  ): void;
  descriptorVotes(
    centre: Pointer,
    rowBytes: number,
    left: number,
    right: number,
    top: number,
    bottom: number,
    falloff: Pointer,
    radius: number,
    cos: number,
    sin: number,
    orientation: number,
    scratch: Pointer,
    votes: Pointer,
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
