import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { runTwoNodes } from '../../../../bench/durability/twoNodes.ts';
import { createEmptyDatabase, whySkipped } from '../support/testDatabase.ts';

const reason = whySkipped('postgresql');

// The long version is bench/durability/measureTwoNodes.ts.
describe.skipIf(reason !== null)(`two nodes on one PostgreSQL${reason === null ? '' : `; ${reason}`}`, () => {
  it('lose, double and mix up nothing while one ends in order and the other is killed', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'assay-two-nodes-'));
    const database = await createEmptyDatabase();
    try {
      const report = await runTwoNodes({
        databaseUrl: database.url,
        redisUrl: null,
        folder,
        restarts: ['graceful', 'kill'],
        clients: 2,
        answersBetween: 2,
        seed: 3,
      });
      expect(report).toMatchObject({ lost: [], duplicated: [], differing: [], unfinished: [] });
      // Otherwise nothing was tested.
      expect(report.acknowledged).toBeGreaterThan(0);
    } finally {
      await database.remove();
      await rm(folder, { recursive: true, force: true });
    }
  }, 900_000);
});
