import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenDatabase, openDatabase } from '../../../../src/adapters/db/connection/open.ts';
import { embeddedTemplate } from '../../../support/testDatabase.ts';

const network = new AsyncLocalStorage<string>();
let database: OpenDatabase;
beforeAll(async () => {
  const askedFrom = (): string => network.getStore() ?? '';
  database = await openDatabase({ template: await embeddedTemplate(), askedFrom });
});
afterAll(() => database.close());

/** Asks for `count` results of a kind of work at once and notes each when it is there. */
function ask(done: string[], from: string, count: number, work: () => Promise<unknown>): Promise<unknown> {
  return network.run(from, () => Promise.all(Array.from({ length: count }, () => work().then(() => done.push(from)))));
}

const one = (): Promise<unknown> => database.read((queries) => queries.execute(sql`select 1`));
const several = (): Promise<unknown> =>
  database.write(async (transaction) => {
    for (let i = 0; i < 3; i++) await transaction.execute(sql`select 1`);
  });

test.each([
  ['queries', one],
  ['transactions', several],
] as const)(
  'of many %s that a network asks for at once none but the one at work delays that of another',
  async (_, work) => {
    const done: string[] = [];
    const many = ask(done, 'many', 20, work);
    await Promise.all([many, ask(done, 'other', 2, work), ask(done, 'third', 1, work)]);
    expect(done).toHaveLength(23);
    // The first of the many was at work when the others came; then each has its turn.
    expect(done.slice(0, 6)).toEqual(['many', 'many', 'other', 'third', 'many', 'other']);
  },
);

test('what fails hands the connection on', async () => {
  const failing = (): Promise<unknown> => database.read((queries) => queries.execute(sql`select 1 / 0`));
  const all = await Promise.allSettled([failing(), one(), failing(), one()]);
  expect(all.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected', 'fulfilled']);
  expect(await database.check()).toBe(true);
});

test('what waits when the database is closed is refused, and nothing hangs', async () => {
  const closing = await openDatabase({ template: await embeddedTemplate() });
  let end = (): void => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  const atWork = closing.write(() => ended);
  const waiting = Array.from({ length: 4 }, () => closing.read((queries) => queries.execute(sql`select 1`)));
  const settled = Promise.allSettled([atWork, ...waiting]);
  // They stand in line by then.
  await turn();
  const closed = closing.close();
  end();
  await closed;
  expect((await settled).map(({ status }) => status)).toEqual(['fulfilled', ...Array(4).fill('rejected')]);
});
