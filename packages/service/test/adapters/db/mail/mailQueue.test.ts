import { AppError } from '@assay/core/errors';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { insertMails } from '../../../../src/adapters/db/mail/mailRows.ts';
import { mails } from '../../../../src/adapters/db/schema/delivery.ts';
import { createTraces } from '../../../../src/adapters/traces/createTraces.ts';
import { createMailSender, MAIL_PAUSES_MS, mailProblem, mailPurgeJob } from '../../../../src/app/mail/sendMails.ts';
import type { MailQueue, PostedMail } from '../../../../src/app/ports/delivery/mail.ts';
import { memoryMailer, type MemoryMailer } from '../../../fakes/memoryMailer.ts';
import { manualClock } from '../../../fakes/manualClock.ts';
import { auditDraft } from '../../../support/auditDraft.ts';
import { KEY_ENCRYPTION_KEY, NOW, registerAccount, testRepositories } from '../../../support/fixtures.ts';
import { testMail } from '../../../support/testMail.ts';
import { describeOnEachEngine } from '../../../support/testDatabase.ts';

const SECRET = 'https://assay.test/?token=only-in-the-mail';
const DAY_MS = 86_400_000;
const away = () => Promise.reject(new AppError('SERVICE_UNAVAILABLE', 'The mail server is away.'));

