import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { refreshTokens } from '../../../../src/adapters/db/schema/accounts.ts';
import { SESSIONS_MAX } from '../../../../src/app/ports/accounts/accounts.ts';
import { NOW, registerAccount, testRepositories } from '../../../support/fixtures.ts';
import { testMail } from '../../../support/testMail.ts';
import { describeOnEachEngine } from '../../../support/testDatabase.ts';

const later = (seconds: number): Date => new Date(NOW.getTime() + seconds * 1000);

describeOnEachEngine('bounds of sessions', (database) => {
  const open = async (userId: string, createdAt: Date): Promise<string> => {
    const id = crypto.randomUUID();
    const session = {
      id,
      userId,
      createdAt,
      expiresAt: later(30 * 86_400),
      revokedAt: null,
      userAgent: null,
      ip: null,
    };
    await testRepositories(database()).sessions.create(session, { rehashed: null, language: null });
    return id;
  };

  test('one session more than the bound ends the oldest of the account, and none of another', async () => {
    const repositories = testRepositories(database());
    const [{ user }, other] = [await registerAccount(repositories), await registerAccount(repositories)];
    const foreign = await open(other.user.id, NOW);
    const ids: string[] = [];
    for (let i = 0; i < SESSIONS_MAX; i++) ids.push(await open(user.id, later(i)));
    expect((await repositories.sessions.find(String(ids[0])))?.revokedAt).toBeNull();
    await Promise.all([open(user.id, later(1000)), open(user.id, later(1001))]);
    for (const id of ids.slice(0, 2)) expect((await repositories.sessions.find(id))?.revokedAt).not.toBeNull();
    expect((await repositories.sessions.find(String(ids[2])))?.revokedAt).toBeNull();
    expect((await repositories.sessions.find(foreign))?.revokedAt).toBeNull();
    expect(await repositories.sessions.list(user.id, later(1002))).toHaveLength(SESSIONS_MAX);
  });

  test('a family of refresh tokens stays small, and its first token still betrays a copy', async () => {
    const { sessions, ...repositories } = testRepositories(database());
    const { user } = await registerAccount(repositories);
    const sessionId = await open(user.id, NOW);
    const first = crypto.randomUUID();
    let tokenId = first;
    for (let i = 1; i <= 10; i++) {
      const at = later(31 * i);
      const next = { tokenId: crypto.randomUUID(), expiresAt: later(86_400) };
      const outcome = await sessions.useRefresh({
        sessionId,
        tokenId,
        at,
        rotation: next,
        warning: testMail(user.email),
      });
      expect(outcome.state).toBe('rotated');
      tokenId = next.tokenId;
    }
    const family = await database().read((queries) =>
      queries.select().from(refreshTokens).where(eq(refreshTokens.sessionId, sessionId)),
    );
    expect(family.length).toBeLessThanOrEqual(3);
    const reuse = { sessionId, tokenId: first, at: later(1000), rotation: null, warning: testMail(user.email) };
    expect(await sessions.useRefresh(reuse)).toEqual({ state: 'reused' });
  });
});
