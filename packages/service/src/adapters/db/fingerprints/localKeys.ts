/**
 * An index of local features that lies in PostgreSQL: a row for each key of a stored picture (`@assay/core/search/localKeys`),
 * kept by triggers beside `local_features`, so that nothing else has to know of it. In a schema of its own: it is worked out
 * from the rows, so backups leave it out. The embedded database has none, since a scan of its process is faster there.
 * @module
 */
import { KEY_BITS, STORED_KEYS_MAX } from '@assay/core/search/localKeys';
import { sql } from 'drizzle-orm';
import type { Queries } from '../connection/database.ts';

const bits = 2 ** KEY_BITS;
/** Bytes of a record's entry: word, signature; `@assay/core/search/indexRecord`. */
const ENTRY = 10;
const byte = (at: number): string => `get_byte(record, ${ENTRY} * i + ${at})`;

/** Built last: while it is not there, keys of rows may be missing. */
export const LOCAL_KEYS_INDEX = {
  name: 'local_keys_by_key',
  statement: 'create index concurrently if not exists local_keys_by_key on assay_search.local_keys (key, sequence)',
} as const;

/**
 * All before the index, one after the other, each on its own: they may be cut off anywhere and begun again. The trigger waits for
 * whoever writes and sees whatever is written after it, so what has no keys by then is read by the statement that fills them in.
 * A picture that goes while that runs leaves keys that lead nowhere.
 */
export const LOCAL_KEYS_STATEMENTS: readonly string[] = [
  'create schema if not exists assay_search',
  'create table if not exists assay_search.local_keys (key integer not null, sequence integer not null)',
  `create or replace function assay_search.keys_of(record bytea) returns setof integer
    language sql immutable parallel safe as $$
      select distinct (${byte(0)} + 256 * ${byte(1)}) * ${bits} + ((${byte(2)} + 256 * ${byte(3)}) & ${bits - 1})
        from generate_series(0, least(length(record) / ${ENTRY}, ${STORED_KEYS_MAX}) - 1) as i
    $$`,
  `create or replace function assay_search.keys_change() returns trigger
    language plpgsql security definer set search_path = pg_catalog as $$
    begin
      if tg_op <> 'INSERT' then
        delete from assay_search.local_keys where sequence = old.sequence
          and key = any (array(select assay_search.keys_of(old.record)));
      end if;
      if tg_op <> 'DELETE' then
        insert into assay_search.local_keys select k, new.sequence from assay_search.keys_of(new.record) as k;
      end if;
      return null;
    end
    $$`,
  `create or replace trigger local_keys_change after insert or update or delete on public.local_features
    for each row execute function assay_search.keys_change()`,
  `insert into assay_search.local_keys select k, f.sequence from public.local_features f, assay_search.keys_of(f.record) as k
    where to_regclass('assay_search.${LOCAL_KEYS_INDEX.name}') is null
      and not exists (select 1 from assay_search.local_keys there where there.sequence = f.sequence)`,
];

/** After rows came in with triggers switched off. */
export async function rebuildLocalKeys(queries: Queries): Promise<void> {
  await queries.execute(sql`truncate assay_search.local_keys`);
  await queries.execute(
    sql`insert into assay_search.local_keys
        select k, f.sequence from public.local_features f, assay_search.keys_of(f.record) as k`,
  );
}

/** Pictures that one key may name; a key of very many says nothing and would be read for long. */
const PICTURES_EACH = 500;

/**
 * Numbers of the pictures with the most keys in common with one of the forms of a query, rare keys counting more:
 *     score = sum over common keys of ln(1 + 10^7 / pictures with the key).
 * @param count how many
 */
export async function sequencesByKeys(
  queries: Queries,
  forms: readonly (readonly number[])[],
  count: number,
): Promise<readonly number[]> {
  const best = new Map<number, number>();
  for (const keys of forms) {
    const { rows } = await queries.execute<{ sequence: number; score: number }>(
      sql`with hits as materialized (
            select hit.sequence, asked.key from unnest(${`{${keys.join(',')}}`}::integer[]) as asked(key)
            cross join lateral (
              select sequence from assay_search.local_keys k where k.key = asked.key order by k.key, k.sequence desc
              limit ${PICTURES_EACH}) as hit),
          lists as (select key, ln(1 + 1e7 / count(*)) as weight from hits group by key)
          select sequence, sum(weight)::double precision as score from hits join lists using (key)
          group by sequence order by score desc limit ${count}`,
    );
    for (const { sequence, score } of rows) best.set(sequence, Math.max(score, best.get(sequence) ?? 0));
  }
  return [...best].sort((a, b) => b[1] - a[1]).map(([sequence]) => sequence);
}
