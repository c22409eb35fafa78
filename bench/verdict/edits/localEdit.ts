/** A local edit with its truth. */
import type { Raster } from '@assay/core/raster';
import type { Random } from '../random.ts';

export interface LocalEdit {
  readonly picture: Raster;
  /** 1 inside the edited area; one sample a pixel. */
  readonly truth: Uint8Array;
}

/** @param donor another photo, for splices; `share` of the picture's area is edited */
export type Forgery = (picture: Raster, donor: Raster, share: number, random: Random) => Promise<LocalEdit>;
