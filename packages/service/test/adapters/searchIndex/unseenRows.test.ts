import { describe, expect, test } from 'vitest';
import { UnseenRows } from '../../../src/adapters/searchIndex/unseenRows.ts';

describe('rows that an index has not seen', () => {
  test('numbers that were skipped are asked for until they appear', () => {
    const unseen = new UnseenRows();
    unseen.saw([1, 2, 5], 0);
    expect([unseen.last, unseen.skipped(1)]).toEqual([5, [3, 4]]);
    unseen.saw([4, 6], 2);
    expect([unseen.last, unseen.skipped(3)]).toEqual([6, [3]]);
  });

  test('and no longer than a transaction can take', () => {
    const unseen = new UnseenRows();
    unseen.saw([1, 3], 0);
    expect(unseen.skipped(600_000)).toEqual([2]);
    expect(unseen.skipped(600_001)).toEqual([]);
  });

  test('a long history of deleted assets is not remembered', () => {
    const unseen = new UnseenRows();
    unseen.saw([1_000_000], 0);
    unseen.saw([2_000_000], 1);
    const skipped = unseen.skipped(2);
    expect(skipped).toHaveLength(1000);
    expect(Math.min(...skipped)).toBe(1_999_000);
  });
});
