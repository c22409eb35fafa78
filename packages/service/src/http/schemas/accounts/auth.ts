/** Bodies of the account routes. @module */
import { z } from 'zod';
import { EMAIL_CHARS_MAX, isEmail } from '../../../app/accounts/email.ts';
import { PASSWORD_CHARS_MAX } from '../../../app/accounts/password/passwordRules.ts';
import { boundedText, EXAMPLE_ID, EXAMPLE_TIME, Id, Timestamp } from '../common.ts';

export const EXAMPLE_EMAIL = 'ada@example.org';
const EXAMPLE_TOKEN = 'eyJhbGciOiJIUzI1NiIs...';

/** What anyone may send as an address at login: not judged, since an answer must not depend on it. */
export const AnyEmail = z.string().trim().max(1000).meta({ example: EXAMPLE_EMAIL });

export const Email = z
  .string()
  .trim()
  .refine(isEmail, 'must be an e-mail address')
  .meta({ format: 'email', maxLength: EMAIL_CHARS_MAX, example: EXAMPLE_EMAIL });

/** Bounds the work of hashing; the rules for new passwords are the use case's. */
export const AnyPassword = z.string().max(4096).meta({ format: 'password', example: 'correct horse battery staple' });

/** Asked for again before what cannot be undone. */
export const PasswordAgain = AnyPassword.optional().describe(
  'Of your account. Accounts without one need a sign-in of the last ten minutes instead.',
);

export const RegisterBody = z
  .object({
    email: Email,
    password: AnyPassword.describe(
      `8 to ${PASSWORD_CHARS_MAX} characters of any kind; not a common one, not your name or address.`,
    ),
    full_name: boundedText(255).nullish().describe('Shown to other members.').meta({ example: 'Ada Lovelace' }),
  })
  .meta({ id: 'Register', description: 'A new account.' });

export const RegisteredUser = z
  .object({
    id: Id,
    email: z.string().meta({ format: 'email', example: EXAMPLE_EMAIL }),
    full_name: z.string().nullable(),
    tier: z.enum(['free', 'pro', 'enterprise']),
    created_at: Timestamp,
  })
  .meta({
    id: 'RegisteredUser',
    description: 'An account. Registration does not log in.',
    example: {
      id: EXAMPLE_ID,
      email: EXAMPLE_EMAIL,
      full_name: 'Ada Lovelace',
      tier: 'free',
      created_at: EXAMPLE_TIME,
    },
  });

export const LoginBody = z
  .object({ email: AnyEmail, password: AnyPassword })
  .meta({ id: 'Login', description: 'Address and password of an account.' });

export const TokenPair = z
  .object({
    access_token: z.string().describe('Send it as `Authorization: Bearer ...`.').meta({ example: EXAMPLE_TOKEN }),
    refresh_token: z.string().describe('Valid for 30 days.').meta({ example: EXAMPLE_TOKEN }),
    token_type: z.literal('bearer'),
    expires_in: z.int().describe('Seconds for which the access token is valid.').meta({ example: 3600 }),
  })
  .meta({ id: 'TokenPair', description: 'A session.' });

export const RefreshBody = z
  .object({
    refresh_token: z.string().max(8192),
    rotate: z
      .boolean()
      .default(true)
      .describe('False: the refresh token stays, for a program that cannot keep another one.'),
  })
  .meta({ id: 'Refresh', description: 'The refresh token of a login.' });

export const AccessToken = TokenPair.omit({ refresh_token: true })
  .extend({
    refresh_token: z.string().optional().describe('Takes the place of the one you sent; absent with `rotate` false.'),
  })
  .meta({ id: 'AccessToken', description: 'A fresh access token and the refresh token that replaces yours.' });

export const Me = RegisteredUser.extend({
  is_verified: z.boolean().describe('Whether the e-mail address was confirmed.'),
  updated_at: Timestamp.nullable(),
  last_login_at: Timestamp.nullable(),
  has_password: z.boolean().describe('False: signs in through a provider alone.'),
  organization_id: Id.describe('The personal organization, used when a request names none.'),
}).meta({ id: 'Me', description: 'The account of the caller.' });
