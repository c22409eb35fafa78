/** Bodies of the session that a browser keeps. @module */
import { z } from 'zod';
import { AnyEmail, AnyPassword, TokenPair } from './auth.ts';

export const BrowserSignIn = z
  .union([
    z.object({ email: AnyEmail, password: AnyPassword }),
    z.object({
      code: z.string().max(4096).describe('The `code` in the address that a sign-in through others ended at.'),
    }),
  ])
  .meta({ id: 'BrowserSignIn', description: 'Address and password of an account, or the code of another service.' });

export const BrowserSession = TokenPair.omit({ refresh_token: true }).meta({
  id: 'BrowserSession',
  description: 'What the page may know of its session; the rest lies in a cookie that no script reads.',
});
