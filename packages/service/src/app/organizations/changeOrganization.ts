/** Edits, deletes and re-keys an organization. @module */
import { AppError } from '@assay/core/errors';
import type { Caller } from '../accounts/caller.ts';
import { newAudit, type Trace } from '../audit.ts';
import { authorize } from '../policy.ts';
import type { Tier } from '../ports/accounts.ts';
import type { MasterKey, OrganizationEdit } from '../ports/organizations.ts';
import type { Ports } from '../ports/ports.ts';
import { type OwnOrganization, getOrganization } from './browseOrganizations.ts';
import { actingAs, principalIn } from './insideOrganization.ts';
import { planChange } from './planLimits.ts';

type Deps = Pick<Ports, 'organizations' | 'memberships' | 'clock' | 'ids' | 'limits'>;

export type OrganizationPatch = Pick<
  OrganizationEdit,
  'name' | 'slug' | 'description' | 'logoUrl' | 'publicVerification' | 'retentionDays'
> & { readonly plan?: Tier };

/** @throws {AppError} ORGANIZATION_NOT_FOUND, FORBIDDEN, INSUFFICIENT_SCOPE, SLUG_ALREADY_EXISTS */
export async function editOrganization(
  deps: Deps,
  who: Caller,
  trace: Trace,
  id: string,
  { plan, ...fields }: OrganizationPatch,
): Promise<OwnOrganization> {
  await actingAs(deps, who, id, 'organization.change');
  await deps.organizations.change(id, (state) => {
    const principal = principalIn(state, who);
    authorize(principal, 'organization.change');
    const isNewPlan = plan !== undefined && plan !== state.organization.plan;
    if (isNewPlan) authorize(principal, 'organization.choosePlan');
    const all = { ...fields, ...(isNewPlan ? planChange(state, plan, deps.limits.billingMode) : {}) };
    const changed = Object.keys(fields).concat(isNewPlan ? ['plan'] : []);
    if (changed.length === 0) return { commands: [], audit: [], events: [], result: undefined };
    const details = { changed, ...(isNewPlan ? { plan } : {}) };
    return {
      commands: [{ do: 'edit', fields: all, at: deps.clock.now() }],
      audit: [newAudit(deps, who, trace, { action: 'organization.updated', details })],
      events: [],
      result: undefined,
    };
  });
  return getOrganization(deps, who, id);
}

/**
 * Everything of it goes: assets, keys, logs. Files go with the next sweep, since no row names them any more.
 * @param confirm its slug, typed again
 * @throws {AppError} ORGANIZATION_NOT_FOUND, FORBIDDEN, VALIDATION_ERROR, CONFLICT for a personal one
 */
export async function deleteOrganization(deps: Deps, who: Caller, id: string, confirm: string | null): Promise<void> {
  await actingAs(deps, who, id, 'organization.delete');
  await deps.organizations.change(id, (state) => {
    authorize(principalIn(state, who), 'organization.delete');
    const { organization } = state;
    if (organization.isPersonal)
      throw new AppError('CONFLICT', 'Your personal organization goes with your account and not before.');
    if (confirm !== organization.slug) {
      const message = `must be the slug "${organization.slug}"`;
      throw new AppError('VALIDATION_ERROR', `confirm: ${message}`, {
        errors: [{ field: 'confirm', location: 'body', code: 'mismatch', message }],
      });
    }
    return { commands: [{ do: 'remove' }], audit: [], events: [], result: undefined };
  });
}

/** A new Ed25519 key signs from now on; what the old ones signed still verifies (G21). @throws {AppError} as above */
export async function rotateMasterKey(deps: Deps, who: Caller, trace: Trace, id: string): Promise<MasterKey> {
  await actingAs(deps, who, id, 'organization.rotateKey');
  const version = await deps.organizations.change(id, (state) => {
    authorize(principalIn(state, who), 'organization.rotateKey');
    const next = versionOf(state.organization.masterKeyRef) + 1;
    const details = { version: next };
    return {
      commands: [{ do: 'addMasterKey', version: next, at: deps.clock.now() }],
      audit: [newAudit(deps, who, trace, { action: 'organization.key_rotated', details })],
      events: [],
      result: next,
    };
  });
  const key = (await deps.organizations.masterKeys(id)).find((made) => made.version === version);
  if (!key) throw new Error(`master key ${version} of ${id} is missing`);
  return key;
}

/** `local:<organization>/<version>` (G21). */
const versionOf = (reference: string): number => Number(reference.slice(reference.lastIndexOf('/') + 1));
