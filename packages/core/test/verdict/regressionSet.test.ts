import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { EVIDENCE_FORMAT } from '../../src/verdict/evidence.ts';
import { type RegressionCase, replay } from '../../src/verdict/replay.ts';

/** Made by bench/verdict/wild/regressionSet.ts, or by `assay verdicts export`: docs/reference/evidence.md. */
const FOLDER = path.join(import.meta.dirname, 'regressionSet');
const CASES = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.json'))
  .flatMap((name) => JSON.parse(readFileSync(path.join(FOLDER, name), 'utf8')) as RegressionCase[]);

test('there are cases, of the present format', () => {
  expect(CASES.length).toBeGreaterThanOrEqual(10);
  expect(new Set(CASES.map(({ format }) => format))).toEqual(new Set([EVIDENCE_FORMAT]));
});

test.each(CASES.map((one) => [one.what, one] as const))('%s: no worse than when it was written', (_what, one) => {
  const { verdict } = replay(one.evidence, one.given).after;
  // What could not be told then may be told now, but the wrong way never.
  if (verdict !== one.expected) expect([verdict, one.given.verdict]).toEqual(['unknown', 'unknown']);
});
