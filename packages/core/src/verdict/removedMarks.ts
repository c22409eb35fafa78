/** Copies that lack the mark of a stored picture though honest ones keep it: docs/spec/verification.md#marks. @module */
import type { Evidence } from './evidence.ts';
import { isSamePicture } from './readEvidence.ts';
import { removedMark, type RemovedMark } from './removedMark.ts';

export interface RemovedMarkOf extends RemovedMark {
  readonly assetId: string;
  /** Of what is left of the mark. */
  readonly zScore: number;
}

/** For people to judge, and for the owner alone, since who takes marks out would learn from it that it worked. */
export function removedMarks({ exact, tracks, candidates }: Evidence): readonly RemovedMarkOf[] {
  if (exact || tracks.some(({ detected }) => detected)) return [];
  return candidates.flatMap((candidate) => {
    const removed = isSamePicture(candidate.registration, candidate.comparison) ? removedMark(candidate) : null;
    return removed ? [{ ...removed, assetId: candidate.assetId, zScore: candidate.payloadZScore ?? 0 }] : [];
  });
}
