import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { openMasterKey } from '../../../../src/adapters/db/keys/masterKey.ts';
import {
  organizationKeys,
  organizationMembers,
  organizations,
} from '../../../../src/adapters/db/schema/organizations.ts';
import { quotaLimits } from '../../../../src/adapters/db/schema/quotas.ts';
import { users } from '../../../../src/adapters/db/schema/accounts.ts';
import type { Session } from '../../../../src/app/ports/accounts/accounts.ts';
import { KEY_ENCRYPTION_KEY, NOW, registerAccount, testRepositories } from '../../../support/fixtures.ts';
import { describeOnEachEngine } from '../../../support/testDatabase.ts';

const LATER = new Date(NOW.getTime() + 60_000);

const NOTHING_NEW = { rehashed: null, language: null };

const newSession = (userId: string): Session => ({
  id: crypto.randomUUID(),
  userId,
  createdAt: NOW,
  expiresAt: LATER,
  revokedAt: null,
  userAgent: null,
  ip: null,
});

describeOnEachEngine('accounts', (database) => {
  const repositories = () => testRepositories(database());

  describe('register', () => {
    test('makes user, personal organization, owner membership, master key and the quota of the month', async () => {
      const { user, organizationId } = await registerAccount(repositories());
      const membership = await repositories().memberships.personal(user.id);
      expect(membership).toMatchObject({ role: 'owner', organization: { id: organizationId, isPersonal: true } });
      const [quota] = await database().read((queries) =>
        queries.select().from(quotaLimits).where(eq(quotaLimits.organizationId, organizationId)),
      );
      expect(quota).toMatchObject({
        periodStart: '2026-11-01',
        periodEnd: '2026-11-30',
        uploadsCount: 0,
        uploadsLimit: 100,
        verificationsLimit: 310,
        storageLimitBytes: 2 ** 30,
        quotaExceeded: false,
      });
      const [key] = await database().read((queries) =>
        queries.select().from(organizationKeys).where(eq(organizationKeys.organizationId, organizationId)),
      );
      expect(key?.publicKey).toHaveLength(32);
      expect(openMasterKey(KEY_ENCRYPTION_KEY, organizationId, 1, key!.privateKeySealed)).toHaveLength(32);
    });

    test('fills the defaults of the contract', async () => {
      const { organizationId } = await registerAccount(repositories());
      const [row] = await database().read((queries) =>
        queries.select().from(organizations).where(eq(organizations.id, organizationId)),
      );
      expect(row).toMatchObject({
        maxUsers: null,
        maxAssets: null,
        maxVerificationsPerDay: null,
        customLimits: {},
        plan: 'free',
      });
    });

    test('EMAIL_ALREADY_EXISTS for the same address in another case, and nothing of the second account stays', async () => {
      const { user } = await registerAccount(repositories());
      const twin = { ...user, id: crypto.randomUUID(), email: user.email.toUpperCase() };
      const organizationId = crypto.randomUUID();
      await expect(
        repositories().users.register({
          user: twin,
          personal: {
            id: organizationId,
            ownerId: twin.id,
            name: 'Twin',
            slugBase: 'twin',
            plan: 'free',
            isPersonal: true,
            masterKeyRef: 'local:x/1',
            publicVerification: true,
            publicAssetIds: false,
            createdAt: NOW,
          },
          verification: null,
        }),
      ).rejects.toMatchObject({ code: 'EMAIL_ALREADY_EXISTS' });
      expect(await repositories().users.find(twin.id)).toBeNull();
    });

    test('the same name at the same time: every organization gets a slug of its own', async () => {
      const accounts = await Promise.all(
        Array.from({ length: 12 }, () => registerAccount(repositories(), { slugBase: 'same-name' })),
      );
      const memberships = await Promise.all(accounts.map(({ user }) => repositories().memberships.personal(user.id)));
      const slugs = memberships.map(({ organization }) => organization.slug);
      expect(new Set(slugs).size).toBe(12);
      expect(slugs.toSorted()).toEqual(
        ['same-name', ...Array.from({ length: 11 }, (_, i) => `same-name-${i + 2}`)].toSorted(),
      );
    });

    test('the same address at the same time: one account, the others are told', async () => {
      const { user } = await registerAccount(repositories());
      await database().write((transaction) => transaction.delete(users).where(eq(users.id, user.id)));
      const attempts = await Promise.allSettled(
        Array.from({ length: 5 }, async () => {
          const id = crypto.randomUUID();
          await repositories().users.register({
            user: { ...user, id },
            personal: {
              id: crypto.randomUUID(),
              ownerId: id,
              name: 'x',
              slugBase: 'race',
              plan: 'free',
              isPersonal: true,
              masterKeyRef: 'local:x/1',
              publicVerification: true,
              publicAssetIds: false,
              createdAt: NOW,
            },
            verification: null,
          });
        }),
      );
      expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      for (const attempt of attempts)
        if (attempt.status === 'rejected') expect(attempt.reason).toMatchObject({ code: 'EMAIL_ALREADY_EXISTS' });
    });
  });

  test('findByEmail compares without case and gives the address as typed', async () => {
    const { user } = await registerAccount(repositories());
    const found = await repositories().users.findByEmail(user.email.toLowerCase());
    expect(found).toEqual({ ...user, lastLoginAt: null, updatedAt: null });
    expect(await repositories().users.findByEmail('nobody@example.org')).toBeNull();
    expect(await repositories().users.findByEmail('nul\0@example.org')).toBeNull();
  });

  test('a session notes the sign-in at its account, and keeps the hash unless a new one is given', async () => {
    const { user } = await registerAccount(repositories());
    const { sessions, users } = repositories();
    const session = { ...newSession(user.id), createdAt: LATER };
    expect(await sessions.create(session, NOTHING_NEW)).toBe(true);
    expect(await users.find(user.id)).toMatchObject({
      lastLoginAt: LATER,
      passwordHash: '$argon2id$',
      language: 'en',
    });
    const facts = { rehashed: '$argon2id$new', language: 'de' } as const;
    expect(await sessions.create(session, facts)).toBe(false);
    expect(await users.find(user.id)).toMatchObject({ passwordHash: '$argon2id$', language: 'en' });
    expect(await sessions.create({ ...session, id: crypto.randomUUID() }, facts)).toBe(true);
    expect(await users.find(user.id)).toMatchObject({ passwordHash: '$argon2id$new', language: 'de' });
  });

  test('a session is revoked once', async () => {
    const { user } = await registerAccount(repositories());
    const session = { ...newSession(user.id), userAgent: 'curl', ip: '2001:db8::1' };
    const { sessions } = repositories();
    await sessions.create(session, NOTHING_NEW);
    expect(await sessions.find(session.id)).toEqual(session);
    expect(await sessions.revoke(session.id, LATER)).toBe(true);
    expect(await sessions.revoke(session.id, LATER)).toBe(false);
    expect(await sessions.find(session.id)).toEqual({ ...session, revokedAt: LATER });
    expect(await sessions.revoke(crypto.randomUUID(), LATER)).toBe(false);
  });

  test('sessions that ended before are forgotten, those that go on are not', async () => {
    const { user } = await registerAccount(repositories());
    const { sessions } = repositories();
    const open = async (expiresAt: Date): Promise<string> => {
      const session = { ...newSession(user.id), expiresAt };
      await sessions.create(session, NOTHING_NEW);
      return session.id;
    };
    const later = new Date(LATER.getTime() + 1);
    const [expired, revoked, live] = [await open(NOW), await open(later), await open(later)];
    await sessions.revoke(revoked, NOW);
    expect(await sessions.purge(LATER, 1000)).toBeGreaterThanOrEqual(2);
    expect([await sessions.find(expired), await sessions.find(revoked)]).toEqual([null, null]);
    expect(await sessions.find(live)).not.toBeNull();
  });

  test('memberships are found for members alone', async () => {
    const ada = await registerAccount(repositories());
    const grace = await registerAccount(repositories());
    const { memberships } = repositories();
    expect(await memberships.find(grace.user.id, ada.organizationId)).toBeNull();
    await database().write((transaction) =>
      transaction.insert(organizationMembers).values({
        id: crypto.randomUUID(),
        organizationId: ada.organizationId,
        userId: grace.user.id,
        role: 'viewer',
        createdAt: LATER,
      }),
    );
    expect(await memberships.find(grace.user.id, ada.organizationId)).toMatchObject({ role: 'viewer' });
    expect(await memberships.organizationIds(grace.user.id)).toEqual([grace.organizationId, ada.organizationId]);
    expect((await memberships.personal(grace.user.id)).organization.id).toBe(grace.organizationId);
  });
});
