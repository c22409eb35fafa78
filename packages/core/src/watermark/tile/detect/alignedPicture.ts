/** What is worked out of a view that is aligned to a picture as it was marked: once, for whoever asks. @module */
import { once } from '../../../once.ts';
import type { Plane } from '../../../raster.ts';
import type { AlignedPicture } from '../../watermarkTrack.ts';
import { pictureSpectrum } from '../spectrum/pictureSpectrum.ts';
import { whiten } from '../spectrum/whitening.ts';

/** @param view see alignedView.ts; nobody writes to it any more */
export function alignedPicture(view: Plane): AlignedPicture {
  const whitened = once(() => whiten(view));
  return { luma: view, whitened, spectrum: once(() => pictureSpectrum(whitened())) };
}
