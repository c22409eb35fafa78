/** Bodies of the routes on which people manage their account. @module */
import { z } from 'zod';
import { AnyEmail, AnyPassword, Email, EXAMPLE_EMAIL, PasswordAgain } from './auth.ts';
import { boundedText, EXAMPLE_ID, EXAMPLE_TIME, Id, IdInput, pageOf, Timestamp } from '../common.ts';

/** Ours have 43 characters. */
const MailToken = z
  .string()
  .max(200)
  .meta({ description: 'From the link of the mail.', example: 'pXJ3v0mWq4b1yPq0b9uJc5d1ZrW2n8eTt7y6f0aLk3s' });

export const VerifyEmailBody = z
  .object({ token: MailToken })
  .meta({ id: 'VerifyEmail', description: 'The proof that you read mails of the address.' });

export const Verified = z
  .object({
    is_verified: z.literal(true),
    counts_from: Timestamp.optional().describe('Of a new address that waits: until then the old one can cancel.'),
  })
  .meta({ id: 'Verified', description: 'The address is confirmed.' });

export const CancelEmailChangeBody = z
  .object({ token: MailToken })
  .meta({ id: 'CancelEmailChange', description: 'The proof that you read mails of the present address.' });

/** Loose: mailers count the clicks by parameters of their own. */
export const MailLinkQuery = z.looseObject({ token: MailToken });

export const EmailBody = z
  .object({ email: AnyEmail })
  .meta({ id: 'EmailOnly', description: 'Where to send the mail.', example: { email: EXAMPLE_EMAIL } });

const keepApiKeys = z
  .boolean()
  .default(false)
  .describe('True: the API keys that you made stay. Else they end as well.');

export const ResetPasswordBody = z
  .object({ token: MailToken, password: AnyPassword.describe('The new password.'), keep_api_keys: keepApiKeys })
  .meta({ id: 'ResetPassword', description: 'A new password, and the right to set it.' });

export const ChangePasswordBody = z
  .object({ current_password: AnyPassword, new_password: AnyPassword, keep_api_keys: keepApiKeys })
  .meta({ id: 'ChangePassword', description: 'The old and the new password.' });

export const ProfilePatch = z
  .object({
    full_name: boundedText(255).nullish().describe('Shown to other members; null removes it.'),
    email: Email.optional().describe(
      'A mail goes there; the address changes when its link is used, a confirmed one not before 24 hours have passed.',
    ),
    current_password: AnyPassword.optional().describe('Needed to change the address.'),
  })
  .meta({ id: 'ProfilePatch', description: 'What to change; what is left out stays.' });

export const IdentityBody = z
  .object({
    id: Id,
    provider: z.string().describe('As in the list of providers.').meta({ example: 'github' }),
    email: z.string().nullable().describe('As the provider last told it.'),
    created_at: Timestamp,
    last_login_at: Timestamp.nullable(),
  })
  .meta({ id: 'LinkedIdentity', description: 'An account elsewhere with which you sign in.' });

export const IdentityPage = pageOf(IdentityBody).meta({
  id: 'LinkedIdentityPage',
  description: 'Accounts elsewhere, the first that was linked first.',
});

export const DeleteAccountBody = z.object({ password: PasswordAgain }).nullish();

export const EndSessionsBody = z
  .object({ keep_api_keys: keepApiKeys })
  .nullish()
  .meta({ id: 'EndSessions', description: 'What stays. Without a body nothing does.' });

export const SessionParams = z.object({ session_id: IdInput.meta({ example: EXAMPLE_ID }) });

export const SessionBody = z
  .object({
    id: Id,
    created_at: Timestamp,
    last_used_at: Timestamp.nullable().describe('When its access token was last refreshed.'),
    expires_at: Timestamp,
    ip: z.string().nullable(),
    user_agent: z.string().nullable(),
    is_current: z.boolean().describe('The session that asks.'),
  })
  .meta({
    id: 'Session',
    description: 'One sign-in.',
    example: {
      id: EXAMPLE_ID,
      created_at: EXAMPLE_TIME,
      last_used_at: null,
      expires_at: '2026-12-20T12:34:56.789Z',
      ip: '192.0.2.7',
      user_agent: 'Mozilla/5.0',
      is_current: true,
    },
  });

export const SessionPage = pageOf(SessionBody).meta({ id: 'SessionPage', description: 'Your sessions, newest first.' });
