/**
 * The hot loops of the core, compiled by `npm run build:kernels`. Kernels work on memory that their caller reserves (see
 * src/kernels/kernelMemory.ts), allocate nothing and keep nothing. Each has a scalar fallback in TypeScript beside the
 * function that calls it, and a test that holds the two to the same result.
 * @module
 */
export { addColumnWaves, analyseColumns, analyseRows, sumColumnWaves } from './band';
export { addFour, addMoments, addProductClamped, addScaled, cellLine, whitenLine } from './markLines';
export { addLumaMoments, lumaLine, markLine } from './pictureLines';
export { ssimRow } from './ssim';
export { backgroundScratchBytes, relatePower } from './backgroundPower';
export { pilotScratchBytes, refinePose, screenPoses } from './pilots';
export { addColumn, correlateRows, logPolarRow } from './logPolar';
export { packedSpectrum, spectrumPlaneBytes } from './pictureSpectrum';
export { backgroundNoise, evaluateTaps } from './fourierTaps';
export { blockWaves } from './blockWaves';
export { extremaOfLevel } from './features/extrema';
export { nearestDescriptors } from './features/hamming';
export { nearestFeatures } from './features/nearestFeatures';
export { addByteRow, addRgbRow, averageColumns, averagePixels } from './lumaRows';
export { indicesAbove, sumAndSquares } from './scorePeaks';
export { sumVotes, votesScratchBytes } from './offsetVotes';
export { foldRows, swapAxes, waveSums } from './tileFold';
export { surfaceScratchBytes, tilePeak } from './tileSurface';
export { descriptorVotes, directionVotes, gradientScratchBytes } from './features/gradients';
export { projectRows } from './features/projection';
export { primalDual } from './totalVariation';
export { detailAndEnergy, divideByActivity, rootInPlace } from './whitening';
export { subtractPlanes } from './blur/difference';
export { quantiseBand, quantiseScratchBytes } from './coding/quantiseBand';
export { lumaOfPlanes, throughTable } from './comparison/colours';
export { addField, addToGrid, gridPlaces, takeFromGrid } from './comparison/toneGrid';
export { fillCellsCubic, warpCubic } from './sampling/cubic';
export { markCells } from './sampling/markCells';
export { boxPlane } from './blur/boxBlur';
export { halveMoments, halveProduct } from './halfGrid';
export { maskSpareBytes, squareOfMask } from './morphology';
export { displacePlanes, flowStep, gradientProducts } from './residualFlow';
export { gaussianPlane, gaussianScratchBytes } from './blur/gaussianBlur';
export { blurPlane, blurScratchBytes } from './blur/stackedBlur';

/** First byte of memory that is free for callers; below lie the compiler's tables. */
export function heapBegin(): usize {
  return __heap_base;
}
