/** An endpoint that the caller may manage. @module */
import { AppError } from '@assay/core/errors';
import type { Caller } from '../accounts/caller.ts';
import { actingIn } from '../actingOrganization.ts';
import { authorize } from '../policy.ts';
import type { Ports } from '../ports/ports.ts';
import type { Webhook } from '../ports/delivery/webhooks.ts';

export const webhookNotFound = (): AppError => new AppError('WEBHOOK_NOT_FOUND', 'There is no such webhook.');

/**
 * @throws {AppError} WEBHOOK_NOT_FOUND, the same for a missing one and for one of a foreign organization; FORBIDDEN for
 * members who are neither owner nor admin
 */
export async function webhookFor(
  deps: Pick<Ports, 'webhooks' | 'memberships'>,
  caller: Caller,
  id: string,
): Promise<Webhook> {
  const webhook = await deps.webhooks.find(id);
  const acting = webhook && (await actingIn(deps, caller, webhook.organizationId));
  if (!webhook || !acting) throw webhookNotFound();
  authorize(acting, 'webhook.manage');
  return webhook;
}
