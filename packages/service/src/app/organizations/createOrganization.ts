/** Makes an organization beside the personal one. @module */
import type { Caller } from '../accounts/caller.ts';
import { slugBase } from '../accounts/slug.ts';
import { newAudit, type Trace } from '../audit.ts';
import type { Tier } from '../ports/accounts.ts';
import type { OrganizationRecord } from '../ports/organizations.ts';
import type { Ports } from '../ports/ports.ts';
import { planAtStart } from './planLimits.ts';

export interface NewOrganizationInput {
  readonly name: string;
  /** Null: made from the name. */
  readonly slug: string | null;
  readonly plan: Tier;
  readonly description: string | null;
  readonly logoUrl: string | null;
}

/** @throws {AppError} SLUG_ALREADY_EXISTS, QUOTA_EXCEEDED (G174) */
export async function createOrganization(
  deps: Pick<Ports, 'organizations' | 'clock' | 'ids' | 'limits'>,
  who: Caller,
  trace: Trace,
  input: NewOrganizationInput,
): Promise<OrganizationRecord> {
  const id = deps.ids.uuid();
  const createdAt = deps.clock.now();
  const { name, slug, plan, description, logoUrl } = input;
  return deps.organizations.create({
    organization: {
      id,
      ownerId: who.user.id,
      name,
      description,
      logoUrl,
      ...planAtStart(plan, deps.limits.billingMode),
      isPersonal: false,
      masterKeyRef: `local:${id}/1`,
      publicVerification: true,
      retentionDays: null,
      createdAt,
    },
    slug: slug === null ? { base: slugBase(name) } : { wish: slug },
    owner: { id: deps.ids.uuid(), organizationId: id, userId: who.user.id, role: 'owner', invitedBy: null, createdAt },
    ownedMax: deps.limits.ownedOrganizationsMax,
    audit: newAudit(deps, who, trace, { action: 'organization.created', details: { name, plan } }),
  });
}
