/** Routes on which people manage their own account; no API key may. @module */
import { z } from 'zod';
import { changePassword } from '../../app/accounts/changePassword.ts';
import { changeProfile } from '../../app/accounts/changeProfile.ts';
import { deleteAccount } from '../../app/accounts/deleteAccount.ts';
import { exportAccount } from '../../app/accounts/exportAccount.ts';
import { requireCaller, userOf } from '../auth.ts';
import type { App, HttpDeps } from '../httpDeps.ts';
import { ChangePasswordBody, DeleteAccountBody, ProfilePatch } from '../schemas/account.ts';
import { Me } from '../schemas/auth.ts';
import { failures } from '../schemas/common.ts';
import { credentials, NEEDS_CREDENTIAL } from '../security.ts';
import { exportEntries } from '../views/accountExport.ts';
import { meView } from '../views/user.ts';
import { zipOf } from '../zip.ts';

const tags = ['Accounts'];
const security = credentials('account.manage');
const AUTH = [...NEEDS_CREDENTIAL, 'FORBIDDEN'] as const;
const BODY = ['VALIDATION_ERROR', 'UNSUPPORTED_MEDIA_TYPE', 'PAYLOAD_TOO_LARGE'] as const;
const ARCHIVE = {
  description: 'A ZIP file of JSON files.',
  content: { 'application/zip': { schema: z.any().meta({ type: 'string', format: 'binary' }) } },
};
const GUARDED = 'After several wrong passwords each further try waits: `RATE_LIMITED` with `Retry-After`.';

export function registerAccountRoutes(app: App, { ports, settings }: HttpDeps): void {
  const onRequest = requireCaller(ports);

  app.patch(
    '/v1/auth/me',
    {
      onRequest,
      schema: {
        operationId: 'editMe',
        summary: 'Change your name or address',
        description: `A new address counts once the link in the mail to it is used; the answer still has the old one. ${GUARDED}`,
        tags,
        security,
        body: ProfilePatch,
        response: { 200: Me, ...failures(...AUTH, 'INVALID_CREDENTIALS', 'EMAIL_ALREADY_EXISTS', ...BODY) },
      },
    },
    async (request) => {
      const { full_name, email, current_password } = request.body;
      const change = {
        ...(full_name === undefined ? {} : { fullName: full_name?.trim() || null }),
        ...(email === undefined ? {} : { email }),
        currentPassword: current_password ?? null,
      };
      const user = await changeProfile(ports, userOf(request), change, settings.publicBaseUrl());
      return meView(user, (await ports.memberships.personal(user.id)).organization.id);
    },
  );

  app.delete(
    '/v1/auth/me',
    {
      onRequest,
      schema: {
        operationId: 'deleteMe',
        summary: 'Delete your account',
        description:
          'With it go its organizations and all that is kept there. `LAST_OWNER` while other people are members of one; then nothing is deleted. ' +
          GUARDED,
        tags,
        security,
        body: DeleteAccountBody,
        response: {
          204: z.undefined().describe('Deleted.'),
          ...failures(...AUTH, 'INVALID_CREDENTIALS', 'LAST_OWNER', ...BODY),
        },
      },
    },
    async (request, reply) => {
      await deleteAccount(ports, userOf(request), request.id, request.body?.password ?? null);
      return reply.code(204).send();
    },
  );

  app.get(
    '/v1/auth/me/export',
    {
      onRequest,
      schema: {
        operationId: 'exportMe',
        summary: 'Everything that is kept of you',
        description: 'Profile, memberships, sign-ins by provider, sessions, asset records and verifications.',
        tags,
        security,
        response: { 200: ARCHIVE, ...failures(...AUTH) },
      },
    },
    async (request, reply) => {
      const entries = exportEntries(await exportAccount(ports, userOf(request)), settings.publicBaseUrl());
      const now = ports.clock.now();
      return reply
        .type('application/zip')
        .header('content-disposition', `attachment; filename="assay-export-${now.toISOString().slice(0, 10)}.zip"`)
        .send(zipOf(entries, now));
    },
  );

  app.post(
    '/v1/auth/change-password',
    {
      onRequest,
      schema: {
        operationId: 'changePassword',
        summary: 'Change your password',
        description: `All other sessions end. \`CONFLICT\` for an account that has none yet: use forgot-password. ${GUARDED}`,
        tags,
        security,
        body: ChangePasswordBody,
        response: {
          204: z.undefined().describe('The new password counts.'),
          ...failures(...AUTH, 'INVALID_CREDENTIALS', 'CONFLICT', 'WEAK_PASSWORD', ...BODY),
        },
      },
    },
    async (request, reply) => {
      const { current_password: currentPassword, new_password: newPassword } = request.body;
      await changePassword(ports, userOf(request), { currentPassword, newPassword });
      return reply.code(204).send();
    },
  );
}
