/**
 * Does a copy that lost its mark tell that somebody took it out? Honest edits of marked photos beside attacks on the mark.
 *
 *     ASSAY_PHOTOS=DIR npx tsx --conditions=assay-source bench/verdict/removal/removal.ts tune|validate [--photos 10] [--offset 0] [--only honest|worn|attack] [--sampled]
 *     npx tsx --conditions=assay-source bench/verdict/removal/fit.ts [--save]
 *
 * `--sampled` draws three honest edits, one that wears out and two attacks for each photo, so that many photos are measured.
 * The two halves of `train` share no photo. A row has what a verification would know: which tracks are read, what the comparison
 * with the original says, and how far the known payload stands out. Rows are kept in `.cache/bench/verdict` under a name that
 * depends on the sources. Tracks A and B; C needs its networks and is left out.
 */
import { parseArgs } from 'node:util';
import { luma } from '@assay/core/raster';
import { compareRegistered } from '@assay/core/tamper/compare';
import { embedTracks } from '@assay/core/watermark/embedTracks';
import { encipherPayload } from '@assay/core/watermark/payload/payloadCipher';
import { plainTracks } from '@assay/core/watermark/tracks';
import type { Raster } from '@assay/core/raster';
import { assetMark, findMarks, trackKeys } from '../../../packages/service/src/adapters/engine/tracks.ts';
import { registerPictures } from '../../../packages/service/src/adapters/vision/register.ts';
import { collude } from '../../adversary/collusion.ts';
import { ownPeriodicPart, subtracted } from '../../adversary/removal.ts';
import type { RgbPicture } from '../../retrieval/rgbPicture.ts';
import { BENIGN, chain, type Edit, jpeg, resized } from '../edits/benignEdits.ts';
import { openJsonLines } from '../jsonLines.ts';
import { loadPicture, type Part, piped, photoFiles, rasterOf } from '../pictures.ts';
import { type Random, seededRandom } from '../random.ts';
import { MARK_KEY, marked } from '../realMark.ts';
import { sourceHash } from '../sourceHash.ts';
import { type RemovalRow, SOURCES } from './rows.ts';

const SETTINGS = { watermarkKey: MARK_KEY, modelFolders: { c: null } } as const;

/** A few harmless edits that come after each attack, as a thief's upload would have them. */
const AFTER: Readonly<Record<string, Edit>> = { '': async (picture) => picture, ', jpeg 85': jpeg(85) };

const own =
  (psnrDb: number): Attack =>
  async ({ picture }) =>
    subtracted(picture, ownPeriodicPart(picture), psnrDb);

interface Target {
  readonly original: Raster;
  readonly picture: RgbPicture;
}
type Attack = (target: Target, random: Random) => Promise<Raster>;

/** Copies of one original for different recipients, of which none is left in the mean. */
const colluded =
  (copies: number): Attack =>
  async ({ original }, random) => {
    const keys = trackKeys(MARK_KEY);
    const made = Array.from({ length: copies }, (_, i) => {
      const id = `0000000${i % 10}-${String(1000 + i)}-4000-8000-000000000000`;
      return embedTracks(original, encipherPayload(id, MARK_KEY), { tracks: plainTracks(), keys })
        .picture as RgbPicture;
    });
    return collude(made, 'mean', () => random.uniform());
  };

/** Each block of pixels is moved by a fraction of a pixel of its own: what a mark's grid does not survive and nobody sees. */
const jittered: Attack = async ({ picture }, random) => {
  const cells = 12;
  const knots = Float32Array.from({ length: 2 * (cells + 1) ** 2 }, () => 1.2 * random.normal());
  const { width, height, data } = picture;
  const out = new Uint8Array(data.length);
  const knot = (column: number, row: number, k: number): number =>
    knots[2 * (row * (cells + 1) + column) + k] as number;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [u, v] = [(x / width) * cells, (y / height) * cells];
      const [c, r] = [Math.floor(u), Math.floor(v)];
      const [s, t] = [u - c, v - r];
      const by = (k: number): number =>
        (1 - t) * ((1 - s) * knot(c, r, k) + s * knot(c + 1, r, k)) +
        t * ((1 - s) * knot(c, r + 1, k) + s * knot(c + 1, r + 1, k));
      const px = Math.min(width - 1.001, Math.max(0, x + by(0)));
      const py = Math.min(height - 1.001, Math.max(0, y + by(1)));
      const [i, j] = [Math.floor(px), Math.floor(py)];
      const [a, b] = [px - i, py - j];
      for (let channel = 0; channel < 3; channel++) {
        const at = (dx: number, dy: number): number => data[3 * ((j + dy) * width + i + dx) + channel] as number;
        out[3 * (y * width + x) + channel] = Math.round(
          (1 - b) * ((1 - a) * at(0, 0) + a * at(1, 0)) + b * ((1 - a) * at(0, 1) + a * at(1, 1)),
        );
      }
    }
  return { ...picture, data: out };
};

