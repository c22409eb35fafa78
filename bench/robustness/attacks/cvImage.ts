/**
 * OpenCV's functions on pictures of the bench: 8-bit R G B in, the same out. OpenCV because the Python bench uses it too,
 * so that both benches make the same pictures. Each call copies in and out of the WebAssembly heap (about 1 ms at 0.4 MP).
 * @module
 */
import { rgbPicture, type RgbPicture } from '../../retrieval/rgbPicture.ts';
import { type Deletable, loadOpenCv, type Mat, type OpenCv, withOpenCv } from '@assay/service/adapters/vision/openCv';

interface Size {
  readonly width: number;
  readonly height: number;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

export type Colour = readonly [red: number, green: number, blue: number];

/** What the attacks use beyond `OpenCv`. */
export interface AttackCv extends OpenCv {
  readonly CV_8UC3: number;
  readonly INTER_AREA: number;
  readonly INTER_CUBIC: number;
  readonly BORDER_REFLECT: number;
  readonly FONT_HERSHEY_SIMPLEX: number;
  readonly LINE_AA: number;
  readonly DFT_SCALE: number;
  readonly DFT_INVERSE: number;
  readonly DFT_COMPLEX_OUTPUT: number;
  readonly DFT_REAL_OUTPUT: number;
  readonly COLOR_LRGB2Lab: number;
  readonly COLOR_Lab2LRGB: number;
  readonly Size: new (width: number, height: number) => Size;
  readonly Point: new (x: number, y: number) => Point;
  readonly Scalar: new (...values: number[]) => readonly number[];
  resize(from: Mat, to: Mat, size: Size, fx: number, fy: number, interpolation: number): void;
  GaussianBlur(from: Mat, to: Mat, size: Size, sigma: number): void;
  medianBlur(from: Mat, to: Mat, side: number): void;
  bilateralFilter(from: Mat, to: Mat, diameter: number, sigmaColour: number, sigmaSpace: number): void;
  addWeighted(a: Mat, alpha: number, b: Mat, beta: number, gamma: number, to: Mat): void;
  getRotationMatrix2D(centre: Point, degrees: number, scale: number): Mat;
  getPerspectiveTransform(from: Mat, to: Mat): Mat;
  warpAffine(from: Mat, to: Mat, map: Mat, size: Size, interpolation: number): void;
  warpPerspective(from: Mat, to: Mat, map: Mat, size: Size, interpolation: number): void;
  remap(from: Mat, to: Mat, mapX: Mat, mapY: Mat, interpolation: number, border: number): void;
  circle(
    onto: Mat,
    centre: Point,
    radius: number,
    colour: readonly number[],
    thickness: number,
    lineType?: number,
  ): void;
  rectangle(onto: Mat, from: Point, to: Point, colour: readonly number[], thickness: number): void;
  line(onto: Mat, from: Point, to: Point, colour: readonly number[], thickness: number, lineType: number): void;
  putText(
    onto: Mat,
    text: string,
    origin: Point,
    font: number,
    scale: number,
    colour: readonly number[],
    thickness: number,
    lineType: number,
  ): void;
  dft(from: Mat, to: Mat, flags: number): void;
  cvtColor(from: Mat, to: Mat, code: number): void;
}

export type Own = <D extends Deletable>(object: D) => D;

/** Loaded once per process; every function of this folder that needs OpenCV takes it from here. */
export async function loadAttackCv(): Promise<{ readonly cv: AttackCv }> {
  return (await loadOpenCv()) as unknown as { readonly cv: AttackCv };
}

export function toMat(cv: AttackCv, own: Own, { width, height, data }: RgbPicture): Mat {
  const mat = own(new cv.Mat(height, width, cv.CV_8UC3));
  mat.data.set(data);
  return mat;
}

export function fromMat(mat: Mat): RgbPicture {
  return rgbPicture(mat.cols, mat.rows, Uint8Array.from(mat.data));
}

/** `change` fills its second matrix from its first. */
export function throughCv(
  cv: AttackCv,
  picture: RgbPicture,
  change: (from: Mat, to: Mat, own: Own) => void,
): RgbPicture {
  return withOpenCv(cv, (own) => {
    const to = own(new cv.Mat());
    change(toMat(cv, own, picture), to, own);
    return fromMat(to);
  });
}
