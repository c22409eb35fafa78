import { expect, test } from 'vitest';
import { createJobWalks } from '../../../../src/adapters/db/connection/jobWalks.ts';
import { NOW } from '../../../support/fixtures.ts';
import { describeOnEachEngine } from '../../../support/testDatabase.ts';

describeOnEachEngine('the walk of a job', (database) => {
  test('is where it was last left', async () => {
    const { find, put } = createJobWalks(database());
    expect(await find('walk')).toBeNull();
    for (const after of ['', 'somewhere', null]) {
      await put('walk', { begunAt: NOW, after });
      expect(await find('walk')).toEqual({ begunAt: NOW, after });
    }
  });
});
