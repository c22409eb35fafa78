/**
 * Frame errors of the code for the 160 bits of a payload and its checksum, on a channel like a tile's: 1,288 places (those
 * of track A) share the energy, code bits are repeated over them, white Gaussian noise.
 *     npx tsx --conditions=assay-source bench/coding/frameErrors.ts [FRAMES]
 * The result on file also holds the convolutional code that stood here before (K = 13, Viterbi); its commit has both.
 * @module
 */
import { encodePolar, MESSAGE_BITS } from '@assay/core/watermark/payload/polarCode';
import { decodePolarList } from '@assay/core/watermark/payload/polarDecoder';
import { saveResult } from '../machine.ts';
import { seededRandom } from '../verdict/random.ts';

const PLACES = 1288;
const RATIOS_DB = [0, 0.5, 1, 1.5, 2, 2.5];
const frames = Number(process.argv[2] ?? 1000);

interface Code {
  readonly name: string;
  readonly encode: (message: Uint8Array) => Uint8Array;
  /** Messages, most likely first. */
  readonly decode: (soft: Float32Array) => readonly Uint8Array[];
}

const CODES: readonly Code[] = [{ name: 'polar, length 1024, list 32', encode: encodePolar, decode: decodePolarList }];

/** Eb / N0 is energy a message bit over the noise's power density, N0 = 2 for noise of variance 1. */
function amplitudeAt(ratioDb: number): number {
  return Math.sqrt((2 * MESSAGE_BITS * 10 ** (ratioDb / 10)) / PLACES);
}

function measure(code: Code, ratioDb: number): object {
  const random = seededRandom(1);
  const amplitude = amplitudeAt(ratioDb);
  const lost = { likeliest: 0, ofFour: 0, ofAll: 0 };
  let cpuMicros = 0;
  for (let frame = 0; frame < frames; frame++) {
    const message = Uint8Array.from({ length: MESSAGE_BITS }, () => random.below(2));
    const coded = code.encode(message);
    const soft = new Float32Array(coded.length);
    for (let place = 0; place < PLACES; place++) {
      const bit = place % coded.length;
      soft[bit] = (soft[bit] as number) + amplitude * (1 - 2 * (coded[bit] as number)) + random.normal();
    }
    const before = process.cpuUsage().user;
    const messages = code.decode(soft);
    cpuMicros += process.cpuUsage().user - before;
    const rank = messages.findIndex((candidate) => candidate.every((bit, i) => bit === message[i]));
    if (rank !== 0) lost.likeliest++;
    if (rank < 0 || rank >= 4) lost.ofFour++;
    if (rank < 0) lost.ofAll++;
  }
  const rate = (count: number): number => count / frames;
  return {
    code: code.name,
    ebN0Db: ratioDb,
    lostLikeliest: rate(lost.likeliest),
    lostOfFour: rate(lost.ofFour),
    lostOfAll: rate(lost.ofAll),
    decodeCpuMs: Number((cpuMicros / frames / 1000).toFixed(2)),
  };
}

const rows = RATIOS_DB.flatMap((ratio) => CODES.map((code) => measure(code, ratio)));
console.table(rows);
console.log(saveResult('coding/frame-errors-now', { frames, places: PLACES, rows }));
