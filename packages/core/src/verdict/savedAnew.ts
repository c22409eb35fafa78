/** A file whose Content Credentials were signed over other bytes: was what they vouch for altered, or the picture saved anew? @module */
import { type Copy, hasChangedRegion, isDoubtful } from './readEvidence.ts';

/**
 * Programs that do not know of Content Credentials carry them along when they save a picture, and every byte that they write is another one
 * than was signed. Where the asset's mark is read, no region was changed for certain and the file states nothing new of itself, that is all
 * that the credentials tell: the mark vouches for what the signature no longer does.
 */
export const isSavedAnew = (copy: Copy): boolean =>
  copy.isMarked && !copy.candidate.exifRestated && (!hasChangedRegion(copy.comparison) || isDoubtful(copy));
