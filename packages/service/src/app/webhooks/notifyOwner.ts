/** Who hears by mail that an endpoint fails or was switched off. @module */
import type { Mail } from '../ports/delivery/mail.ts';
import type { Ports } from '../ports/ports.ts';

/** Mails the owner of the organization behind the scenes: whatever fails there fails no delivery. */
export function notifyOwner(
  deps: Pick<Ports, 'organizations' | 'users' | 'mailer' | 'background'>,
  organizationId: string,
  mailTo: (address: string) => Mail,
): void {
  deps.background.run('mail: webhook fails', async () => {
    const found = await deps.organizations.find(organizationId);
    const owner = found && (await deps.users.find(found.organization.ownerId));
    // Null: the organization was deleted meanwhile, and the endpoint with it.
    if (owner) await deps.mailer.send(mailTo(owner.email));
  });
}
