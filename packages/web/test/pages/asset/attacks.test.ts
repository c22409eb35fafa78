import type { ProvenanceStep } from '@assay/sdk/types';
import { expect, test } from 'vitest';
import { attacksOf } from '../../../src/pages/asset/attacks.ts';

const step = (action: string, details: object) => ({ action, details }) as unknown as ProvenanceStep;

test('the last marking counts; one at which nothing was tried has no outcomes', () => {
  const tried = step('marked', { attacks: [{ attack: 'jpeg 75', survived: true }, null, { attack: 7 }] });
  expect(attacksOf([step('marked', {}), tried, step('shared', {})])).toEqual([{ attack: 'jpeg 75', survived: true }]);
  expect(attacksOf([tried, step('reprocessed', {}), step('marked', {})])).toBeNull();
  const measured = step('robustness_measured', { attacks: [{ attack: 'noisy', survived: false }] });
  expect(attacksOf([step('marked', {}), measured])).toEqual([{ attack: 'noisy', survived: false }]);
  expect(attacksOf([measured, step('marked', {})])).toBeNull();
  expect(attacksOf([])).toBeNull();
});
