/** Verifications that were made before: the history, and one of them again. @module */
import { AppError } from '@assay/core/errors';
import type { Caller } from '../accounts/caller.ts';
import { actingOrganization, organizationIdsOf } from '../actingOrganization.ts';
import { linkExpiry } from '../assets/assetLinks.ts';
import { authorize } from '../policy.ts';
import type { Page } from '../ports/assets/assets.ts';
import type { Ports } from '../ports/ports.ts';
import type { HistoryItem, HistoryQuery, VerificationEntry } from '../ports/verify/verifications.ts';
import { namedTo } from './recipientCopy.ts';
import type { Verification, VerificationRecord } from './verification.ts';

export interface HistoryLine extends HistoryItem {
  /** For members of the matched asset's organization; null for everyone else. */
  readonly previewToken: string | null;
}

export type HistoryDeps = Pick<Ports, 'verifications' | 'memberships' | 'urlSigner' | 'clock'>;

/** Own verifications (of a key: those in its organization), the newest first; of other organizations' assets only what verify itself tells. */
export async function verificationHistory(
  deps: HistoryDeps,
  caller: Caller,
  query: HistoryQuery,
): Promise<Page<HistoryLine>> {
  const inOrganization = caller.kind === 'key' ? { organizationId: caller.key.organizationId } : {};
  return linesOf(deps, caller, await deps.verifications.history(caller.user.id, { ...query, ...inOrganization }));
}

/** Those that all members and keys made in one organization. @throws {AppError} ORGANIZATION_NOT_FOUND, FORBIDDEN */
export async function organizationHistory(
  deps: HistoryDeps,
  caller: Caller,
  organizationId: string | null,
  query: HistoryQuery,
): Promise<Page<HistoryLine>> {
  const acting = await actingOrganization(deps, caller, organizationId);
  authorize(acting, 'audit.see');
  const inOrganization = { organizationId: acting.organization.id };
  return linesOf(deps, caller, await deps.verifications.history(null, { ...query, ...inOrganization }));
}

async function linesOf(
  deps: HistoryDeps,
  caller: Caller,
  { items, total }: Page<HistoryItem>,
): Promise<Page<HistoryLine>> {
  const own = new Set(await organizationIdsOf(deps, caller));
  const until = linkExpiry(deps.clock.now());
  const lines = items.map(async (item): Promise<HistoryLine> => {
    const { matchedAsset } = item;
    if (!matchedAsset || !own.has(matchedAsset.organizationId))
      return { ...item, matchedAsset: matchedAsset && { ...matchedAsset, title: null }, previewToken: null };
    return { ...item, previewToken: await deps.urlSigner.sign(matchedAsset.id, 'preview', until) };
  });
  return { items: await Promise.all(lines), total };
}

/** @throws {AppError} VERIFICATION_NOT_FOUND, the same for a missing one and for one of somebody else */
export async function ownVerification(
  deps: Pick<Ports, 'verifications'>,
  caller: Caller,
  id: string,
): Promise<VerificationEntry> {
  const entry = await deps.verifications.find(id);
  const elsewhere = caller.kind === 'key' && entry?.organizationId !== caller.key.organizationId;
  if (!entry || entry.userId !== caller.user.id || elsewhere)
    throw new AppError('VERIFICATION_NOT_FOUND', 'There is no such verification.');
  return entry;
}

/** As it was answered, as far as everyone may know it. */
export const verificationOf = (entry: VerificationEntry): Verification => ({
  id: entry.id,
  createdAt: entry.createdAt,
  processingTimeMs: entry.processingTimeMs,
  modelVersion: entry.modelVersion,
  sourceImageHash: entry.sourceImageHash,
  verdict: entry.verdict,
  confidence: entry.confidence,
  assetId: entry.verifiedAssetId,
  record: entry.evidence as VerificationRecord,
  recipientCopy: null,
  mapPng: null,
  presencePng: null,
});

/** @throws {AppError} VERIFICATION_NOT_FOUND */
export async function pastVerification(
  deps: Pick<Ports, 'verifications' | 'assets' | 'copies' | 'memberships'>,
  caller: Caller,
  id: string,
): Promise<Verification> {
  const verification = verificationOf(await ownVerification(deps, caller, id));
  const { copyId } = verification.record.description;
  const copy = copyId ? await deps.copies.findAny(copyId) : null;
  return { ...verification, recipientCopy: await namedTo(deps, caller, copy) };
}
