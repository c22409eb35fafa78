/** Settings about the security of the service itself. @module */
import { z } from 'zod';
import { butGot, list, setting, text } from './setting.ts';

/** RFC 9116, 2.5.3: an address on the web MUST be https. */
const contact = text.regex(
  /^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+|tel:\+?[0-9-]+)$/,
  butGot('must list addresses that begin with mailto:, https:// or tel:'),
);

/** Compared without regard to case. */
const addresses = list.pipe(
  z
    .array(
      z
        .string()
        .regex(/^[^\s@]+@[^\s@]+$/, butGot('must list e-mail addresses'))
        .transform((address) => address.toLowerCase()),
    )
    .readonly(),
);

export const SECURITY_SETTINGS = {
  operators: setting(
    'ASSAY_OPERATORS',
    '',
    'E-mail addresses of accounts that may see how the whole service is, once they are confirmed, comma separated. Empty: whoever made the first account, in production nobody.',
    addresses,
  ),
  securityContacts: setting(
    'ASSAY_SECURITY_CONTACT',
    '',
    'Whom to tell about a weakness, for /.well-known/security.txt, the preferred one first, comma separated. Empty: the address in ASSAY_MAIL_FROM.',
    list.pipe(z.array(contact).readonly()),
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
