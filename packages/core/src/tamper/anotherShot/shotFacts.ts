/** What tells a copy from another shot of the same scene, measured between a query and its registered reference. @module */
import type { Raster } from '../../raster.ts';
import { lumaOf } from '../globalFit/lumaChroma.ts';
import type { AlignedPictures } from '../alignment/alignPictures.ts';
import { type CodedDetail, codedDetail } from './codedDetail.ts';
import { type MovedContent, movedContent } from './movedContent.ts';
import { type Parallax, parallax } from './parallax.ts';
import { judgeable, type SharedDetail, sharedDetail } from './sharedDetail.ts';

export interface ShotFacts {
  readonly detail: SharedDetail;
  /** What of the difference the steps of the query's codec leave unexplained; null where no codec's grid is to be seen. */
  readonly coded: CodedDetail | null;
  /** Null if too little texture can be followed. */
  readonly parallax: Parallax | null;
  /** Null if nothing was changed. */
  readonly moved: MovedContent | null;
}

/**
 * @param picture the query as it was decoded
 * @param changed 1 where the query was changed
 * @param overlay 1 where something was laid over it; null if nothing was
 * @returns null if too little of the picture is left to judge
 */
export function shotFacts(
  aligned: AlignedPictures,
  picture: Raster,
  changed: Uint8Array,
  overlay: Uint8Array | null,
): ShotFacts | null {
  const [query, fitted] = [lumaOf(aligned.query), lumaOf(aligned.fitted)];
  let beside = changed;
  if (overlay) {
    beside = changed.slice();
    for (let i = 0; i < beside.length; i++) if (overlay[i] === 1) beside[i] = 1;
  }
  const free = judgeable(query, fitted, aligned.inside, beside);
  const detail = sharedDetail(query, fitted, free);
  return (
    detail && {
      detail,
      coded: codedDetail(picture, query, fitted, free),
      parallax: parallax(query, lumaOf(aligned.registered), aligned.inside),
      moved: changed.includes(1) ? movedContent(query, fitted, changed) : null,
    }
  );
}
