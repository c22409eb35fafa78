/** PATCH /v1/auth/me: change your name or address. @module */
import { accountVersion } from '../../../app/versions.ts';
import { changeProfile } from '../../../app/accounts/changeProfile.ts';
import { ownAccount } from '../../../app/accounts/ownAccount.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { ifMatch, showVersion } from '../../request/entityTags.ts';
import { sentFields } from '../../request/sentFields.ts';
import { ProfilePatch } from '../../schemas/accounts/account.ts';
import { Me } from '../../schemas/accounts/auth.ts';
import { CHECKED_BODY, failures } from '../../schemas/common.ts';
import { requireCaller, userOf } from '../../security/auth.ts';
import { credentials } from '../../security/security.ts';
import { meView } from '../../views/user.ts';
import { ACCOUNT, GUARDED } from './accountFailures.ts';

const schema = {
  operationId: 'editMe',
  summary: 'Change your name or address',
  description: `A new address counts once the link in the mail to it is used and, if the present one is confirmed, not before 24 hours have passed in which that one can cancel; the answer still has the old one. ${GUARDED}`,
  tags: ['Accounts'],
  security: credentials('account.manage'),
  body: ProfilePatch,
  response: {
    200: Me,
    ...failures(...ACCOUNT, 'INVALID_CREDENTIALS', 'EMAIL_ALREADY_EXISTS', 'PRECONDITION_FAILED', ...CHECKED_BODY),
  },
};

export function editMeRoute(app: App, { ports, settings }: RouteDeps): void {
  app.patch('/v1/auth/me', { onRequest: requireCaller(ports), schema }, async (request, reply) => {
    const { full_name, email, current_password } = request.body;
    const change = {
      ...sentFields({ email, fullName: full_name === undefined ? undefined : full_name?.trim() || null }),
      currentPassword: current_password ?? null,
      expected: ifMatch(request),
    };
    const user = await changeProfile(ports, userOf(request), change, settings.publicBaseUrl());
    return showVersion(reply, accountVersion(user), meView(await ownAccount(ports, user)));
  });
}
