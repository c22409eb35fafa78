/** Public links to an asset or to a verification: made, listed, revoked, followed. @module */
import { AppError } from '@assay/core/errors';
import type { Caller } from '../accounts/caller.ts';
import { linkExpiry } from '../assets/assetLinks.ts';
import { assetFor } from '../assets/visibleAsset.ts';
import { actingOrganization } from '../actingOrganization.ts';
import type { Asset } from '../ports/assets/assets.ts';
import type { NewTrace } from '../ports/assets/provenance.ts';
import { EACH_TIME, type Made, type Once } from '../ports/runtime/idempotency.ts';
import type { Ports } from '../ports/ports.ts';
import type { Shared, ShareLink } from '../ports/assets/shareLinks.ts';
import { trace, type TraceDeps } from '../provenance/trace.ts';
import { ownVerification, sharedMap, sharedVerification } from '../verify/pastVerifications.ts';
import type { ToldVerification } from '../verify/verification.ts';

export interface NewShare {
  readonly link: ShareLink;
  /** Told once; only its hash is kept. */
  readonly token: string;
}

/** What of it is shown to everyone. */
export type PublicView =
  | { readonly kind: 'asset'; readonly link: ShareLink; readonly asset: Asset; readonly previewToken: string | null }
  | { readonly kind: 'verification'; readonly link: ShareLink; readonly verification: ToldVerification };

type Deps = Pick<Ports, 'assets' | 'memberships' | 'verifications' | 'shareLinks' | 'clock'> & TraceDeps;

/** What the caller may share, and in whose name. */
interface Target {
  readonly shared: Shared;
  readonly organizationId: string;
}

export const assetTarget = async (deps: Deps, caller: Caller, assetId: string): Promise<Target> => {
  const { organizationId } = await assetFor(deps, caller, assetId, 'asset.write');
  return { shared: { assetId, verificationId: null }, organizationId };
};

export const verificationTarget = async (deps: Deps, caller: Caller, verificationId: string): Promise<Target> => {
  await ownVerification(deps, caller, verificationId);
  const { organization } = await actingOrganization(deps, caller, null);
  return { shared: { assetId: null, verificationId }, organizationId: organization.id };
};

/** @param expiresInS null: until it is revoked */
export async function share(
  deps: Deps & Pick<Ports, 'oneTimeTokens'>,
  caller: Caller,
  { shared, organizationId }: Target,
  expiresInS: number | null,
  once: Once = EACH_TIME,
): Promise<NewShare> {
  if (once.made) return madeBefore(deps, once.made);
  const createdAt = deps.clock.now();
  const token = deps.oneTimeTokens.make();
  const link: ShareLink = {
    ...shared,
    id: deps.ids.uuid(),
    organizationId,
    createdBy: caller.user.id,
    expiresAt: expiresInS === null ? null : new Date(createdAt.getTime() + 1000 * expiresInS),
    revokedAt: null,
    createdAt,
  };
  const expiresAt = link.expiresAt?.toISOString() ?? null;
  const step = stepOf(deps, caller, shared, 'shared', { share_id: link.id, expires_at: expiresAt });
  await once.making({ token }, () => deps.shareLinks.add(link, deps.oneTimeTokens.hash(token), step));
  return { link, token };
}

async function madeBefore(deps: Pick<Ports, 'shareLinks' | 'oneTimeTokens'>, { token = '' }: Made): Promise<NewShare> {
  const link = await deps.shareLinks.findByToken(deps.oneTimeTokens.hash(token));
  if (!link) throw new AppError('LINK_NOT_FOUND', 'The share link was made, and is gone.');
  return { link, token };
}

/** Only assets have a history. */
const stepOf = (
  deps: TraceDeps,
  caller: Caller,
  { assetId }: Shared,
  action: 'shared' | 'share_revoked',
  details: NewTrace['details'],
): NewTrace | null => (assetId === null ? null : trace(deps, caller, assetId, action, details));

export const listShares = (deps: Pick<Ports, 'shareLinks'>, { shared }: Target): Promise<readonly ShareLink[]> =>
  deps.shareLinks.list(shared);

/** Revoking again is no error. @throws {AppError} LINK_NOT_FOUND */
export async function revokeShare(deps: Deps, caller: Caller, { shared }: Target, id: string): Promise<void> {
  const step = stepOf(deps, caller, shared, 'share_revoked', { share_id: id });
  if (!(await deps.shareLinks.revoke(shared, id, deps.clock.now(), step)))
    throw new AppError('LINK_NOT_FOUND', 'There is no such share link.');
}

type FollowDeps = Pick<
  Ports,
  | 'assets'
  | 'memberships'
  | 'verifications'
  | 'submissions'
  | 'engine'
  | 'shareLinks'
  | 'clock'
  | 'oneTimeTokens'
  | 'urlSigner'
>;

/**
 * @param isDrawn with the map of a result, if one was kept: badges and words need none
 * @throws {AppError} LINK_NOT_FOUND: there never was such a link, or what it showed was deleted; GONE: revoked or expired
 */
export async function followShare(
  deps: FollowDeps,
  token: string,
  { isDrawn = false }: { readonly isDrawn?: boolean } = {},
): Promise<PublicView> {
  const link = await deps.shareLinks.findByToken(deps.oneTimeTokens.hash(token));
  if (!link) throw new AppError('LINK_NOT_FOUND', 'There is no such link.');
  if (link.revokedAt) throw new AppError('GONE', 'This link was revoked.');
  if (link.expiresAt && link.expiresAt <= deps.clock.now()) throw new AppError('GONE', 'This link has expired.');
  if (link.assetId === null) {
    const entry = await deps.verifications.find(link.verificationId);
    if (!entry) throw new AppError('LINK_NOT_FOUND', 'There is no such link.');
    const map = isDrawn ? await sharedMap(deps, entry) : null;
    return { kind: 'verification', link, verification: await sharedVerification(deps, entry, map) };
  }
  const asset = await deps.assets.findAny(link.assetId);
  if (!asset) throw new AppError('LINK_NOT_FOUND', 'There is no such link.');
  const until = linkExpiry(deps.clock.now());
  const previewToken = asset.previewSizeBytes === null ? null : await deps.urlSigner.sign(asset.id, 'preview', until);
  return { kind: 'asset', link, asset, previewToken };
}
