/** What is asked of the image library and answered, as plain data, so that it can cross to another process. @module */
import type { Metadata, SharpOptions } from 'sharp';

/** A call on a picture: name of sharp's method and its arguments, plain data. */
export type ImageStep = readonly [method: string, ...args: readonly unknown[]];

/** What is done with one picture, as plain data beside its bytes. */
export interface ImageJob {
  readonly options: Pick<SharpOptions, 'failOn' | 'ignoreIcc' | 'limitInputPixels' | 'raw'>;
  readonly steps: readonly ImageStep[];
  readonly want: 'metadata' | 'bytes';
}

/** What is known of a picture without its texts and profiles. */
export type ImageHeader = Pick<
  Metadata,
  | 'format'
  | 'width'
  | 'height'
  | 'channels'
  | 'depth'
  | 'orientation'
  | 'isProgressive'
  | 'pages'
  | 'space'
  | 'bitsPerSample'
  | 'isPalette'
  | 'hasAlpha'
  | 'hasProfile'
>;

export interface ImageResult {
  /** With `want` `metadata`: the header. Else width, height and channels of what was made. */
  readonly info: Readonly<Record<string, unknown>>;
  /** Empty with `want` `metadata`. */
  readonly data: Uint8Array<ArrayBuffer>;
}

/** @throws what the library says of the picture */
export type RunImageJob = (job: ImageJob, input: Uint8Array | Uint16Array) => Promise<ImageResult>;
