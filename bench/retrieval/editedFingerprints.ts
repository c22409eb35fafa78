import { type Fingerprint, fingerprint } from '@assay/core/fingerprint/fingerprint';
import { EDITS } from './edits.ts';
import { readPicture } from './rgbPicture.ts';
import { seededRandom } from './seededRandom.ts';

export interface EditedFingerprint {
  readonly edit: string;
  /** Index of the photo that was edited. */
  readonly photo: number;
  readonly fingerprint: Fingerprint;
}

export async function fingerprintFiles(files: readonly string[]): Promise<Fingerprint[]> {
  const out: Fingerprint[] = [];
  for (const file of files) out.push(fingerprint(await readPicture(file)));
  return out;
}

/** Every photo of `photos` (indices into `files`) after each of the 19 edits; the same in every run. */
export async function fingerprintEdits(
  files: readonly string[],
  photos: readonly number[],
  backgrounds: readonly string[],
): Promise<EditedFingerprint[]> {
  const out: EditedFingerprint[] = [];
  for (const photo of photos) {
    const picture = await readPicture(files[photo] as string);
    for (const [number, [edit, apply]] of Object.entries(EDITS).entries()) {
      const random = seededRandom(1000 * photo + number);
      const background = await readPicture(backgrounds[random.integer(0, backgrounds.length)] as string);
      out.push({ edit, photo, fingerprint: fingerprint(await apply(picture, background, random)) });
    }
  }
  return out;
}
