/**
 * How a wild query is judged: by registration and comparison, as a copy that was found by its fingerprint and that is tested for the
 * mark of the stored asset; or by the whole story of a verification, with marks read blindly and the presence map.
 */
import { luma, type Raster } from '@assay/core/raster';
import type { Evidence } from '@assay/core/verdict/evidence';
import { byTrack } from '@assay/core/watermark/tracks';
import { examine } from '../../../packages/service/src/adapters/engine/jobs/examine.ts';
import { assetMark } from '../../../packages/service/src/adapters/engine/tracks.ts';
import { registerPictures } from '../../../packages/service/src/adapters/vision/register.ts';
import { judgeAgainst, SETTINGS } from '../library.ts';
import { type MarkOf, type Measured, measurePair, NO_MARK } from '../measure.ts';
import { piped } from '../pictures.ts';
import type { WildSpec } from './wildCases.ts';

/** Tracks A and B: what the pictures of the bench are marked with. */
const PLAIN = { ...SETTINGS, modelFolders: byTrack(() => null) };

export interface WildRow extends Omit<Judgement, 'spec'> {
  readonly spec: WildSpec;
  readonly covered: number;
  readonly left: number | null;
  /** Sides of the query, px. */
  readonly width: number;
  readonly height: number;
  /** True for the whole story; then `facts` and `registration` are null. */
  readonly marks: boolean;
}

export interface Judgement extends Omit<Measured, 'spec'> {
  readonly registerMs: number;
  /** Of the whole story, which is judged anew from it; null for the comparison alone. */
  readonly evidence: Evidence | null;
}

export interface Judged {
  readonly query: Raster;
  readonly reference: Raster;
  readonly truth: Uint8Array | null;
  readonly changeRms: number | null;
}

/** Tests the query for the mark of an asset, tracks A and B. */
export const markOf =
  ({ query, reference }: Pick<Judged, 'query' | 'reference'>, assetId: string): MarkOf =>
  (found, changed) =>
    assetMark(() => luma(query), found, reference, { id: assetId, isMarkRead: false, changed }, PLAIN);

/** @param assetId whose mark the query is tested for */
export async function judgeByComparison(made: Judged, assetId: string): Promise<Judgement> {
  const start = performance.now();
  const registration = await registerPictures(luma(made.query), luma(made.reference));
  const registerMs = performance.now() - start;
  return { ...measurePair(made, registration, markOf(made, assetId)), registerMs, evidence: null };
}

const asPng = async (picture: Raster): Promise<Uint8Array> =>
  new Uint8Array(await piped(picture).png({ compressionLevel: 1 }).toBuffer());

/** @param assetId what the mark of the delivered file names */
export async function judgeByStory(made: Judged, assetId: string): Promise<Judgement> {
  const original = await asPng(made.reference);
  const { fingerprint } = await examine(original, SETTINGS);
  const judge = judgeAgainst([{ id: assetId, original, fingerprint }]);
  const bytes = await asPng(made.query);
  const start = performance.now();
  const { verdict, ruleId, confidence, evidence } = await judge(bytes);
  const compareMs = performance.now() - start;
  const { changeRms } = made;
  return {
    registration: null,
    facts: null,
    mark: NO_MARK,
    overlap: null,
    changeRms,
    verdict,
    ruleId,
    confidence,
    compareMs,
    registerMs: 0,
    evidence,
  };
}
