/** What a report of a verification shows beside its result: the pictures that its reader may see. @module */
import type { Caller } from '../accounts/caller.ts';
import { organizationIdsOf } from '../actingOrganization.ts';
import { type PreviewDeps, readPreview } from '../assets/previewFile.ts';
import type { Asset } from '../ports/assets/assets.ts';
import type { RenderedPicture } from '../ports/verify/engine.ts';
import type { Ports } from '../ports/ports.ts';
import type { Submission } from '../ports/verify/submissions.ts';
import { readableVerification, toldOfEntry } from '../verify/pastVerifications.ts';
import type { ToldVerification } from '../verify/verification.ts';

/** Long side of a picture in a report, px: sharp on half a sheet of paper at 250 dpi. */
export const REPORT_SIDE_MAX = 900;

/** What was kept of the picture that was judged. */
export interface ReportedSubmission extends Submission {
  /** Of the same picture, for people. */
  readonly shown: RenderedPicture;
}

export interface ReportedVerification {
  /** Null: its sender did not ask for it, or its time is over. */
  readonly submission: ReportedSubmission | null;
  readonly told: ToldVerification;
  /** For which it was made; null for none. */
  readonly organizationId: string | null;
  /** The registered picture that the verdict is about, to members of its organization; null to everyone else. */
  readonly registered: { readonly asset: Asset; readonly picture: RenderedPicture | null } | null;
}

export type ReportDeps = Pick<
  Ports,
  'clock' | 'submissions' | 'verifications' | 'assets' | 'copies' | 'memberships' | 'files' | 'engine'
> &
  PreviewDeps;

/** @throws {AppError} VERIFICATION_NOT_FOUND */
export async function reportedVerification(
  deps: ReportDeps,
  caller: Caller | null,
  id: string,
): Promise<ReportedVerification> {
  const entry = await readableVerification(deps, caller, id);
  const told = await toldOfEntry(deps, caller, entry);
  const asset = told.assetId === null || caller === null ? null : await deps.assets.findAny(told.assetId);
  const isMember = asset && caller && (await organizationIdsOf(deps, caller)).includes(asset.organizationId);
  const { organizationId } = entry;
  const kept = await deps.submissions.find(id, deps.clock.now());
  const submission = kept && { ...kept, shown: await deps.engine.picture(kept.picture, REPORT_SIDE_MAX) };
  return {
    told,
    organizationId,
    submission,
    registered: isMember ? { asset, picture: await registeredPicture(deps, asset) } : null,
  };
}

/** Its preview; null while the asset has none. */
export async function registeredPicture(deps: PreviewDeps, asset: Asset): Promise<RenderedPicture | null> {
  const preview = await readPreview(deps, asset);
  return preview && deps.engine.picture(preview, REPORT_SIDE_MAX);
}
