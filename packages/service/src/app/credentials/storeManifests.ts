/**
 * Manifests that members store for others to find: the store routes of the C2PA Soft Binding Resolution API.
 * @module
 */
import { AppError } from '@assay/core/errors';
import type { Caller } from '../accounts/caller.ts';
import { type Acting, actingOrganization } from '../actingOrganization.ts';
import { type Action, authorize } from '../policy.ts';
import type { SoftBinding } from '../ports/credentials/credentials.ts';
import { EACH_TIME, type Once } from '../ports/runtime/idempotency.ts';
import type { Ports } from '../ports/ports.ts';

type Deps = Pick<Ports, 'credentials' | 'manifests' | 'memberships'>;

/** In each organization; a manifest is for pictures that lie elsewhere, so nobody needs more here. */
const STORED_MAX = 1000;

async function actingFor(deps: Deps, caller: Caller, organizationId: string | null, action: Action): Promise<Acting> {
  const acting = await actingOrganization(deps, caller, organizationId);
  authorize(acting, action);
  return acting;
}

const manifestNotFound = (): AppError =>
  new AppError('MANIFEST_NOT_FOUND', 'Your organization has stored no such manifest.');

/**
 * @returns its label
 * @throws {AppError} ORGANIZATION_NOT_FOUND, FORBIDDEN; INVALID_FILE_TYPE for what is no manifest store; CONFLICT if the
 * organization has it; QUOTA_EXCEEDED
 */
export async function storeManifest(
  deps: Deps,
  caller: Caller,
  organizationId: string | null,
  store: Uint8Array,
  once: Once = EACH_TIME,
): Promise<string> {
  const { organization } = await actingFor(deps, caller, organizationId, 'asset.write');
  const active = deps.credentials.activeManifest(store);
  if (!active)
    throw new AppError('INVALID_FILE_TYPE', 'This is no C2PA manifest store: send its JUMBF bytes as they are.');
  const manifest = {
    manifestId: active.label,
    organizationId: organization.id,
    assetId: null,
    copyId: null,
    store,
    createdBy: caller.user.id,
    bindings: [],
  };
  const { manifestId } = manifest;
  const outcome = await once.making({ manifestId }, () => deps.manifests.add(manifest, STORED_MAX));
  // An earlier try of the same request stored it.
  if (outcome === 'exists' && once.made) return manifestId;
  if (outcome === 'exists') throw new AppError('CONFLICT', 'Your organization has a manifest of this id already.');
  if (outcome === 'full')
    throw new AppError('QUOTA_EXCEEDED', `An organization may store ${STORED_MAX} manifests. Remove some first.`, {
      extra: { quota: 'stored_manifests', limit: STORED_MAX, used: STORED_MAX, resets_at: null },
    });
  return manifestId;
}

/**
 * Own algorithms are for the service alone: whoever could bind them would answer for other people's marks.
 * @throws {AppError} ORGANIZATION_NOT_FOUND, FORBIDDEN, also for an own algorithm; MANIFEST_NOT_FOUND
 */
export async function bindManifest(
  deps: Deps,
  caller: Caller,
  organizationId: string | null,
  { manifestId, ...binding }: SoftBinding & { readonly manifestId: string },
): Promise<void> {
  const { organization } = await actingFor(deps, caller, organizationId, 'asset.write');
  const { tracks, fingerprint } = deps.credentials.algorithms;
  if ([...Object.values(tracks), fingerprint].includes(binding.algorithm))
    throw new AppError('FORBIDDEN', `Bindings of ${binding.algorithm} are made by this service alone.`);
  if (!(await deps.manifests.bind(organization.id, manifestId, binding))) throw manifestNotFound();
}

/** @throws {AppError} ORGANIZATION_NOT_FOUND, FORBIDDEN, MANIFEST_NOT_FOUND, also for that of a delivered file, which goes with its asset */
export async function removeManifest(
  deps: Deps,
  caller: Caller,
  organizationId: string | null,
  manifestId: string,
): Promise<void> {
  const { organization } = await actingFor(deps, caller, organizationId, 'asset.delete');
  if (!(await deps.manifests.remove(organization.id, manifestId))) throw manifestNotFound();
}
