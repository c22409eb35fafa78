/** Bodies of the sign-in through other services. @module */
import { z } from 'zod';
import { pageOf } from './common.ts';

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
