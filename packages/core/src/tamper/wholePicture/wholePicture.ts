/**
 * What was done to the whole picture, as numbers that `verdict/globalEdits.ts` names. A palette, a screen's grid, changed light and the chroma that is left also weigh in
 * the verdict (`verdict/treatedOdds.ts`, `verdict/lightChange.ts`). All are measured at working size, but for the colours of a palette.
 * @module
 */
import type { Raster } from '../../raster.ts';
import type { AlignedPictures } from '../alignment/alignPictures.ts';
import { lumaOf } from '../globalFit/lumaChroma.ts';
import { colourChange, type ColourChange } from './colourChange.ts';
import { detailChange, type DetailChange } from './detailChange.ts';
import { lightChange, type LightChange } from './lightChange.ts';
import { type Palette, paletteOf } from './palette.ts';
import { screenGrid } from './screenGrid.ts';

export interface WholePictureChange extends ColourChange, LightChange, DetailChange {
  /** Null: as many colours as a photo has. */
  readonly palette: Palette | null;
  /** Height of the strongest regular pattern that the reference lacks, in its surroundings in the spectrum; about 1 without one. */
  readonly screenGrid: number;
}

/** @param query, reference as they were compared, before any reduction */
export function wholePictureChange(aligned: AlignedPictures, query: Raster, reference: Raster): WholePictureChange {
  const [queryLuma, fittedLuma] = [lumaOf(aligned.query), lumaOf(aligned.fitted)];
  return {
    ...colourChange(aligned),
    ...lightChange(aligned),
    ...detailChange(queryLuma, fittedLuma, aligned.inside),
    palette: paletteOf(query, reference),
    screenGrid: screenGrid(queryLuma, fittedLuma, aligned.inside),
  };
}
