/** Child process of editedFingerprints.ts: a FingerprintJob in, a list of EditedFingerprint out. @module */
import { fingerprint } from '@assay/core/fingerprint/fingerprint';
import { BUILT_IN, loadEmbedders } from '../../packages/service/src/adapters/models/embedders.ts';
import type { EditedFingerprint, FingerprintJob } from './editedFingerprints.ts';
import { EDITS } from './edits.ts';
import { readPicture } from './rgbPicture.ts';
import { seededRandom } from '../verdict/random.ts';

const { embedders } = loadEmbedders(BUILT_IN);

process.on('message', (job: FingerprintJob) => {
  void answer(job).then((fingerprints) => process.send?.(fingerprints));
});

async function answer({ file, edits }: FingerprintJob): Promise<EditedFingerprint[]> {
  const picture = await readPicture(file);
  if (!edits) return [{ edit: 'none', photo: 0, fingerprint: fingerprint(picture, embedders) }];
  const { photo, backgrounds } = edits;
  const out: EditedFingerprint[] = [];
  for (const [number, [edit, apply]] of Object.entries(EDITS).entries()) {
    const random = seededRandom(1000 * photo + number);
    const background = await readPicture(backgrounds[random.below(backgrounds.length)] as string);
    out.push({ edit, photo, fingerprint: fingerprint(await apply(picture, background, random), embedders) });
  }
  return out;
}
