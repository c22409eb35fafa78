import { inspect } from 'node:util';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '../../../../src/adapters/db/connection/open.ts';
import { registerAccount, testRepositories } from '../../../support/fixtures.ts';
import { createEmptyDatabase, describeOnEachEngine, whySkipped } from '../../../support/testDatabase.ts';

describeOnEachEngine('database', (database) => {
  const countUsers = () =>
    database().read(async (queries) =>
      Number((await queries.execute(sql`select count(*) as n from users`)).rows[0]?.['n']),
    );

  test('check answers true', async () => {
    expect(await database().check()).toBe(true);
  });

  test('a transaction that throws leaves nothing behind', async () => {
    const before = await countUsers();
    const work = database().write(async (transaction) => {
      await transaction.execute(
        sql`insert into users (id, email, email_normalized, password_hash) values (gen_random_uuid(), 'a', 'a', '')`,
      );
      throw new Error('changed my mind');
    });
    await expect(work).rejects.toThrow('changed my mind');
    expect(await countUsers()).toBe(before);
  });

  test('a failed statement spoils its own transaction and no other', async () => {
    await expect(database().write((transaction) => transaction.execute(sql`select 1 / 0`))).rejects.toThrow();
    await expect(database().read((queries) => queries.execute(sql`select nonsense`))).rejects.toThrow();
    expect(await database().check()).toBe(true);
  });

  test('the error of a failed statement names its code and place, and no value that the database quotes', async () => {
    const add = (email: string) =>
      database().write((transaction) =>
        transaction.execute(
          sql`insert into users (id, email, email_normalized, password_hash) values (gen_random_uuid(), ${email}, ${email}, '')`,
        ),
      );
    const email = `quoted-${crypto.randomUUID()}@example.org`;
    await add(email);
    const read = () => database().read((queries) => queries.execute(sql`select ${email}::text::integer`));
    // One begun after the other: a promise that is rejected before it is waited for ends the process.
    for (const fail of [() => add(email), read]) {
      const error = await fail().then(String, (thrown: unknown) => thrown);
      expect(String(error)).toMatch(/PostgreSQL error (23505|22P02)/);
      expect(inspect(error, { depth: 5, showHidden: true })).not.toContain(email);
    }
  });

  test('the error of a failed statement names it and its reason, and none of its parameters', async () => {
    const query = sql`select ${'the password hash'}::text, 1 / 0`;
    const error: unknown = await database()
      .read((queries) => queries.execute(query))
      .catch((cause: unknown) => cause);
    expect((error as Error).message).toMatch(/^PostgreSQL error 22012 \(.*\), in: select \$1::text, 1 \/ 0$/);
    expect(inspect(error)).not.toContain('the password hash');
  });

  test('work inside work is refused instead of waiting for ever', async () => {
    const inner = () => database().read((queries) => queries.execute(sql`select 1`));
    await expect(database().write(inner)).rejects.toThrow('read inside write');
    await expect(database().read(() => database().write(inner))).rejects.toThrow('write inside read');
    expect(await database().check()).toBe(true);
  });

  test('many transactions at the same time all count', async () => {
    await database().write((transaction) => transaction.execute(sql`create table counter as select 0 as n`));
    await Promise.all(
      Array.from({ length: 40 }, () =>
        database().write((transaction) => transaction.execute(sql`update counter set n = n + 1`)),
      ),
    );
    const { rows } = await database().read((queries) => queries.execute(sql`select n from counter`));
    expect(rows).toEqual([{ n: 40 }]);
    // The next file of this worker gets the database emptied, with all its tables.
    await database().write((transaction) => transaction.execute(sql`drop table counter`));
  });

  test('large values pass both ways', async () => {
    const text = 'ä'.repeat(3_000_000);
    const { rows } = await database().read((queries) => queries.execute(sql`select ${text}::text as back`));
    expect(rows[0]?.['back'] === text).toBe(true);
  });
});

describe.skipIf(whySkipped('postgresql') !== null)(
  `several processes on one server${whySkipped('postgresql') ? ` [${whySkipped('postgresql')}]` : ''}`,
  () => {
    test('may start at once on an empty database', async () => {
      const { url, remove } = await createEmptyDatabase();
      const opened = await Promise.all(Array.from({ length: 4 }, () => openDatabase({ url })));
      const { user } = await registerAccount(testRepositories(opened[0]!));
      expect((await testRepositories(opened[3]!).users.find(user.id))?.id).toBe(user.id);
      await Promise.all(opened.map((database) => database.close()));
      await remove();
    });

    test('a server that goes away: check says so, and nothing crashes', async () => {
      const { url, remove } = await createEmptyDatabase();
      const database = await openDatabase({ url });
      await remove();
      expect(await database.check()).toBe(false);
      await expect(database.read((queries) => queries.execute(sql`select 1`))).rejects.toBeDefined();
      await database.close();
    });

    test('a server that is not there is an error at once', async () => {
      await expect(openDatabase({ url: 'postgresql://postgres@127.0.0.1:1/none' })).rejects.toThrow();
    });
  },
);