describeOnEachEngine('mails as rows', (database) => {
  let mailer: MemoryMailer;
  let reports: string[];
  const ids = { uuid: () => crypto.randomUUID() };
  const queue = (): MailQueue => testRepositories(database()).mails;
  const sender = (to: Pick<MemoryMailer, 'send' | 'forget'> = mailer) =>
    createMailSender(
      { mails: queue(), mailer: to, traces: createTraces(null) },
      () => 0,
      (error) => reports.push((error as Error).message),
    );
  const send = async (to?: Pick<MemoryMailer, 'send' | 'forget'>) => {
    const one = sender(to);
    await one.run();
    await one.idle();
  };
  const write = (...addresses: string[]) =>
    database().write((transaction) =>
      insertMails(
        transaction,
        { ids, keyEncryptionKey: KEY_ENCRYPTION_KEY },
        addresses.map((to) => testMail(to, SECRET)),
      ),
    );
  const rows = () => database().read((queries) => queries.select().from(mails));
  const set = (fields: Partial<typeof mails.$inferInsert>) =>
    database().write((transaction) => transaction.update(mails).set(fields));
  const addresses = (sent: readonly PostedMail[]) => sent.map(({ to }) => to).toSorted();

  beforeEach(async () => {
    await database().write((transaction) => transaction.delete(mails));
    mailer = memoryMailer();
    reports = [];
  });

  test('a process that dies after the commit loses no mail, and what did not happen sends none', async () => {
    const { users } = testRepositories(database());
    const { user } = await registerAccount({ users });
    const token = {
      id: ids.uuid(),
      userId: user.id,
      email: user.email,
      tokenHash: ids.uuid(),
      purpose: 'reset',
    } as const;
    const issued = { ...token, expiresAt: NOW, createdAt: NOW };
    const { mailTokens } = testRepositories(database());
    expect(await mailTokens.issue([issued], [testMail('kept@example.org', SECRET)], NOW)).toBe(true);
    const again = { ...issued, id: ids.uuid(), tokenHash: ids.uuid() };
    expect(await mailTokens.issue([again], [testMail('not@example.org')], new Date(0))).toBe(false);
    // Another process, that knows nothing but the database.
    await send();
    expect(mailer.mails).toMatchObject([{ to: 'kept@example.org', text: SECRET }]);
  });

  test('what cannot write its mail does not happen', async () => {
    const repositories = testRepositories(database());
    const { user, organizationId } = await registerAccount(repositories);
    const revokeInvitation = () => expect.unreachable('none is open');
    const end = { keptSessionId: null, revokeKey: null, revokeInvitation, mail: testMail(user.email) };
    const rename = (from: string, to: string) =>
      database().write((transaction) => transaction.execute(sql.raw(`alter table ${from} rename to ${to}`)));
    await rename('mails', 'mails_away');
    try {
      await expect(repositories.users.setPassword(user.id, 'another', NOW, end)).rejects.toThrow();
      const farewell = () => auditDraft('farewell');
      await expect(repositories.accountData.remove(user.id, farewell, testMail(user.email))).rejects.toThrow();
      const renamed = {
        commands: [{ do: 'edit', fields: { name: 'Other' }, at: NOW }],
        audit: [],
        events: [],
      } as const;
      const change = { ...renamed, mail: testMail(user.email), result: null };
      await expect(repositories.organizations.change(organizationId, () => change)).rejects.toThrow();
    } finally {
      await rename('mails_away', 'mails');
    }
    expect(await repositories.users.find(user.id)).toMatchObject({ passwordHash: user.passwordHash });
    expect((await repositories.organizations.find(organizationId))?.organization.name).toBe('Ada');
  });

  test('text lies sealed, bound to its row, and goes once it was sent', async () => {
    await write('ada@example.org');
    const [row] = await rows();
    expect(Buffer.from(row!.textSealed!).toString('latin1')).not.toContain('only-in-the-mail');
    await send();
    expect(mailer.mails).toMatchObject([{ id: row!.id, to: 'ada@example.org', text: SECRET, date: row!.createdAt }]);
    expect(await rows()).toMatchObject([{ status: 'delivered', textSealed: null, endedAt: expect.any(Date) }]);
    await send();
    expect(mailer.mails).toHaveLength(1);
    const other = createMailSender(
      {
        mails: testRepositories(database(), { keyEncryptionKey: new Uint8Array(32) }).mails,
        mailer,
        traces: createTraces(null),
      },
      () => 0,
      (error) => reports.push((error as Error).message),
    );
    await write('eve@example.org');
    await other.run();
    await other.idle();
    expect([mailer.mails.length, reports]).toEqual([1, [expect.stringContaining('does not open')]]);
  });

  test('several processes at once send each mail once', async () => {
    const all = Array.from({ length: 30 }, (_, i) => `person${i}@example.org`).toSorted();
    await write(...all);
    await Promise.all(
      Array.from({ length: 4 }, async () => {
        const one = sender();
        for (let i = 0; i < 20; i++) {
          await one.run();
          await one.idle();
        }
      }),
    );
    expect(addresses(mailer.mails)).toEqual(all);
    expect(await queue().flow(0)).toMatchObject({ waiting: 0, dead: 0 });
  });

  test('a mail whose process died is sent by another once the lease is over; the late answer counts no more', async () => {
    await write('ada@example.org');
    const [lost] = await queue().claim(10, 60_000);
    await send();
    expect(mailer.mails).toEqual([]);
    await set({ leaseUntil: new Date(0) });
    await send();
    expect(addresses(mailer.mails)).toEqual(['ada@example.org']);
    expect(await queue().settle(lost!, { status: 'failed', error: 'late' })).toBe(false);
    expect(await rows()).toMatchObject([{ status: 'delivered', attempt: 2 }]);
  });

  test('a mail server that is away is asked again over a day, then the mail is dead; the operator sends it again', async () => {
    expect(MAIL_PAUSES_MS.reduce((sum, ms) => sum + ms, 0) / DAY_MS).toBeCloseTo(1, 1);
    await write('ada@example.org');
    for (const pauseMs of MAIL_PAUSES_MS) {
      const before = Date.now();
      await send({ ...mailer, send: away });
      const [row] = await rows();
      expect(row).toMatchObject({ status: 'pending', error: 'The mail server is away.', endedAt: null });
      // By the clock of the database, which is that of this machine.
      expect(row!.nextAttemptAt!.getTime() - before).toBeGreaterThanOrEqual(pauseMs - 1000);
      await send();
      expect(mailer.mails).toEqual([]);
      await set({ nextAttemptAt: new Date(0) });
    }
    expect(await queue().dead(10)).toEqual([]);
    await send({ ...mailer, send: away });
    const [dead] = await queue().dead(10);
    expect(dead).toMatchObject({
      to: 'ada@example.org',
      attempts: 11,
      error: 'The mail server is away.',
      hasText: true,
    });
    expect(reports).toEqual([`mail ${dead!.id} was given up after 11 attempts: The mail server is away.`]);
    await send();
    expect(mailer.mails).toEqual([]);
    expect(await queue().sendAgain([ids.uuid()])).toBe(0);
    expect(await queue().sendAgain([dead!.id])).toBe(1);
    await send();
    expect(mailer.mails).toMatchObject([{ text: SECRET }]);
  });

  test('a mail that no mail server will ever take is given up at once', async () => {
    await write('ada@example.org');
    await send({ ...mailer, send: () => Promise.reject(new AppError('VALIDATION_ERROR', 'no such address')) });
    expect(await queue().dead(10)).toMatchObject([{ attempts: 1, error: 'no such address' }]);
  });

  test('a mail is sent until its link ends, and not tried again later', async () => {
    const writeFor = (validForMs: number) =>
      database().write((transaction) =>
        insertMails(
          transaction,
          { ids, keyEncryptionKey: KEY_ENCRYPTION_KEY },
          { ...testMail('ada@example.org', SECRET), validForMs },
        ),
      );
    const HOUR_MS = 3_600_000;
    await writeFor(HOUR_MS);
    await send({ ...mailer, send: away });
    expect(await rows()).toMatchObject([{ status: 'pending' }]);
    // The next pause is longer than what is left.
    await set({ attempt: 5, nextAttemptAt: new Date(0), validUntil: new Date(Date.now() + HOUR_MS / 2) });
    await send({ ...mailer, send: away });
    expect(await queue().dead(10)).toMatchObject([{ attempts: 6, hasText: true }]);
    expect(await queue().sendAgain(null)).toBe(1);
    await set({ validUntil: new Date(Date.now() - 1000) });
    await send();
    expect(mailer.mails).toEqual([]);
    expect(await queue().dead(10)).toMatchObject([{ error: 'Its link has ended.', hasText: false }]);
    expect(await queue().sendAgain(null)).toBe(0);
    await database().write((transaction) => transaction.delete(mails));
    await writeFor(HOUR_MS);
    await send();
    expect(addresses(mailer.mails)).toEqual(['ada@example.org']);
  });

  test('the text of a dead mail goes after seven days, its row after thirty', async () => {
    await write('ada@example.org');
    await send({ ...mailer, send: () => Promise.reject(new Error('broken')) });
    const purge = mailPurgeJob({ mails: queue(), mailer, clock: manualClock(NOW) }, 30);
    const ended = (days: number) => set({ endedAt: new Date(Date.now() - days * DAY_MS) });
    await ended(6.9);
    await purge();
    expect(await queue().dead(10)).toMatchObject([{ hasText: true }]);
    await ended(7.1);
    await purge();
    expect(await queue().dead(10)).toMatchObject([{ hasText: false }]);
    expect(await queue().sendAgain(null)).toBe(0);
    await ended(30.1);
    await purge();
    expect(await rows()).toEqual([]);
  });

  test('the operator is told when nothing is sent for an hour although something waits', async () => {
    const problem = () => mailProblem({ mails: queue() });
    await write('ada@example.org');
    expect(await problem()).toBeNull();
    await set({ createdAt: new Date(Date.now() - 3_700_000) });
    expect(await problem()).toContain('Mails wait');
    await write('eve@example.org');
    await database().write((transaction) =>
      transaction
        .update(mails)
        .set({ status: 'delivered', endedAt: new Date() })
        .where(eq(mails.recipient, 'eve@example.org')),
    );
    expect(await problem()).toBeNull();
  });
});
