/** Who hears by mail that an endpoint was switched off (G156). @module */
import { type DisabledEndpoint, webhookDisabledMail } from '../mail/webhookMails.ts';
import type { Ports } from '../ports/ports.ts';

/** Mails the owner of the organization behind the scenes: whatever fails there fails no delivery. */
export function tellOwner(
  deps: Pick<Ports, 'organizations' | 'users' | 'mailer' | 'background'>,
  organizationId: string,
  endpoint: DisabledEndpoint,
): void {
  deps.background.run('mail: webhook switched off', async () => {
    const found = await deps.organizations.find(organizationId);
    const owner = found && (await deps.users.find(found.organization.ownerId));
    // Null: the organization was deleted meanwhile, and the endpoint with it.
    if (owner) await deps.mailer.send(webhookDisabledMail(owner.email, endpoint));
  });
}
