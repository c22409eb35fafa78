/** Lists and searches the assets of one organization. @module */
import type { Caller } from '../accounts/caller.ts';
import { actingOrganization } from '../actingOrganization.ts';
import { authorize } from '../policy.ts';
import type { Asset, AssetListQuery, AssetSearchQuery, Page, FoundAsset } from '../ports/assets/assets.ts';
import type { Ports } from '../ports/ports.ts';

type Deps = Pick<Ports, 'assets' | 'memberships'>;

async function browsable(deps: Deps, caller: Caller, organizationId: string | null): Promise<string> {
  const acting = await actingOrganization(deps, caller, organizationId);
  authorize(acting, 'asset.see');
  return acting.organization.id;
}

export async function listAssets(
  deps: Deps,
  caller: Caller,
  organizationId: string | null,
  query: AssetListQuery,
): Promise<Page<Asset>> {
  return deps.assets.list(await browsable(deps, caller, organizationId), query);
}

export async function searchAssets(
  deps: Deps,
  caller: Caller,
  organizationId: string | null,
  query: AssetSearchQuery,
): Promise<Page<FoundAsset>> {
  return deps.assets.search(await browsable(deps, caller, organizationId), query);
}
