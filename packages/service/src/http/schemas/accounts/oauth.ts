/** Bodies of the sign-in through other services. @module */
import { z } from 'zod';
import { pageOf } from '../common.ts';

export const ProviderBody = z
  .object({
    id: z.string().meta({ example: 'google' }),
    name: z.string().meta({ example: 'Google' }),
    start_url: z.string().describe('Send the browser there.'),
  })
  .meta({ id: 'Provider', description: 'A service through which people can sign in.' });

export const ProviderPage = pageOf(ProviderBody).meta({
  id: 'ProviderPage',
  description: 'Those that are switched on.',
});

export const ProviderParams = z.object({ provider: z.string().max(50).meta({ example: 'github' }) });

export const StartQuery = z.object({
  return_to: z
    .string()
    .max(2048)
    .optional()
    .describe('Page to end at: a path of this service or an address of an allowed origin. Default: the start page.'),
});

export const StartedBody = z
  .object({
    authorization_url: z.string().describe('Open it in the browser that got the cookie of this answer.'),
    state: z.string().describe('Comes back with the callback.'),
  })
  .meta({ id: 'StartedSignIn', description: 'For programs that open the browser themselves.' });

/** What providers send: RFC 6749, 4.1.2 and 4.1.2.1. */
export const CallbackQuery = z.looseObject({
  code: z.string().max(4096).optional(),
  state: z.string().max(4096).optional(),
  error: z.string().max(200).optional().describe('Why the provider refused.'),
});

export const ExchangeBody = z
  .object({ code: z.string().max(4096) })
  .meta({ id: 'ExchangeCode', description: 'The `code` in the address that the sign-in ended at.' });

/** Nothing is required by the schema: what is missing is told in the words of RFC 6749, 5.2. */
export const TokenRequestBody = z
  .object({
    grant_type: z
      .string()
      .max(100)
      .optional()
      .describe('`client_credentials`.')
      .meta({ example: 'client_credentials' }),
    client_id: z.string().max(100).optional().describe('The id of an API key, unless sent by HTTP Basic.'),
    client_secret: z.string().max(200).optional().describe('The API key itself, unless sent by HTTP Basic.'),
    scope: z.string().max(500).optional().describe('Scopes with spaces between them. Default: all that the key has.'),
  })
  .meta({ id: 'TokenRequest', description: 'RFC 6749, 4.4.2.' });

export const MachineTokenBody = z
  .object({
    access_token: z.string().describe('Send it as `Authorization: Bearer ...`.'),
    token_type: z.literal('bearer'),
    expires_in: z.int().describe('Seconds: an hour, or less if the key ends before.').meta({ example: 3600 }),
    scope: z.string().describe('What it may do.').meta({ example: 'read verify' }),
  })
  .meta({ id: 'MachineToken', description: 'RFC 6749, 4.4.3.' });
