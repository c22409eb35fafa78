import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TableShape } from '../../../../src/app/ports/backup/databaseDump.ts';
import type { OpenDatabase } from '../../../../src/adapters/db/connection/open.ts';
import { createDatabaseDump } from '../../../../src/adapters/db/dump/databaseDump.ts';
import { createDatabaseLoad } from '../../../../src/adapters/db/dump/databaseLoad.ts';
import { describeOnEachEngine, withTestDatabase, whySkipped } from '../../../support/testDatabase.ts';

/** Every kind of column that the schema has, and then some. */
const PROBE = `create table dump_probe (
  id uuid primary key, counted bigserial not null unique, parent uuid references dump_probe(id),
  words text, names text[] not null, short varchar(10), bytes bytea, exact numeric, big bigint,
  wide double precision, narrow real, at timestamptz, at_ms timestamp(3) with time zone,
  said jsonb, terms tsvector, bits bit(12), near vector(3), yes boolean,
  doubled bigint generated always as (counted * 2) stored)`;

const PROBE_ROWS = `insert into dump_probe
  (id, parent, words, names, short, bytes, exact, big, wide, narrow, at, at_ms, said, terms, bits, near, yes) values
  ('00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000002',
   E'a line\\nanother\\r\\u2028"quoted" \\\\ and \\t\\u00e9 \\U0001f600', array['a,b', null, '"', '{}'], 'ten chars!',
   '\\x000102ff5c0a'::bytea, 12345678901234567890.000100, 9223372036854775807, 0.1::float8 + 0.2::float8,
   1.1754944e-38, '2026-03-01 12:00:00.123456+05:30', '2026-03-01 12:00:00.123Z',
   '{"b": 1.10, "a": ["\\u2029", null, {"x": 1e400}]}', to_tsvector('simple', 'it''s a test'), B'101010101010',
   '[0.1,-3.4028235e38,1.1754944e-38]', true),
  ('00000000-0000-7000-8000-000000000002', null, '', '{}', null, ''::bytea, 'NaN', -9223372036854775808, '-Infinity',
   'NaN', 'infinity', null, 'null', null, null, null, false)`;

/** What the server itself sends of each value as bytes: no text is in between. */
const BINARY = `select string_agg(concat_ws('|', uuid_send(id), int8send(counted), textsend(words), array_send(names),
  byteasend(bytes), numeric_send(exact), int8send(big), float8send(wide), float4send(narrow), timestamptz_send(at),
  timestamptz_send(at_ms), jsonb_send(said), tsvectorsend(terms), bit_send(bits), vector_send(near)), E'\\n' order by id) as sent
  from dump_probe`;

interface Dumped {
  readonly tables: readonly TableShape[];
  readonly counters: readonly { readonly name: string; readonly last: string }[];
  readonly lines: ReadonlyMap<string, readonly string[]>;
}

function dumpOf(database: OpenDatabase): Promise<Dumped> {
  return createDatabaseDump(database).atOneMoment(async (state) => {
    const lines = new Map<string, readonly string[]>();
    for (const table of state.tables) {
      const all: string[] = [];
      for await (const line of state.rows(table)) all.push(line);
      lines.set(table.name, all);
    }
    return { tables: state.tables, counters: state.counters, lines };
  });
}

const loadInto = (database: OpenDatabase, { tables, counters, lines }: Dumped): Promise<void> =>
  createDatabaseLoad(database).load(tables, counters, async function* ({ name }) {
    yield* lines.get(name) ?? [];
  });

const run = (database: OpenDatabase, statement: string) =>
  database.write((queries) => queries.execute(sql.raw(statement)));
const sent = async (database: OpenDatabase) => (await run(database, BINARY)).rows;

/** Call it inside a `describe`. */
function withProbe(database: () => OpenDatabase, fill: boolean): void {
  beforeAll(async () => {
    await run(database(), PROBE);
    await run(database(), `insert into database_identity (id, database_id) values (1, gen_random_uuid())`);
    if (fill) await run(database(), PROBE_ROWS);
  });
  afterAll(() => run(database(), 'drop table dump_probe'));
}

describeOnEachEngine('a dump', (database) => {
  withProbe(database, true);

  it('gives every value back bit for bit, counters and constraints too', async () => {
    const dumped = await dumpOf(database());
    const before = await sent(database());
    expect(dumped.lines.get('dump_probe')).toHaveLength(2);
    expect(dumped.counters).toContainEqual({ name: 'dump_probe_counted_seq', last: '2' });
    await run(database(), 'truncate dump_probe restart identity cascade');
    await loadInto(database(), dumped);
    expect(await sent(database())).toEqual(before);
    expect((await dumpOf(database())).lines).toEqual(dumped.lines);
    const next = await run(database(), `select nextval('dump_probe_counted_seq')::int as next`);
    expect(next.rows).toEqual([{ next: 3 }]);
    await expect(
      run(database(), `insert into dump_probe (id, names, parent) values (gen_random_uuid(), '{}', gen_random_uuid())`),
    ).rejects.toThrow(/23503/);
  });

  it('is loaded whole or not at all: a row that refers to nothing undoes all', async () => {
    const dumped = await dumpOf(database());
    await run(database(), 'truncate dump_probe restart identity cascade');
    const orphan = (dumped.lines.get('dump_probe') ?? []).slice(0, 1);
    const lines = new Map([...dumped.lines, ['dump_probe', orphan] as const]);
    await expect(loadInto(database(), { ...dumped, lines })).rejects.toThrow(/23503/);
    expect(await createDatabaseLoad(database()).holds()).toBeNull();
    await loadInto(database(), dumped);
  });
});

const reason = whySkipped('postgresql');
describe.skipIf(reason !== null)(`between the engines [${reason ?? 'postgresql'}]`, () => {
  const embedded = withTestDatabase('embedded');
  const postgres = withTestDatabase('postgresql');
  withProbe(embedded, true);
  withProbe(postgres, false);

  it('a dump of the embedded database is the same in PostgreSQL, and back again', async () => {
    const dumped = await dumpOf(embedded());
    const before = await sent(embedded());
    await loadInto(postgres(), dumped);
    expect(await sent(postgres())).toEqual(before);
    const there = await dumpOf(postgres());
    expect(there).toEqual(dumped);
    await run(embedded(), 'truncate dump_probe restart identity cascade');
    await loadInto(embedded(), there);
    expect(await sent(embedded())).toEqual(before);
  });
});
