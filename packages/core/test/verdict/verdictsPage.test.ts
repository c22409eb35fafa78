import fs from 'node:fs';
import { expect, test } from 'vitest';
import { RULES } from '../../src/verdict/decide.ts';

test('docs/reference/verdicts.md lists every rule in order, with its verdict and its sentence', () => {
  const page = fs.readFileSync(new URL('../../../../docs/reference/verdicts.md', import.meta.url), 'utf8');
  const rows = [...page.matchAll(/^\| `([\w-]+)` \| (\w+) \| ([^|]*) \| ([^|]*) \|$/gm)];
  expect(rows.map(([, id, verdict, , why]) => ({ id, verdict, why }))).toEqual(
    RULES.map(({ id, verdict, why }) => ({ id, verdict, why })),
  );
});
