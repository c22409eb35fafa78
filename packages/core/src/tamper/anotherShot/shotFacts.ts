/** What tells a copy from another shot of the same scene, measured between a query and its registered reference. @module */
import { lumaChroma } from '../globalFit/lumaChroma.ts';
import type { AlignedPictures } from '../alignment/alignPictures.ts';
import { type MovedContent, movedContent } from './movedContent.ts';
import { type Parallax, parallax } from './parallax.ts';
import { type SharedDetail, sharedDetail } from './sharedDetail.ts';

export interface ShotFacts {
  readonly detail: SharedDetail;
  /** Null if too little texture can be followed. */
  readonly parallax: Parallax | null;
  /** Null if nothing was changed. */
  readonly moved: MovedContent | null;
}

/**
 * @param changed 1 where the query was changed
 * @param overlay 1 where something was laid over it; null if nothing was
 * @returns null if too little of the picture is left to judge
 */
export function shotFacts(aligned: AlignedPictures, changed: Uint8Array, overlay: Uint8Array | null): ShotFacts | null {
  const luma = (picture: AlignedPictures['query']) => lumaChroma(picture)[0];
  const [query, fitted] = [luma(aligned.query), luma(aligned.fitted)];
  let beside = changed;
  if (overlay) {
    beside = changed.slice();
    for (let i = 0; i < beside.length; i++) if (overlay[i] === 1) beside[i] = 1;
  }
  const detail = sharedDetail(query, fitted, aligned.inside, beside);
  return (
    detail && {
      detail,
      parallax: parallax(query, luma(aligned.registered), aligned.inside),
      moved: changed.includes(1) ? movedContent(query, fitted, changed) : null,
    }
  );
}
