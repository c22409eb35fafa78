/** Who hears by mail that an endpoint fails or was switched off. @module */
import type { Reader } from '../mail/mailTemplate.ts';
import type { Mail } from '../ports/delivery/mail.ts';
import type { ClaimedDelivery } from '../ports/delivery/webhooks.ts';
import type { Ports } from '../ports/ports.ts';

/** To the owner of the organization; null if it was deleted meanwhile, and the endpoint with it. */
export async function ownerMail(
  deps: Pick<Ports, 'organizations' | 'users'>,
  { organizationId, webhookId, url }: ClaimedDelivery,
  mailTo: (reader: Reader, endpoint: Pick<ClaimedDelivery, 'webhookId' | 'url'>) => Mail,
): Promise<Mail | null> {
  const found = await deps.organizations.find(organizationId);
  const owner = found && (await deps.users.find(found.organization.ownerId));
  return owner && mailTo(owner, { webhookId, url });
}
