import { expect, test } from 'vitest';
import { plane } from '../../../src/raster.ts';
import { gaussianBlur } from '../../../src/signal/blur/gaussianBlur.ts';
import { withFringesOf } from '../../../src/tamper/alignment/colourFringes.ts';
import type { WarpedReference } from '../../../src/tamper/alignment/registeredColour.ts';
import { displacedPlanes } from '../../../src/tamper/alignment/residualFlow.ts';
import { seededUniform } from '../../pictures/numbers.ts';

const [WIDTH, HEIGHT] = [240, 160];
const SIZE = { width: WIDTH, height: HEIGHT };

function texture(seed: number): Float32Array {
  const uniform = seededUniform(seed);
  const noise = Float32Array.from({ length: WIDTH * HEIGHT }, () => 255 * uniform());
  return gaussianBlur(plane(WIDTH, HEIGHT, noise), 3).data.map((value) => 128 + 8 * (value - 128));
}

const covered = new Uint8Array(WIDTH * HEIGHT).fill(1);
const luma = texture(5);
const hue = texture(6);
const reference: WarpedReference = {
  ...SIZE,
  covered,
  channels: [luma, luma.map((value, i) => 0.8 * value + 0.2 * hue[i]!), luma.map((value, i) => value - 0.3 * hue[i]!)],
};

/** A channel larger by so many pixels at the corners. */
function larger(data: Float32Array, outwards: number): Float32Array<ArrayBuffer> {
  const at = (k: (i: number) => number) =>
    plane(
      WIDTH,
      HEIGHT,
      Float32Array.from({ length: data.length }, (_, i) => k(i)),
    );
  const per = (2 * outwards) / Math.hypot(WIDTH, HEIGHT);
  const dx = at((i) => per * ((i % WIDTH) - (WIDTH - 1) / 2));
  const dy = at((i) => per * (Math.floor(i / WIDTH) - (HEIGHT - 1) / 2));
  return displacedPlanes(SIZE, [data], { dx, dy })[0]!;
}

/** Mean difference inside, levels. */
function difference(a: Float32Array, b: Float32Array): number {
  let [sum, count] = [0, 0];
  for (let y = 8; y < HEIGHT - 8; y++)
    for (let x = 8; x < WIDTH - 8; x++, count++) sum += Math.abs(a[y * WIDTH + x]! - b[y * WIDTH + x]!);
  return sum / count;
}

const [red, green, blue] = reference.channels;
const still = { registered: reference, bent: reference };

test('red and blue that were imaged larger and smaller are so in the reference too, whatever the tone', () => {
  for (const outwards of [-3, 1, 2.5]) {
    const query = {
      ...SIZE,
      channels: [larger(red, outwards).map((v) => 0.8 * v + 20), green, larger(blue, -outwards)],
    };
    const { bent, registered } = withFringesOf(query as unknown as WarpedReference, still);
    expect(registered).toBe(bent);
    expect(difference(bent.channels[0], larger(red, outwards))).toBeLessThan(1);
    expect(difference(bent.channels[2], larger(blue, -outwards))).toBeLessThan(1);
    expect(bent.channels[1]).toBe(green);
  }
});

test('a picture without fringes keeps its reference, as do one of other colours and one with an edit', () => {
  const edited = red.map((value, i) => (i % WIDTH < 60 && i < 60 * WIDTH ? hue[i]! : value));
  for (const channels of [
    [red, green, blue],
    [blue, red, green],
    [edited, green, blue],
    [green, green, green],
  ])
    expect(withFringesOf({ ...SIZE, channels } as unknown as WarpedReference, still)).toEqual(still);
});
