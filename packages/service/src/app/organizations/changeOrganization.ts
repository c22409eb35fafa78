/** Edits, deletes and re-keys an organization. @module */
import { assertVersion, type Expected, organizationVersion } from '../versions.ts';
import { AppError } from '@assay/core/errors';
import type { Caller, UserCaller } from '../accounts/caller.ts';
import { confirmIdentity } from '../accounts/password/confirmIdentity.ts';
import { newAudit, type Trace } from '../audit.ts';
import { authorize } from '../policy.ts';
import type { Organization, Tier } from '../ports/accounts/accounts.ts';
import type {
  MasterKey,
  OrganizationChange,
  OrganizationEdit,
  OrganizationState,
} from '../ports/accounts/organizations.ts';
import { EACH_TIME, type Once } from '../ports/runtime/idempotency.ts';
import type { Ports } from '../ports/ports.ts';
import { type OwnOrganization, getOrganization } from './browseOrganizations.ts';
import { actingAs, principalIn } from './insideOrganization.ts';
import { planChange } from './planLimits.ts';

type Deps = Pick<Ports, 'organizations' | 'memberships' | 'clock' | 'ids' | 'limits'>;

export type OrganizationPatch = Pick<
  OrganizationEdit,
  | 'name'
  | 'slug'
  | 'description'
  | 'logoUrl'
  | 'publicVerification'
  | 'publicAssetIds'
  | 'retentionDays'
  | 'maxUsers'
  | 'maxAssets'
  | 'maxVerificationsPerDay'
> & { readonly plan?: Tier };

/** @throws {AppError} ORGANIZATION_NOT_FOUND, FORBIDDEN, INSUFFICIENT_SCOPE, SLUG_ALREADY_EXISTS, PRECONDITION_FAILED */
export async function editOrganization(
  deps: Deps,
  caller: Caller,
  trace: Trace,
  id: string,
  { plan, ...fields }: OrganizationPatch,
  expected: Expected,
): Promise<OwnOrganization> {
  await actingAs(deps, caller, id, 'organization.change');
  await deps.organizations.change(id, (state) => {
    const principal = principalIn(state, caller);
    authorize(principal, 'organization.change');
    assertVersion(organizationVersion(state.organization), expected);
    const isNewPlan = plan !== undefined && plan !== state.organization.plan;
    if (isNewPlan) authorize(principal, 'organization.choosePlan');
    const all = { ...fields, ...(isNewPlan ? planChange(plan, deps.limits.billingMode) : {}) };
    const changed = Object.keys(fields).concat(isNewPlan ? ['plan'] : []);
    if (changed.length === 0) return { commands: [], audit: [], events: [], result: undefined };
    const details = { changed, ...(isNewPlan ? { plan } : {}) };
    return {
      commands: [{ do: 'edit', fields: all, at: deps.clock.now() }],
      audit: [newAudit(deps, caller, trace, { action: 'organization.updated', details })],
      events: [],
      result: undefined,
    };
  });
  return getOrganization(deps, caller, id);
}

export interface DeletionProof {
  /** The slug, typed again. */
  readonly confirm: string | null;
  /** Of the caller's account. */
  readonly password: string | null;
}

/**
 * Everything of it goes: assets, keys, logs. Files go with the next sweep, since no row names them any more.
 * @throws {AppError} ORGANIZATION_NOT_FOUND, FORBIDDEN, VALIDATION_ERROR, CONFLICT for a personal one; INVALID_CREDENTIALS
 * and RATE_LIMITED, see `confirmIdentity`: a stolen access token alone must not destroy what cannot be brought back
 */
export async function deleteOrganization(
  deps: Deps & Pick<Ports, 'passwords' | 'sessions' | 'loginGuard'>,
  caller: UserCaller,
  id: string,
  { confirm, password }: DeletionProof,
  expected: Expected,
): Promise<void> {
  const { organization } = await actingAs(deps, caller, id, 'organization.delete');
  // What is wrong with the request itself costs no try of the password.
  assertDeletable(organization, confirm);
  await confirmIdentity(deps, caller, password, 'password');
  await deps.organizations.change(id, (state) => {
    authorize(principalIn(state, caller), 'organization.delete');
    assertDeletable(state.organization, confirm);
    assertVersion(organizationVersion(state.organization), expected);
    return { commands: [{ do: 'remove' }], audit: [], events: [], result: undefined };
  });
}

/** @throws {AppError} CONFLICT for a personal one, VALIDATION_ERROR without its slug */
function assertDeletable({ isPersonal, slug }: Organization, confirm: string | null): void {
  if (isPersonal) throw new AppError('CONFLICT', 'Your personal organization goes with your account and not before.');
  if (confirm === slug) return;
  const message = `must be the slug "${slug}"`;
  throw new AppError('VALIDATION_ERROR', `confirm: ${message}`, {
    errors: [{ field: 'confirm', location: 'body', code: 'mismatch', message }],
  });
}

/** A new Ed25519 key signs from now on; what the old ones signed still verifies. @throws {AppError} as above */
export async function rotateMasterKey(
  deps: Deps,
  caller: Caller,
  trace: Trace,
  id: string,
  once: Once = EACH_TIME,
): Promise<MasterKey> {
  const { organization } = await actingAs(deps, caller, id, 'organization.rotateKey');
  const rotate = (state: OrganizationState): OrganizationChange<number> => {
    authorize(principalIn(state, caller), 'organization.rotateKey');
    const next = versionOf(state.organization.masterKeyRef) + 1;
    const details = { version: next };
    return {
      commands: [{ do: 'addMasterKey', version: next, at: deps.clock.now() }],
      audit: [newAudit(deps, caller, trace, { action: 'organization.key_rotated', details })],
      events: [],
      result: next,
    };
  };
  const version = once.made
    ? versionOf(organization.masterKeyRef)
    : await once.making({ rotated: id }, () => deps.organizations.change(id, rotate));
  const key = (await deps.organizations.masterKeys(id)).find((made) => made.version === version);
  if (!key) throw new Error(`master key ${version} of ${id} is missing`);
  return key;
}

/** `local:<organization>/<version>`. */
const versionOf = (reference: string): number => Number(reference.slice(reference.lastIndexOf('/') + 1));
