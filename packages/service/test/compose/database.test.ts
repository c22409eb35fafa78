import { describe, expect, test } from 'vitest';
import { openServingDatabase } from '../../src/compose/database.ts';
import { readConfig } from '../../src/config/config.ts';
import { createEmptyDatabase, whySkipped } from '../support/testDatabase.ts';

const OPEN_TIMEOUT_MS = 180_000;
const reason = whySkipped('postgresql');

test.each(['0', '1001', '2.5', 'many'])('%j is no number of connections', (typed) => {
  expect(() => readConfig({ ASSAY_DATABASE_CONNECTIONS: typed })).toThrow(
    `ASSAY_DATABASE_CONNECTIONS must be a whole number from 1 to 1000, got "${typed}"`,
  );
});

describe.skipIf(reason !== null)(`the database that serves${reason === null ? '' : `; ${reason}`}`, () => {
  test.each([
    [{}, 10],
    [{ ASSAY_DATABASE_CONNECTIONS: '3' }, 3],
  ])(
    'with %j a process opens at most %i connections',
    async (environment, max) => {
      const { url, remove } = await createEmptyDatabase();
      const config = readConfig({ DATABASE_URL: url, ...environment });
      const database = await openServingDatabase(config, 'no folder is needed');
      try {
        expect(database.connections?.().max).toBe(max);
      } finally {
        await database.close();
        await remove();
      }
    },
    OPEN_TIMEOUT_MS,
  );
});
