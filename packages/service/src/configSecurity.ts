/** Settings about the security of the service itself. @module */
import { asList, BadValue, setting } from './configSetting.ts';

/** RFC 9116, 2.5.3: an address on the web MUST be https. */
const CONTACT = /^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+|tel:\+?[0-9-]+)$/;

function asContacts(text: string): readonly string[] {
  return asList(text).map((contact) => {
    if (!CONTACT.test(contact))
      throw new BadValue(`must list addresses that begin with mailto:, https:// or tel:, got "${contact}"`);
    return contact;
  });
}

export const SECURITY_SETTINGS = {
  securityContacts: setting(
    'ASSAY_SECURITY_CONTACT',
    '',
    'Whom to tell about a weakness, for /.well-known/security.txt, the preferred one first, comma separated. Empty: the address in ASSAY_MAIL_FROM.',
    asContacts,
  ),
} as const;

/** The contacts that are set, else the address that mails come from; `Name <address>` or the address alone. */
export function securityContactsOf(config: {
  readonly securityContacts: readonly string[];
  readonly mailFrom: string;
}): readonly string[] {
  if (config.securityContacts.length > 0) return config.securityContacts;
  return [`mailto:${/<([^<>]+)>/.exec(config.mailFrom)?.[1] ?? config.mailFrom}`];
}
