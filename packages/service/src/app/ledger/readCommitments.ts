/** Reads commitments. @module */
import { AppError } from '@assay/core/errors';
import type { Caller } from '../accounts/caller.ts';
import { actingOrganization } from '../actingOrganization.ts';
import { assetFor } from '../assets/visibleAsset.ts';
import { authorize } from '../policy.ts';
import type { Page, PageRequest } from '../ports/assets/assets.ts';
import type { Commitment } from '../ports/ledger/commitments.ts';
import type { Ports } from '../ports/ports.ts';

type Deps = Pick<Ports, 'commitments' | 'assets' | 'memberships'>;

/** Anyone may: a commitment is there to convince strangers. @throws {AppError} COMMITMENT_NOT_FOUND */
export async function getCommitment({ commitments }: Pick<Deps, 'commitments'>, id: string): Promise<Commitment> {
  const commitment = await commitments.find(id);
  if (!commitment) throw new AppError('COMMITMENT_NOT_FOUND', 'There is no such commitment.');
  return commitment;
}

/** Of one asset. @throws {AppError} ASSET_NOT_FOUND, FORBIDDEN */
export async function commitmentsOfAsset(
  deps: Deps,
  caller: Caller,
  assetId: string,
  page: PageRequest,
): Promise<Page<Commitment>> {
  const { organizationId } = await assetFor(deps, caller, assetId, 'asset.see');
  return deps.commitments.list(organizationId, assetId, page);
}

/** Of all assets of an organization. @throws {AppError} ORGANIZATION_NOT_FOUND, FORBIDDEN */
export async function commitmentsOfOrganization(
  deps: Deps,
  caller: Caller,
  organizationId: string | null,
  page: PageRequest,
): Promise<Page<Commitment>> {
  const acting = await actingOrganization(deps, caller, organizationId);
  authorize(acting, 'asset.see');
  return deps.commitments.list(acting.organization.id, null, page);
}
