import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { AuditDraft } from '../../../../src/app/ports/accounts/auditLog.ts';
import { organizationMembers, organizations } from '../../../../src/adapters/db/schema/organizations.ts';
import { completedAsset, NOW, registerAccount, testRepositories, type Account } from '../../../support/fixtures.ts';
import { testMail } from '../../../support/testMail.ts';
import { describeOnEachEngine } from '../../../support/testDatabase.ts';

const GOODBYE = testMail('ada@example.org');

describeOnEachEngine('account data', (database) => {
  const repositories = () => testRepositories(database());
  const farewell = (assetsCount: number): AuditDraft => ({
    id: randomUUID(),
    actorId: null,
    actorKind: 'system',
    action: 'member.account_deleted',
    targetKind: null,
    targetId: null,
    details: { assets_count: assetsCount },
    requesterIp: null,
    requestId: null,
    createdAt: NOW,
  });
  const farewells = async (organizationId: string) => {
    const log = await repositories().organizations.auditLog(organizationId, { page: 1, pageSize: 100 });
    return log.items.filter(({ action }) => action === 'member.account_deleted').map(({ details }) => details);
  };
  const join = (account: Account, organizationId: string) =>
    database().write((transaction) =>
      transaction
        .insert(organizationMembers)
        .values({ id: randomUUID(), organizationId, userId: account.user.id, role: 'editor', createdAt: NOW }),
    );

  test('remove: user, own organization and its assets are gone; their ids are told for the files', async () => {
    const ada = await registerAccount(repositories());
    const asset = await completedAsset(repositories(), ada);
    expect(await repositories().accountData.remove(ada.user.id, farewell, GOODBYE)).toEqual({
      state: 'removed',
      assetIds: [asset.id],
    });
    expect(await repositories().users.find(ada.user.id)).toBeNull();
    expect(await repositories().assets.findAny(asset.id)).toBeNull();
    const left = await database().read((queries) =>
      queries.select().from(organizations).where(eq(organizations.id, ada.organizationId)),
    );
    expect(left).toEqual([]);
  });

  test('remove: assets made in an organization of somebody else stay there and pass to its owner', async () => {
    const ada = await registerAccount(repositories());
    const grace = await registerAccount(repositories());
    await join(ada, grace.organizationId);
    const asset = await completedAsset(repositories(), { ...ada, organizationId: grace.organizationId });
    expect(await repositories().accountData.remove(ada.user.id, farewell, GOODBYE)).toEqual({
      state: 'removed',
      assetIds: [],
    });
    expect(await repositories().assets.findAny(asset.id)).toMatchObject({
      createdBy: grace.user.id,
      organizationId: grace.organizationId,
    });
    expect(await farewells(grace.organizationId)).toEqual([{ assets_count: 1 }]);
  });

  test('remove: every organization of others that the user was in is told once, in its chain', async () => {
    const ada = await registerAccount(repositories());
    const [grace, edith, eve] = [
      await registerAccount(repositories()),
      await registerAccount(repositories()),
      await registerAccount(repositories()),
    ];
    await join(ada, grace.organizationId);
    // Assets that outlived the membership.
    await completedAsset(repositories(), { ...ada, organizationId: edith.organizationId });
    await completedAsset(repositories(), { ...ada, organizationId: edith.organizationId });
    await repositories().accountData.remove(ada.user.id, farewell, GOODBYE);
    expect(await farewells(grace.organizationId)).toEqual([{ assets_count: 0 }]);
    expect(await farewells(edith.organizationId)).toEqual([{ assets_count: 2 }]);
    expect(await farewells(eve.organizationId)).toEqual([]);
  });

  test('remove: blocked while others are members of an own organization, and nothing changes', async () => {
    const ada = await registerAccount(repositories());
    const grace = await registerAccount(repositories());
    const asset = await completedAsset(repositories(), ada);
    await join(grace, ada.organizationId);
    expect(await repositories().accountData.remove(ada.user.id, farewell, GOODBYE)).toEqual({
      state: 'blocked',
      organizations: [{ id: ada.organizationId, name: 'Ada' }],
    });
    expect(await repositories().users.find(ada.user.id)).not.toBeNull();
    expect(await repositories().assets.findAny(asset.id)).toMatchObject({ createdBy: ada.user.id });
  });

  test('assets are read page by page, of this user alone', async () => {
    const ada = await registerAccount(repositories());
    const grace = await registerAccount(repositories());
    const ids = (await Promise.all([1, 2, 3].map(() => completedAsset(repositories(), ada))))
      .map(({ id }) => id)
      .sort();
    await completedAsset(repositories(), grace);
    const { assets } = repositories().accountData;
    const first = await assets(ada.user.id, null, 2);
    expect(first.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    const second = await assets(ada.user.id, String(ids[1]), 2);
    expect(second.map(({ id }) => id)).toEqual(ids.slice(2));
  });

  test('memberships: the personal organization and those joined', async () => {
    const ada = await registerAccount(repositories());
    const grace = await registerAccount(repositories());
    await join(ada, grace.organizationId);
    const found = await repositories().accountData.memberships(ada.user.id);
    expect(new Map(found.map(({ organizationId, role }) => [organizationId, role]))).toEqual(
      new Map([
        [ada.organizationId, 'owner'],
        [grace.organizationId, 'editor'],
      ]),
    );
  });

  test('mail tokens that ended before are forgotten, others are not', async () => {
    const { user } = await registerAccount(repositories());
    const { mailTokens } = repositories();
    const token = (hash: string, hours: number) => ({
      id: randomUUID(),
      userId: user.id,
      email: user.email,
      tokenHash: hash.repeat(64),
      purpose: 'verify' as const,
      expiresAt: new Date(NOW.getTime() + hours * 3600_000),
      createdAt: NOW,
    });
    await mailTokens.issue([token('a', 1)], [], NOW);
    await mailTokens.issue([token('b', 3)], [], NOW);
    expect(await mailTokens.purge(new Date(NOW.getTime() + 2 * 3600_000), 1000)).toBe(1);
    expect(await mailTokens.find('a'.repeat(64))).toBeNull();
    expect(await mailTokens.find('b'.repeat(64))).not.toBeNull();
  });
});
