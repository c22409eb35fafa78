/** What the acting organization keeps, and links to its files. @module */
import type { Caller } from '../accounts/caller.ts';
import { actingOrganization } from '../actingOrganization.ts';
import { type AssetFileDeps, openAssetFile } from '../assets/assetFile.ts';
import { authorize } from '../policy.ts';
import type { Ports } from '../ports/ports.ts';
import type { FileVariant } from '../ports/runtime/runtime.ts';
import type { StorageUsage } from '../ports/assets/storageUsage.ts';

export async function storageUse(
  deps: Pick<Ports, 'memberships' | 'storageUsages' | 'clock'>,
  caller: Caller,
  organizationId: string | null,
): Promise<StorageUsage> {
  const acting = await actingOrganization(deps, caller, organizationId);
  authorize(acting, 'asset.see');
  return deps.storageUsages.of(acting.organization.id, deps.clock.now());
}

/** The caller needs for the link what he needs for the file. @throws {AppError} as `openAssetFile` */
export async function signedLink(
  deps: AssetFileDeps & Pick<Ports, 'urlSigner'>,
  caller: Caller,
  id: string,
  variant: FileVariant,
  expiresInS: number,
): Promise<{ readonly token: string; readonly expiresAt: Date }> {
  await openAssetFile(deps, caller, id, variant);
  // Whole seconds, as the token holds them.
  const expiresAt = new Date(1000 * (Math.floor(deps.clock.now().getTime() / 1000) + expiresInS));
  return { token: await deps.urlSigner.sign(id, variant, expiresAt), expiresAt };
}
