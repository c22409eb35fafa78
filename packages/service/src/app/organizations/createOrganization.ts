/** Makes an organization beside the personal one. @module */
import type { Caller } from '../accounts/caller.ts';
import { slugBase } from '../accounts/slug.ts';
import { newAudit, type Trace } from '../audit.ts';
import type { Tier } from '../ports/accounts/accounts.ts';
import type { NewOrganization, OrganizationRecord } from '../ports/accounts/organizations.ts';
import { EACH_TIME, type Made, type Once } from '../ports/runtime/idempotency.ts';
import type { Ports } from '../ports/ports.ts';
import { organizationNotFound } from '../actingOrganization.ts';
import { planAtStart } from './planLimits.ts';

export interface NewOrganizationInput {
  readonly name: string;
  /** Null: made from the name. */
  readonly slug: string | null;
  readonly plan: Tier;
  readonly description: string | null;
  readonly logoUrl: string | null;
}

/** @throws {AppError} SLUG_ALREADY_EXISTS, QUOTA_EXCEEDED beyond the organizations that one user may own */
export async function createOrganization(
  deps: Pick<Ports, 'organizations' | 'clock' | 'ids' | 'limits'>,
  caller: Caller,
  trace: Trace,
  input: NewOrganizationInput,
  once: Once = EACH_TIME,
): Promise<OrganizationRecord> {
  if (once.made) return madeBefore(deps, once.made);
  const id = deps.ids.uuid();
  const createdAt = deps.clock.now();
  const { name, slug, plan, description, logoUrl } = input;
  const draft: NewOrganization = {
    organization: {
      id,
      ownerId: caller.user.id,
      name,
      description,
      logoUrl,
      ...planAtStart(plan, deps.limits.billingMode),
      isPersonal: false,
      masterKeyRef: `local:${id}/1`,
      publicVerification: true,
      publicAssetIds: false,
      retentionDays: null,
      createdAt,
    },
    slug: slug === null ? { base: slugBase(name) } : { requested: slug },
    owner: {
      id: deps.ids.uuid(),
      organizationId: id,
      userId: caller.user.id,
      role: 'owner',
      invitedBy: null,
      createdAt,
    },
    ownedMax: deps.limits.ownedOrganizationsMax,
    audit: newAudit(deps, caller, trace, { action: 'organization.created', details: { name, plan } }),
  };
  return once.making({ id }, () => deps.organizations.create(draft));
}

async function madeBefore(deps: Pick<Ports, 'organizations'>, { id = '' }: Made): Promise<OrganizationRecord> {
  const found = await deps.organizations.find(id);
  if (!found) throw organizationNotFound();
  return found.organization;
}
