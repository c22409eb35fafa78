import { describe, expect, test } from 'vitest';
import { capacityOf, capacityPage, type LoadFigures } from '../../../bench/load/capacity.ts';

const LOAD: LoadFigures = {
  cores: 2,
  memoryGiB: 24,
  loadBefore: 0.1,
  rows: [
    { workers: 1, knee: { perSecond: 0.5 }, soak: { minutes: 10, served: 210, memoryMib: { late: 1024 } } },
    { workers: 2, knee: { perSecond: 1 }, soak: { minutes: 10, served: 420, memoryMib: { late: 2048 } } },
  ],
  scaling: [{ workers: 4, speedUp: 3.8 }],
};
const BYTES = { rows: 2 ** 30 / 1000, local_keys: 2 ** 30 / 1000, fingerprints_pkey: 2 ** 30 / 500 };

describe('capacity', () => {
  const [one, four] = capacityOf(LOAD, BYTES, [1, 4], 2 ** 20);

  test('is what the soak of the best knee served, and a tenth of it uploads', () => {
    expect(one).toMatchObject({ picturesADay: 60_480, uploadsADay: 6_048, cores: 2, coreSeconds: 2.86, memoryGib: 2 });
    expect(four).toMatchObject({
      picturesADay: 241_920,
      uploadsADay: 24_192,
      cores: 8,
      coreSeconds: 2.86,
      memoryGib: 8,
    });
  });

  test('a year of uploads takes the measured bytes of rows and indexes, and original and marked file', () => {
    // 6,048 a day are 2,207,520 a year.
    expect(one).toMatchObject({ databaseGib: 8830, indexesGib: 4415, storeGib: 4312 });
  });

  test('the page has a line for each count of nodes, the machine and what sleeping jobs gave', () => {
    const page = capacityPage(capacityOf(LOAD, BYTES, [1, 4], 4e6), LOAD, 4e6, 'Of a test.');
    expect(page).toContain('| 4 | 241,920 | 24,192 | 8 | 8 |');
    expect(page).toContain('Of a test. A picture takes 2.86 s of a core.');
    expect(page).toContain('3.8 times as fast in four places');
  });

  test('without a knee or a soak there is no table but a sentence that says what to run', () => {
    expect(() => capacityOf({ ...LOAD, rows: [] }, BYTES, [1], 1)).toThrow('run bench/load/run.ts');
    const noSoak = { ...LOAD, rows: [{ workers: 1, knee: { perSecond: 1 } }] };
    expect(() => capacityOf(noSoak, BYTES, [1], 1)).toThrow('no soak at 1 workers');
  });
});
