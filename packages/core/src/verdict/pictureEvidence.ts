/** What in the picture itself keeps it from being recognised, whatever is stored. @module */

/** The submitted picture as far as it bears on how much a search can find; shown, and what a failure to register says rests on it. */
export interface PictureEvidence {
  readonly width: number;
  readonly height: number;
  /** Quality of its perceptual hash, 0..100: how much there is in it to tell it from others; null for a stored file, told by its bytes. */
  readonly hashQuality: number | null;
}

/** Enlarged as far as registration enlarges (4 times), a shorter side leaves keypoints no room: 64 pixels are needed. */
const SIDE_MIN = 16;
/** PDQ's paper calls a hash of less than 50 too plain to mean much; 0 is a picture without any gradient. */
const HASH_QUALITY_PLAIN = 50;
/** Reduced to 1000 pixels a side for registration, a narrower picture is narrower than its 64. */
const SHAPE_MAX = 15;

/** Is there too little in the picture for a failure to find or to register it to say anything? */
export const isPlain = ({ hashQuality }: Pick<PictureEvidence, 'hashQuality'>): boolean =>
  hashQuality !== null && hashQuality < HASH_QUALITY_PLAIN;

/** One sentence for people, or null if nothing stands in the way. */
export function whyUnrecognisable({ width, height, hashQuality }: PictureEvidence): string | null {
  const sides = `${width} x ${height}`;
  const shortest = Math.min(width, height);
  if (shortest < SIDE_MIN) return `It is ${sides} pixels: too small to be recognised or to carry a mark.`;
  if (hashQuality === 0) return 'It is of one colour or nearly so: there is nothing in it to be recognised by.';
  if (Math.max(width, height) > SHAPE_MAX * shortest)
    return `It is ${sides} pixels, so long and narrow that a copy of a stored asset may be missed.`;
  if (isPlain({ hashQuality })) return 'It shows so little detail that a copy of a stored asset may be missed.';
  return null;
}
