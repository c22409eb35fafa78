/**
 * How far messages agree that the decoder finds in nothing but noise, and those that it finds where one was sent:
 *
 *     npx tsx --conditions=assay-source bench/coding/noise.ts [FRAMES]
 *
 * FRAMES of white noise, Gaussian and with heavier tails; then for each amplitude, down to where nearly all are lost, a tenth as many
 * with a code word in Gaussian noise. Writes bench/results/coding/noise.json.
 * @module
 */
import { codeWordZScore } from '@assay/core/watermark/fusion/knownPayloadDetection';
import { encodePolar, MESSAGE_BITS, POLAR_LENGTH } from '@assay/core/watermark/payload/polarCode';
import { decodePolarList } from '@assay/core/watermark/payload/polarDecoder';
import { saveResult } from '../machine.ts';
import { seededRandom } from '../verdict/random.ts';

const frames = Number(process.argv[2] ?? 3000);
/** Of a code bit, in standard deviations of the noise. */
const AMPLITUDES = [0.42, 0.45, 0.48, 0.51, 0.54];
/** Tails of noise: Gaussian, and as heavy as those of pictures (its cube, so that a few values have all the weight). */
const TAILS = { gaussian: (value: number): number => value, cubed: (value: number): number => value ** 3 };

/** How many values reach each whole number, the lowest and the highest. */
function tail(values: readonly number[]): object {
  const reached = [10, 11, 12, 13, 14, 15].map((least) => [least, values.filter((value) => value >= least).length]);
  return {
    lowest: Number(Math.min(...values).toFixed(2)),
    highest: Number(Math.max(...values).toFixed(2)),
    reached: Object.fromEntries(reached) as object,
  };
}

function ofNoise(shape: (value: number) => number): object {
  const random = seededRandom(1);
  const highestOfEach: number[] = [];
  for (let frame = 0; frame < frames; frame++) {
    const soft = Float32Array.from({ length: POLAR_LENGTH }, () => shape(random.normal()));
    highestOfEach.push(Math.max(...decodePolarList(soft).map((message) => codeWordZScore(soft, encodePolar(message)))));
  }
  return tail(highestOfEach);
}

function ofMessages(amplitude: number): object {
  const random = seededRandom(2);
  const found: number[] = [];
  const sent = Math.ceil(frames / 10);
  for (let frame = 0; frame < sent; frame++) {
    const message = Uint8Array.from({ length: MESSAGE_BITS }, () => random.below(2));
    const coded = encodePolar(message);
    const soft = Float32Array.from(coded, (bit) => amplitude * (1 - 2 * bit) + random.normal());
    const isFound = decodePolarList(soft).some((one) => one.every((bit, i) => bit === message[i]));
    if (isFound) found.push(codeWordZScore(soft, coded));
  }
  const lowest = found.length > 0 ? Number(Math.min(...found).toFixed(2)) : null;
  return { amplitude, found: found.length, of: sent, lowest };
}

const noise = Object.fromEntries(Object.entries(TAILS).map(([name, shape]) => [name, ofNoise(shape)]));
const messages = AMPLITUDES.map(ofMessages);
console.log(noise, messages);
console.log(saveResult('coding/noise', { frames, noise, messages }));
