/**
 * sharp as Assay uses it; import it from here and nowhere else. What is asked for is written down and done elsewhere: by
 * the program that the thread was told to use (a child process of the service, which holds no secret), else in this process.
 * @module
 */
import type {
  FlattenOptions,
  JpegOptions,
  PngOptions,
  RawOptions,
  Region,
  ResizeOptions,
  RotateOptions,
  TiffOptions,
  WebpOptions,
} from 'sharp';
import type { ImageHeader, ImageJob, ImageResult, ImageStep, RunImageJob } from './imageJob.ts';

export interface Pixels {
  readonly data: Uint8Array<ArrayBuffer>;
  readonly info: { readonly width: number; readonly height: number; readonly channels: number };
}

const inThisProcess: RunImageJob = async (job, input) => {
  // Only now: a service never loads the library.
  const { runImageJob } = await import('./nativeImages.ts');
  return runImageJob(job, input);
};

let run: RunImageJob = inThisProcess;

/** Where this thread's pictures are worked on from now on. */
export function useImageLibrary(other: RunImageJob): void {
  run = other;
}

/** What is asked of one picture; nothing happens before `metadata` or `toBuffer`. */
export class AskedImage {
  readonly #input: Uint8Array | Uint16Array;
  readonly #options: ImageJob['options'];
  readonly #steps: ImageStep[] = [];

  constructor(input: Uint8Array | Uint16Array, options: ImageJob['options']) {
    this.#input = input;
    this.#options = options;
  }

  #add(...step: ImageStep): this {
    this.#steps.push(step);
    return this;
  }

  autoOrient = (): this => this.#add('autoOrient');
  flatten = (options: FlattenOptions): this => this.#add('flatten', options);
  removeAlpha = (): this => this.#add('removeAlpha');
  toColourspace = (space: string): this => this.#add('toColourspace', space);
  blur = (sigma: number): this => this.#add('blur', sigma);
  rotate = (degrees: number, options: RotateOptions = {}): this => this.#add('rotate', degrees, options);
  extract = (region: Region): this => this.#add('extract', region);
  resize = (options: ResizeOptions): this => this.#add('resize', options);
  jpeg = (options: JpegOptions): this => this.#add('jpeg', options);
  png = (options: PngOptions = {}): this => this.#add('png', options);
  webp = (options: WebpOptions): this => this.#add('webp', options);
  tiff = (options: TiffOptions): this => this.#add('tiff', options);
  raw = (options: RawOptions = {}): this => this.#add('raw', options);

  async metadata(): Promise<ImageHeader> {
    const { info } = await this.#run('metadata');
    return info as unknown as ImageHeader;
  }

  async toBuffer(): Promise<Uint8Array<ArrayBuffer>> {
    return (await this.#run('bytes')).data;
  }

  /** Samples, after `raw`. @throws {RangeError} when they are not as many as they are said to be */
  async toPixels(): Promise<Pixels> {
    const { info, data } = await this.#run('bytes');
    const { width, height, channels } = info as unknown as Pixels['info'];
    // Whoever took over a decoder could say anything.
    const samples = width * height * channels;
    if (![1, 2, 3, 4].includes(channels) || (data.length !== samples && data.length !== 2 * samples))
      throw new RangeError('a decoder gave other pixels than it said');
    return { data, info: { width, height, channels } };
  }

  #run(want: ImageJob['want']): Promise<ImageResult> {
    return run({ options: this.#options, steps: this.#steps, want }, this.#input);
  }
}

export const sharp = (input: Uint8Array | Uint16Array, options: ImageJob['options'] = {}): AskedImage =>
  new AskedImage(input, options);
