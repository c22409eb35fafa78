/** Verifications that were made before: the history, and one of them again. @module */
import { AppError } from '@assay/core/errors';
import type { Caller } from '../accounts/caller.ts';
import { actingOrganization, organizationIdsOf } from '../actingOrganization.ts';
import { linkExpiry } from '../assets/assetLinks.ts';
import { authorize } from '../policy.ts';
import type { Page } from '../ports/assets/assets.ts';
import type { Ports } from '../ports/ports.ts';
import type { HistoryItem, HistoryQuery, LoggedVerification } from '../ports/verify/verifications.ts';
import { COARSE, floorTo } from './coarse.ts';
import { namedTo } from './recipientCopy.ts';
import { standingOf, toldTo } from './toldTo.ts';
import type { ToldVerification, Verification, VerificationRecord } from './verification.ts';

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
  const foreign = items.flatMap(({ matchedAsset }) =>
    matchedAsset && !own.has(matchedAsset.organizationId) ? matchedAsset.organizationId : [],
  );
  const naming = new Set(foreign.length === 0 ? [] : await deps.memberships.namingAssets(foreign));
  const lines = items.map(async (item): Promise<HistoryLine> => {
    const { matchedAsset } = item;
    if (matchedAsset && own.has(matchedAsset.organizationId))
      return { ...item, previewToken: await deps.urlSigner.sign(matchedAsset.id, 'preview', until) };
    const confidence = floorTo(COARSE.confidence, item.confidence);
    return matchedAsset && naming.has(matchedAsset.organizationId)
      ? {
          ...item,
          confidence,
          matchedAsset: { ...matchedAsset, title: null, originalFilename: null },
          previewToken: null,
        }
      : { ...item, confidence, assetId: null, matchedAsset: null, previewToken: null };
  });
  return { items: await Promise.all(lines), total };
}

/** @throws {AppError} VERIFICATION_NOT_FOUND, the same for a missing one and for one of somebody else */
export async function ownVerification(
  deps: Pick<Ports, 'verifications'>,
  caller: Caller,
  id: string,
): Promise<LoggedVerification> {
  const entry = await deps.verifications.find(id);
  const elsewhere = caller.kind === 'key' && entry?.organizationId !== caller.key.organizationId;
  if (!entry || entry.userId !== caller.user.id || elsewhere)
    throw new AppError('VERIFICATION_NOT_FOUND', 'There is no such verification.');
  return entry;
}

/**
 * A verification as whoever may read it again: its maker; of one without a maker, whoever has its id, which nobody guesses.
 * @throws {AppError} VERIFICATION_NOT_FOUND
 */
export async function readableVerification(
  deps: Pick<Ports, 'verifications'>,
  caller: Caller | null,
  id: string,
): Promise<LoggedVerification> {
  const entry = await deps.verifications.find(id);
  if (entry && entry.userId === null && entry.organizationId === null) return entry;
  if (caller) return ownVerification(deps, caller, id);
  throw new AppError('VERIFICATION_NOT_FOUND', 'There is no such verification.');
}

/** All that was found; nobody is told it as it is. */
const verificationOf = (entry: LoggedVerification): Verification => ({
  id: entry.id,
  createdAt: entry.createdAt,
  processingTimeMs: entry.processingTimeMs,
  modelVersion: entry.modelVersion,
  sourceImageHash: entry.sourceImageHash,
  verdict: entry.verdict,
  confidence: entry.confidence,
  assetId: entry.verifiedAssetId,
  review: entry.review,
  record: entry.evidence as VerificationRecord,
  mapPng: null,
  presencePng: null,
});

/** @throws {AppError} VERIFICATION_NOT_FOUND */
export async function pastVerification(
  deps: Pick<Ports, 'verifications' | 'assets' | 'copies' | 'memberships'>,
  caller: Caller | null,
  id: string,
  maps: Partial<Pick<Verification, 'mapPng' | 'presencePng'>> = {},
): Promise<ToldVerification> {
  return toldOfEntry(deps, caller, await readableVerification(deps, caller, id), maps);
}

/** With the maps that were kept for its sender: docs/spec/verification.md#stored-submissions. @throws {AppError} VERIFICATION_NOT_FOUND */
export async function keptVerification(
  deps: Pick<Ports, 'verifications' | 'assets' | 'copies' | 'memberships' | 'submissions' | 'clock'>,
  caller: Caller | null,
  id: string,
): Promise<ToldVerification> {
  const entry = await readableVerification(deps, caller, id);
  const maps = await deps.submissions.maps(id, deps.clock.now());
  return toldOfEntry(deps, caller, entry, maps ?? {});
}

/** @param maps that no row keeps */
export async function toldOfEntry(
  deps: Pick<Ports, 'assets' | 'copies' | 'memberships'>,
  caller: Caller | null,
  entry: LoggedVerification,
  maps: Partial<Pick<Verification, 'mapPng' | 'presencePng'>> = {},
): Promise<ToldVerification> {
  const verification = { ...verificationOf(entry), ...maps };
  const organizationIds = caller ? await organizationIdsOf(deps, caller) : [];
  const standing = await standingOf(deps, verification.record, organizationIds);
  const { copyId } = verification.record.description;
  const copy = copyId ? await deps.copies.findAny(copyId) : null;
  return toldTo(verification, standing, await namedTo(deps, caller, copy));
}

/**
 * The tamper map of a link, where it was kept: docs/spec/verification.md#stored-submissions. Coarse also if its sender was told it
 * so: who was a stranger then may be a member by now, and the other way round.
 */
export async function sharedMap(
  { submissions, engine, clock }: Pick<Ports, 'submissions' | 'engine' | 'clock'>,
  { id }: Pick<LoggedVerification, 'id'>,
): Promise<Uint8Array | null> {
  const kept = await submissions.maps(id, clock.now());
  return kept?.mapPng ? engine.coarseMap(kept.mapPng, COARSE.cells) : null;
}

/** What whoever has a link to it is told: as a stranger, whoever made it. @param mapPng as strangers are told it */
export const sharedVerification = async (
  deps: Pick<Ports, 'memberships'>,
  entry: LoggedVerification,
  mapPng: Uint8Array | null,
): Promise<ToldVerification> => {
  const verification = { ...verificationOf(entry), mapPng };
  return toldTo(verification, await standingOf(deps, verification.record, []), null);
};

/** A row of the log that its maker reads, and what of its result he is told. */
export interface ToldEntry {
  readonly entry: Omit<LoggedVerification, 'confidence' | 'verifiedAssetId' | 'evidence'>;
  readonly told: ToldVerification;
}

/** @param organizationIds of the reader */
export async function* toldEntries(
  deps: Pick<Ports, 'memberships'>,
  organizationIds: readonly string[],
  entries: AsyncIterable<LoggedVerification>,
): AsyncGenerator<ToldEntry> {
  for await (const entry of entries) {
    const verification = verificationOf(entry);
    const standing = await standingOf(deps, verification.record, organizationIds);
    yield { entry, told: toldTo(verification, standing, null) };
  }
}
