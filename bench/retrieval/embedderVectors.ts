/**
 * Vectors of embedders for the bench of embedders, each embedder's in a file:
 *     npx tsx --conditions=assay-source bench/retrieval/embedderVectors.ts PHOTOS EMBEDDERS OUTS [DISTRACTORS] [bench|validation|training]
 * EMBEDDERS: hog-lab, sift-vlad, paths of ONNX files, with commas between them, and as many files in OUTS: pictures, canvases
 * and features are made once for all. In the order of a file: the database of run.ts, the queried photos after each of the
 * 19 edits, DISTRACTORS windows. One process; half an hour of nothing but arithmetic, so nice it.
 * @module
 */
import fs from 'node:fs';
import { canvasOf } from '@assay/core/fingerprint/canvas';
import { type Embedder, HANDCRAFTED } from '@assay/core/fingerprint/embedder';
import { CANVAS_SIDE_MAX } from '@assay/core/fingerprint/fingerprint';
import { fingerprintFeatures } from '@assay/core/fingerprint/siftVlad';
import sharp from 'sharp';
import { readEmbedderFile } from '../../packages/service/src/adapters/models/embedderFile.ts';
import { networkEmbedder } from '../../packages/service/src/adapters/models/networkEmbedder.ts';
import { seededRandom } from '../verdict/random.ts';
import { EDITS } from './edits.ts';
import { type EmbedderRole, embedderSets } from './embedderSets.ts';
import { fromSharp, type RgbPicture, readPicture, toSharp } from './rgbPicture.ts';

const [folder, names, outs, count = '5000', role = 'bench'] = process.argv.slice(2);
if (!folder || !names || names.split(',').length !== outs?.split(',').length)
  throw new Error(
    'usage: bench/retrieval/embedderVectors.ts PHOTOS EMBEDDERS OUTS [COUNT] [bench|validation|training]',
  );
const sets = embedderSets(folder, role as EmbedderRole);
const files = outs.split(',').map((out) => fs.createWriteStream(out));
const jobs = names.split(',').map((name, i) => ({ embedder: embedderOf(name), file: files[i] as fs.WriteStream }));
// Features cost most; the layout alone does without.
const needsFeatures = jobs.some(({ embedder }) => embedder !== HANDCRAFTED.embedding768);

for (const photo of sets.database) write(await readPicture(photo));
for (const photo of sets.queried) {
  const picture = await readPicture(sets.database[photo] as string);
  for (const [number, apply] of Object.values(EDITS).entries()) {
    const random = seededRandom(1000 * photo + number);
    const background = await readPicture(sets.backgrounds[random.below(sets.backgrounds.length)] as string);
    write(await apply(picture, background, random));
  }
}
for (let i = 0; i < Number(count); i++) write(await distractor(i));
await Promise.all(files.map((file) => new Promise((resolve) => file.end(resolve))));

function embedderOf(which: string): Embedder {
  if (which === 'hog-lab') return HANDCRAFTED.embedding768;
  if (which === 'sift-vlad') return HANDCRAFTED.embedding1024;
  const model = readEmbedderFile(which);
  return networkEmbedder(model, /768/.test(model.name) ? 768 : 1024);
}

function write(picture: RgbPicture): void {
  const canvas = canvasOf(picture, CANVAS_SIDE_MAX);
  const features = needsFeatures ? fingerprintFeatures(canvas.luma) : (null as never);
  for (const { embedder, file } of jobs) {
    const vector = embedder.embed({ picture, canvas, features });
    file.write(Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength));
  }
}

/** A window of 10 to 60 % of a photo that is not queried, brighter or darker, every other one mirrored. */
async function distractor(number: number): Promise<RgbPicture> {
  const random = seededRandom(9_000_000 + number);
  const photo = await readPicture(sets.impostors[random.below(sets.impostors.length)] as string);
  const share = Math.sqrt(0.1 + 0.5 * random.uniform());
  const width = Math.floor(share * photo.width);
  const height = Math.floor(share * photo.height);
  const left = random.below(photo.width - width);
  const top = random.below(photo.height - height);
  const gain = 0.7 + 0.6 * random.uniform();
  const window = toSharp(photo)
    .extract({ left, top, width, height })
    .linear(gain, 20 * random.uniform() - 10);
  return fromSharp(
    sharp(
      await window
        .flop(number % 2 === 1)
        .png({ compressionLevel: 1 })
        .toBuffer(),
    ),
  );
}
