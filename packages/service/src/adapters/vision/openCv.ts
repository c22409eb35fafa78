/**
 * The part of OpenCV (WebAssembly, @techstark/opencv-js) that Assay uses, loaded once per thread at the first call.
 * The package's own types miss or misstate several of these signatures, so the used ones are written down here.
 * @module
 */
import { createRequire } from 'node:module';
import process from 'node:process';

/** Every object of OpenCV lives in the WebAssembly heap until `delete` is called; nothing collects it. */
export interface Deletable {
  delete(): void;
}

export interface Mat extends Deletable {
  readonly rows: number;
  readonly cols: number;
  readonly data: Uint8Array;
  readonly data32F: Float32Array;
  readonly data64F: Float64Array;
}

export interface KeyPoints extends Deletable {
  size(): number;
  get(index: number): { readonly pt: { readonly x: number; readonly y: number } };
}

export interface Orb extends Deletable {
  setFastThreshold(levels: number): void;
  detectAndCompute(image: Mat, mask: Mat, keyPoints: KeyPoints, descriptors: Mat): void;
}

export interface OpenCv {
  readonly CV_8UC1: number;
  readonly CV_32FC1: number;
  readonly CV_32FC2: number;
  readonly USAC_MAGSAC: number;
  readonly Mat: new (rows?: number, columns?: number, type?: number) => Mat;
  readonly ORB: new (featuresMax: number) => Orb;
  readonly KeyPointVector: new () => KeyPoints;
  setRNGSeed(seed: number): void;
  findHomography(
    from: Mat,
    to: Mat,
    method: number,
    thresholdPx: number,
    inlierMask: Mat,
    iterationsMax: number,
    confidence: number,
  ): Mat;
  exceptionFromPtr(pointer: number): { readonly msg: string };
}

type Module = OpenCv & { onRuntimeInitialized?: () => void };

let loading: Promise<{ readonly cv: OpenCv }> | undefined;

/** Emscripten gives the process handlers that abort the module, and print it whole, for failures of anybody's. */
const EMSCRIPTEN_HANDLES = ['uncaughtException', 'unhandledRejection'] as const;

/** Runs `work`, and takes away the handlers for failures of the whole process that it brought. */
function withoutNewHandlers<T>(work: () => T): T {
  const before = EMSCRIPTEN_HANDLES.map((event) => new Set(process.rawListeners(event)));
  try {
    return work();
  } finally {
    for (const [index, event] of EMSCRIPTEN_HANDLES.entries())
      for (const listener of process.rawListeners(event))
        if (!before[index]?.has(listener)) process.off(event, listener as () => void);
  }
}

async function load(): Promise<{ readonly cv: OpenCv }> {
  // `require`, not `import`: loaders that merge a CommonJS module into its namespace would see a `then` of the module's
  // own as that of a promise.
  const cv = withoutNewHandlers(() => createRequire(import.meta.url)('@techstark/opencv-js') as Module);
  if (!('Mat' in cv))
    await new Promise<void>((resolve) => {
      (cv as Module).onRuntimeInitialized = resolve;
    });
  return { cv };
}

/**
 * The module, ready for use. The box around it is needed: Emscripten modules may have a `then` of their own, which an
 * `await` would call for ever.
 */
export function loadOpenCv(): Promise<{ readonly cv: OpenCv }> {
  loading ??= load().catch((cause: unknown) => {
    // Out of memory now need not be so next time.
    loading = undefined;
    throw cause;
  });
  return loading;
}

/**
 * Runs one piece of OpenCV work. `own` notes an object for deletion, which happens whether the work ends or fails, last
 * made first; C++ exceptions, which arrive as bare pointers (numbers), become Errors with their text.
 */
export function withOpenCv<T>(cv: OpenCv, work: (own: <D extends Deletable>(object: D) => D) => T): T {
  const owned: Deletable[] = [];
  try {
    return work((object) => {
      owned.push(object);
      return object;
    });
  } catch (thrown) {
    if (typeof thrown !== 'number') throw thrown;
    throw new Error(`OpenCV: ${cv.exceptionFromPtr(thrown).msg}`, { cause: thrown });
  } finally {
    for (const object of owned.reverse()) object.delete();
  }
}
