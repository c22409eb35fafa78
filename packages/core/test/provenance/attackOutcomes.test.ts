import { expect, test } from 'vitest';
import { attacksOf, attackText } from '../../src/provenance/attackOutcomes.ts';

const step = (action: string, details: Readonly<Record<string, unknown>>) => ({ action, details });

test('the last marking counts; one at which nothing was tried has no outcomes', () => {
  const tried = step('marked', { attacks: [{ attack: 'jpeg 75', survived: true }, null, { attack: 7 }] });
  expect(attacksOf([step('marked', {}), tried, step('shared', {})])).toEqual([{ attack: 'jpeg 75', survived: true }]);
  expect(attacksOf([tried, step('reprocessed', {}), step('marked', {})])).toBeNull();
  const measured = step('robustness_measured', { attacks: [{ attack: 'noisy', survived: false }] });
  expect(attacksOf([step('marked', {}), measured])).toEqual([{ attack: 'noisy', survived: false }]);
  expect(attacksOf([measured, step('marked', {})])).toBeNull();
  expect(attacksOf([])).toBeNull();
});

test('an attack is said in the words of its reader; one of another version as it is', () => {
  const say = (message: string) => `<${message}>`;
  expect(attackText('turned by 2 degrees', say)).toBe('<turned2>');
  for (const other of ['painted over', 'toString']) expect(attackText(other, say)).toBe(other);
});
