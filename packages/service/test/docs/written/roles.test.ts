import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { type Action, POLICY } from '../../../src/app/policy.ts';
import { DEFAULT_SCOPES, SCOPE_ALIASES, SCOPES } from '../../../src/app/scopes.ts';
import { expectBlocks, table } from './generatedBlocks.ts';

/** Total by type, so that a new action does not compile without words. */
const MEANINGS: Readonly<Record<Action, string>> = {
  'asset.see': 'see assets and what belongs to them; download delivered files and previews',
  'asset.write': 'upload, edit, copies, share links',
  'asset.readOriginal': 'download originals',
  'asset.delete': 'delete assets',
  'asset.withdraw': 'withdraw and restore them',
  'asset.commit': 'commit',
  verify: 'verify, compare',
  'verification.see': 'read verifications again',
  'history.see': 'history',
  'webhook.manage': 'webhooks',
  'organization.see': 'read the organization and its members',
  'usage.see': 'read what of the quotas is used',
  'organization.change': 'change the organization',
  'audit.see': 'audit log; history of the whole organization',
  'member.manage': 'members and invitations, owners apart',
  'member.manageOwner': 'make, change and remove owners',
  'organization.choosePlan': 'choose a plan',
  'organization.delete': 'delete the organization',
  'organization.transfer': 'hand it over',
  'organization.rotateKey': 'rotate its keys',
  'key.manage': 'API keys',
  'account.manage': 'the own account and memberships',
};
const ROLES = ['owner', 'admin', 'editor', 'verifier', 'viewer'] as const;

function rolesTable(): string {
  const rows = (Object.keys(POLICY) as Action[]).map((action) => {
    const { scope, roles, own } = POLICY[action] as {
      scope: string | null;
      roles: readonly string[];
      own: readonly string[];
    };
    const cells = ROLES.map((role) => (roles.includes(role) ? 'x' : own.includes(role) ? 'own' : ''));
    return [MEANINGS[action], scope === null ? 'no key may' : `\`${scope}\``, ...cells];
  });
  return table(['To', 'An API key needs', ...ROLES], rows);
}

test('docs/spec/api.md shows the table of roles as the policy has it', async () => {
  await expectBlocks('docs/spec/api.md', { roles: rolesTable() });
});

test('docs/spec/api.md names every scope, the default ones and the aliases', () => {
  const page = readFileSync(path.resolve(import.meta.dirname, '../../../../../docs/spec/api.md'), 'utf8');
  const listed = [...page.matchAll(/^\| `([a-z:*]+)` \|/gm)].map((match) => match[1]);
  expect(listed).toEqual([...SCOPES]);
  expect(page).toContain(
    `${DEFAULT_SCOPES.map((scope) => `\`${scope}\``).join(' and ')} are given when none are asked for`,
  );
  for (const [word, scope] of Object.entries(SCOPE_ALIASES))
    expect(page).toMatch(new RegExp(`\`${word}\`[^.]* \`\\${scope}\``));
});