const ATTACKS: Readonly<Record<string, Attack>> = {
  'own periodic part, 42 dB': own(42),
  'own periodic part, 40 dB': own(40),
  'own periodic part, 38.5 dB': own(38.5),
  'own periodic part, 37 dB': own(37),
  'collusion of 8': colluded(8),
  jitter: jittered,
};

/** Honest edits that wear a mark out: without them nothing would tell what wears one out. */
const WEARING: Readonly<Record<string, Edit>> = {
  'resize 0.2': resized(0.2),
  'resize 0.25 + jpeg 50': chain(resized(0.25), jpeg(50)),
  'resize 0.35 + jpeg 30': chain(resized(0.35), jpeg(30)),
  'jpeg 10': jpeg(10),
  'blur 4': async (picture) => rasterOf(piped(picture).blur(4)),
  'blur 2 + jpeg 30': chain(async (picture) => rasterOf(piped(picture).blur(2)), jpeg(30)),
  'crop 25 %, resize 0.35': chain(BENIGN['crop 25 %'] as Edit, resized(0.35)),
  'noise 10, resize 0.35 + jpeg 30': chain(BENIGN['noise 10'] as Edit, resized(0.35), jpeg(30)),
};

async function rowOf(
  edited: Raster,
  { original, assetId }: { readonly original: Raster; readonly assetId: string },
): Promise<Omit<RemovalRow, 'photo' | 'what' | 'edit'>> {
  const read = findMarks(edited, SETTINGS)
    .tracks.filter((track) => track.detected && track.assetId === assetId)
    .map(({ track }) => track);
  const registration = await registerPictures(edited, original);
  if (!registration) return { read, payloadZScore: null, comparison: null };
  const { shot, geometry } = compareRegistered(edited, original, registration, { measuresShot: true });
  const question = { id: assetId, isMarkRead: false, changed: null };
  const { payloadZScore } = assetMark(() => luma(edited), registration, original, question, SETTINGS);
  return { read, payloadZScore, comparison: { shot, geometry } };
}

/** Made when it is first asked for, and kept. */
function once<T>(make: (random: Random) => Promise<T>): (random: Random) => Promise<T> {
  let made: Promise<T> | undefined;
  return (random) => (made ??= make(random));
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    photos: { type: 'string', default: '10' },
    offset: { type: 'string', default: '0' },
    only: { type: 'string' },
    sampled: { type: 'boolean', default: false },
  },
});
const part = positionals[0] as Part;
if (part !== 'tune' && part !== 'validate') throw new RangeError('say tune or validate');
const rows = openJsonLines<RemovalRow>(`removal-${part}-${sourceHash(SOURCES)}`);
const done = new Set(rows.lines.map(({ photo, edit }) => `${photo} ${edit}`));

/** Always asked: a photo from which nothing is read then holds no mark from the beginning. */
const PLAIN = 'none';
const PER_PHOTO: Readonly<Record<RemovalRow['what'], number>> = { honest: 3, worn: 1, attack: 2 };

/** All of them, or as many as are drawn for one photo. */
function drawn(what: RemovalRow['what'], edits: readonly string[], random: Random): ReadonlySet<string> {
  if (!values.sampled) return new Set(edits);
  const left = [...edits];
  return new Set(Array.from({ length: PER_PHOTO[what] }, () => left.splice(random.below(left.length), 1)[0] as string));
}

for (const [index, photo] of photoFiles(part, Number(values.photos), Number(values.offset)).entries()) {
  const original = await loadPicture(photo);
  if (original.channels !== 3) continue;
  const { picture, assetId } = await marked(original);
  const target = { original, picture: picture as RgbPicture };
  const name = photo.split('/').at(-1) as string;
  const draw = seededRandom(7919 * (index + 1 + Number(values.offset)));
  const attacks = Object.keys(ATTACKS).flatMap((attack) => Object.keys(AFTER).map((after) => attack + after));
  const wanted = {
    honest: drawn('honest', Object.keys(BENIGN), draw),
    worn: drawn('worn', Object.keys(WEARING), draw),
    attack: drawn('attack', attacks, draw),
  };
  const add = async (what: RemovalRow['what'], edit: string, make: (random: Random) => Promise<Raster>) => {
    if (done.has(`${name} ${edit}`) || (values.only ?? what) !== what) return;
    if (edit !== PLAIN && !wanted[what].has(edit)) return;
    const edited = await make(seededRandom(1000 * index + edit.length));
    rows.add({ photo: name, what, edit, ...(await rowOf(edited, { original, assetId })) });
  };
  for (const [edit, make] of Object.entries(BENIGN)) await add('honest', edit, (random) => make(picture, random));
  for (const [edit, make] of Object.entries(WEARING)) await add('worn', edit, (random) => make(picture, random));
  for (const [edit, attack] of Object.entries(ATTACKS)) {
    const attacked = once((random: Random) => attack(target, random));
    for (const [suffix, after] of Object.entries(AFTER))
      await add('attack', `${edit}${suffix}`, async (random) => after(await attacked(random), random));
  }
  console.log(`${part} ${index + 1}: ${name}`);
}
