import { expect, test } from 'vitest';
import type { AuditCheck } from '../../../src/app/organizations/checkAuditLogs.ts';
import { lookTwice } from '../../../src/app/organizations/lookTwice.ts';

const found = (findings: readonly string[], more: Partial<AuditCheck> = {}): AuditCheck => ({
  logFinding: null,
  logSize: 3,
  strayFindings: [],
  logs: [{ organizationId: 'o', slug: 'o', entries: 3, heads: 1, unsigned: 0, findings, faults: [] }],
  ...more,
});

const looking = (...answers: readonly AuditCheck[]) => {
  const left = [...answers];
  return { look: async () => left.shift() as AuditCheck, left };
};

test('a whole log is read once', async () => {
  const { look, left } = looking(found([]), found(['never asked']));
  expect(await lookTwice(look)).toEqual(found([]));
  expect(left).toHaveLength(1);
});

test('what is gone at the second look is no finding, and what stays is one', async () => {
  const passing = ['a head without its leaf', 'an entry is missing'];
  const { look } = looking(
    found(passing, { strayFindings: ['leaf 7'], logFinding: 'the log was shorter' }),
    found(['an entry is missing', 'another head without its leaf'], { strayFindings: ['leaf 8'] }),
  );
  expect(await lookTwice(look)).toEqual(found(['an entry is missing']));
});

test('a log that is broken stays so', async () => {
  const broken = found([], { logFinding: 'the log was set back', strayFindings: ['leaf 7'] });
  expect(await lookTwice(looking(broken, broken).look)).toEqual(broken);
});
