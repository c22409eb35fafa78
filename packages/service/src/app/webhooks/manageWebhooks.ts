/** Endpoints: make, list, change, remove, give a new secret. @module */
import { assertVersion, type Expected, webhookVersion } from '../versions.ts';
import type { Caller } from '../accounts/caller.ts';
import { requireVerified } from '../accounts/verifyEmail.ts';
import { actingOrganization } from '../actingOrganization.ts';
import { authorize } from '../policy.ts';
import type { Page, PageRequest } from '../ports/assets/assets.ts';
import { EACH_TIME, type Made, type Once } from '../ports/runtime/idempotency.ts';
import type { Ports } from '../ports/ports.ts';
import type { NewWebhook, Subscription, Webhook, WebhookPatch, WithSecret } from '../ports/delivery/webhooks.ts';
import { webhookFor, webhookNotFound } from './visibleWebhook.ts';

type Deps = Pick<Ports, 'webhooks' | 'memberships' | 'addressGuard' | 'limits' | 'clock' | 'ids'>;

/** Of one organization: each costs a request for every event. */
export const WEBHOOKS_MAX = 20;
/** How long the secret before the last one keeps signing. */
const BOTH_SECRETS_MS = 24 * 60 * 60 * 1000;

export interface WebhookInput {
  readonly url: string;
  readonly events: readonly Subscription[];
  readonly active: boolean;
  readonly description: string | null;
  /** Null = the personal one. */
  readonly organizationId: string | null;
}

const inVersion =
  (expected: Expected) =>
  (webhook: Webhook): void =>
    assertVersion(webhookVersion(webhook), expected);

const distinct = (events: readonly Subscription[]): readonly Subscription[] => [...new Set(events)];

/** In which organization the caller manages webhooks. @throws {AppError} ORGANIZATION_NOT_FOUND, FORBIDDEN */
async function managed(
  deps: Pick<Ports, 'memberships'>,
  caller: Caller,
  organizationId: string | null,
): Promise<string> {
  const acting = await actingOrganization(deps, caller, organizationId);
  authorize(acting, 'webhook.manage');
  return acting.organization.id;
}

/** @throws {AppError} ORGANIZATION_NOT_FOUND, FORBIDDEN, EMAIL_NOT_VERIFIED, WEBHOOK_URL_BLOCKED, QUOTA_EXCEEDED */
export async function createWebhook(
  deps: Deps,
  caller: Caller,
  input: WebhookInput,
  once: Once = EACH_TIME,
): Promise<WithSecret> {
  const organizationId = await managed(deps, caller, input.organizationId);
  requireVerified(deps, caller.user);
  if (once.made) return madeBefore(deps, once.made);
  await deps.addressGuard.assertAllowed(input.url);
  const { url, active, description } = input;
  const webhook: NewWebhook = {
    id: deps.ids.uuid(),
    organizationId,
    createdBy: caller.user.id,
    url,
    events: distinct(input.events),
    active,
    description,
    createdAt: deps.clock.now(),
  };
  return once.making({ id: webhook.id }, () => deps.webhooks.create(webhook, WEBHOOKS_MAX));
}

async function madeBefore({ webhooks }: Deps, { id = '' }: Made): Promise<WithSecret> {
  const found = await webhooks.withSecret(id);
  if (!found) throw webhookNotFound();
  return found;
}

export async function listWebhooks(
  deps: Pick<Ports, 'webhooks' | 'memberships'>,
  caller: Caller,
  organizationId: string | null,
  request: PageRequest,
): Promise<Page<Webhook>> {
  return deps.webhooks.list(await managed(deps, caller, organizationId), request);
}

/** @throws {AppError} WEBHOOK_NOT_FOUND, FORBIDDEN, WEBHOOK_URL_BLOCKED, PRECONDITION_FAILED */
export async function changeWebhook(
  deps: Deps,
  caller: Caller,
  id: string,
  patch: WebhookPatch,
  expected: Expected,
): Promise<Webhook> {
  const webhook = await webhookFor(deps, caller, id);
  if (patch.url !== undefined) await deps.addressGuard.assertAllowed(patch.url);
  const { events, ...rest } = patch;
  const whole = { ...rest, ...(events && { events: distinct(events) }) };
  if (Object.keys(whole).length === 0) {
    assertVersion(webhookVersion(webhook), expected);
    return webhook;
  }
  const changed = await deps.webhooks.change(webhook.organizationId, id, whole, deps.clock.now(), inVersion(expected));
  if (!changed) throw webhookNotFound();
  return changed;
}

export async function deleteWebhook(deps: Deps, caller: Caller, id: string, expected: Expected): Promise<void> {
  const webhook = await webhookFor(deps, caller, id);
  if (!(await deps.webhooks.remove(webhook.organizationId, id, inVersion(expected)))) throw webhookNotFound();
}

/** For 24 hours both the new and the old secret sign, so that receivers can change over without a gap. */
export async function rotateSecret(
  deps: Deps,
  caller: Caller,
  id: string,
  once: Once = EACH_TIME,
): Promise<WithSecret> {
  const webhook = await webhookFor(deps, caller, id);
  if (once.made) return madeBefore(deps, once.made);
  const now = deps.clock.now();
  const until = new Date(now.getTime() + BOTH_SECRETS_MS);
  const rotated = await once.making({ id }, () => deps.webhooks.rotateSecret(webhook.organizationId, id, until, now));
  if (!rotated) throw webhookNotFound();
  return rotated;
}
