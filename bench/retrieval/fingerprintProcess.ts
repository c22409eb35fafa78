/** Child process of editedFingerprints.ts: a FingerprintJob in, a list of EditedFingerprint out. @module */
import { canvasOf } from '@assay/core/fingerprint/canvas';
import { CANVAS_SIDE_MAX, fingerprint } from '@assay/core/fingerprint/fingerprint';
import { hogLab } from '@assay/core/fingerprint/hogLab';
import { BUILT_IN, loadEmbedders } from '../../packages/service/src/adapters/models/embedders.ts';
import type { EditedFingerprint, FingerprintJob } from './editedFingerprints.ts';
import { EDITS } from './edits.ts';
import { type RgbPicture, readPicture } from './rgbPicture.ts';
import { seededRandom } from '../verdict/random.ts';

const { embedders } = loadEmbedders(BUILT_IN);

process.on('message', (job: FingerprintJob) => {
  void answer(job).then((fingerprints) => process.send?.(fingerprints));
});

async function answer({ file, edits }: FingerprintJob): Promise<EditedFingerprint[]> {
  const picture = await readPicture(file);
  if (!edits) return [{ edit: 'none', photo: 0, ...printsOf(picture) }];
  const { photo, backgrounds } = edits;
  const out: EditedFingerprint[] = [];
  for (const [number, [edit, apply]] of Object.entries(EDITS).entries()) {
    const random = seededRandom(1000 * photo + number);
    const background = await readPicture(backgrounds[random.below(backgrounds.length)] as string);
    out.push({ edit, photo, ...printsOf(await apply(picture, background, random)) });
  }
  return out;
}

function printsOf(picture: RgbPicture): Pick<EditedFingerprint, 'fingerprint' | 'layout'> {
  return { fingerprint: fingerprint(picture, embedders), layout: hogLab(canvasOf(picture, CANVAS_SIDE_MAX)) };
}
