import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CheckpointJob } from '../../../../src/adapters/db/embedded/checkpointJob.ts';
import { embeddedTemplate } from '../../../support/testDatabase.ts';

let pglite: PGlite;
beforeAll(async () => {
  pglite = await PGlite.create({ extensions: { vector }, loadDataDir: new Blob([await embeddedTemplate()]) });
  await pglite.exec(
    'create table busy as select n, repeat(md5(n::text), 10) as filler from generate_series(1, 1000) n',
  );
}, 180_000);
afterAll(() => pglite.close());

const one = async (query: string): Promise<unknown> =>
  Object.values((await pglite.query<Record<string, unknown>>(query)).rows[0] ?? {})[0];
const lastCheckpoint = () => one('select redo_lsn::text from pg_control_checkpoint()');
const countedRows = () => one(`select reltuples from pg_class where relname = 'busy'`);
const write = () => pglite.exec('update busy set filler = filler || n');

test('a checkpoint comes after so much WAL, and a vacuum after so many checkpoints', async () => {
  const job = new CheckpointJob({
    checkpointWalBytes: 1,
    answersBetweenLooks: 1,
    checkpointsBetweenVacuums: 2,
  });
  await job.note(pglite, false);
  for (const expectedRows of [-1, 1000]) {
    const before = await lastCheckpoint();
    await write();
    await job.note(pglite, false);
    expect(await lastCheckpoint()).not.toBe(before);
    expect(await countedRows()).toBe(expectedRows);
  }
});

test('nothing happens inside a transaction, without enough WAL, or between the looks', async () => {
  const before = await lastCheckpoint();
  await write();
  const eager = { checkpointWalBytes: 0, answersBetweenLooks: 1, checkpointsBetweenVacuums: 9 };
  await new CheckpointJob(eager).note(pglite, true);
  await new CheckpointJob({ ...eager, checkpointWalBytes: 2 ** 40 }).note(pglite, false);
  await new CheckpointJob({ ...eager, answersBetweenLooks: 2 }).note(pglite, false);
  expect(await lastCheckpoint()).toBe(before);
});
