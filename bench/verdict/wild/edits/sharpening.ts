/** Sharpening and enlarging, with the halos that both bring. */
import { fromSharp, type RgbPicture, toSharp } from '../../../retrieval/rgbPicture.ts';
import { convolved, cubic } from '../openCv.ts';
import { between, lumaOf, mapPixels, mix, oneOf, planeOf, shortSide, softened, withLuma } from '../pixels.ts';
import { type Change, changes, type WildEdit } from '../wildEdit.ts';
import { guidedBase } from './looks.ts';

type Span = readonly [low: number, high: number];

/** Luma plus `amount` times its difference from its blur; radius is the blur's standard deviation, px. */
export const unsharp =
  (radius: Span, amount: Span, threshold = 0): Change =>
  (picture, random) => {
    const luma = planeOf(picture, lumaOf);
    const soft = softened(luma, between(random, ...radius));
    const gain = between(random, ...amount);
    for (let i = 0; i < luma.data.length; i++) {
      const detail = (luma.data[i] as number) - (soft.data[i] as number);
      if (Math.abs(detail) >= threshold) luma.data[i] = (luma.data[i] as number) + gain * detail;
    }
    return withLuma(picture, luma);
  };

/** The high frequencies laid over the picture in the mode "overlay". */
const highPass: Change = (picture, random) => {
  const luma = planeOf(picture, lumaOf);
  const soft = softened(luma, between(random, 1.5, 5));
  const share = between(random, 0.5, 1);
  const over = (base: number, top: number): number => (base < 0.5 ? 2 * base * top : 1 - 2 * (1 - base) * (1 - top));
  return mapPixels(picture, (pixel, x, y) => {
    const i = y * picture.width + x;
    const top = 0.5 + ((luma.data[i] as number) - (soft.data[i] as number));
    pixel.r = mix(pixel.r, over(pixel.r, top), share);
    pixel.g = mix(pixel.g, over(pixel.g, top), share);
    pixel.b = mix(pixel.b, over(pixel.b, top), share);
  });
};

const laplacian: Change = (picture, random) => {
  const gain = between(random, 0.25, 0.8);
  return convolved(picture, Float32Array.of(0, -gain, 0, -gain, 1 + 4 * gain, -gain, 0, -gain, 0));
};

/** The same little sharpening by every program on the way. */
const repeatedly: Change = async (picture, random) => {
  let out: RgbPicture = picture;
  for (let k = 0; k < 3 + random.below(2); k++) out = await unsharp([0.5, 0.9], [0.4, 0.7])(out, random);
  return out;
};

export const SHARPENING: Readonly<Record<string, Change>> = {
  'unsharp, fine': unsharp([0.5, 1], [0.8, 2.5]),
  'unsharp, middle': unsharp([1.2, 2.5], [0.6, 1.6]),
  'unsharp, wide': unsharp([4, 12], [0.4, 1]),
  'unsharp with threshold': unsharp([0.8, 2], [0.8, 1.8], 0.02),
  'high pass laid over': highPass,
  'Laplacian sharpening': laplacian,
  'sharpened again and again': repeatedly,
};

const enlarged =
  (kernel: 'nearest' | 'linear' | 'lanczos3' | 'mitchell', low: number, high: number): Change =>
  (picture, random) => {
    const factor = between(random, low, high);
    const [width, height] = [Math.round(picture.width * factor), Math.round(picture.height * factor)];
    return fromSharp(toSharp(picture).resize(width, height, { fit: 'fill', kernel }));
  };

/** What "enhancers" do: enlarge, take grain away, keep edges, sharpen hard. */
const enhanced: Change = async (picture, random) => {
  const large = await cubic(oneOf(random, [1.5, 2]))(picture, random);
  const luma = planeOf(large, lumaOf);
  const smooth = withLuma(large, guidedBase(luma, Math.max(1.5, shortSide(large) / 300), between(random, 0.02, 0.05)));
  return unsharp([1, 2], [0.8, 1.8])(smooth, random);
};

export const UPSCALING: Readonly<Record<string, WildEdit>> = {
  'enlarged, pixels repeated': changes(enlarged('nearest', 1.3, 2)),
  'enlarged, linear': changes(enlarged('linear', 1.3, 2.2)),
  'enlarged by Lanczos, sharpened': changes(enlarged('lanczos3', 1.3, 2.2), unsharp([0.8, 1.6], [0.8, 2])),
  'enlarged, halos': changes(enlarged('mitchell', 1.3, 2), unsharp([2, 4], [0.8, 1.6])),
  'enlarged by an enhancer': changes(enhanced),
  'shrunk, enlarged, sharpened': changes(
    (picture, random) => cubic(between(random, 0.4, 0.65))(picture, random),
    (picture, random) => cubic(between(random, 1.5, 2.4))(picture, random),
    unsharp([1, 2], [0.6, 1.6]),
  ),
};
