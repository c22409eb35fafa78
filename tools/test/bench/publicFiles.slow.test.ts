// Public files with Content Credentials of many makers, read as the table says: bench/results/credentials/publicFiles.md.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { outcomeOf, type Readers, readersOf } from '../../../bench/credentials/publicFiles/outcome.ts';
import { savedRows } from '../../../bench/credentials/publicFiles/rows.ts';
import { trustIn } from '../../../bench/credentials/publicFiles/sources.ts';
import { againstStatement, statementOf } from '../../../bench/credentials/publicFiles/stated.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const folder = process.env.ASSAY_C2PA_PUBLIC ?? '';
const rows = savedRows();

describe('the table', () => {
  test('has each file once, by name and by content', () => {
    expect(rows.length).toBeGreaterThan(150);
    expect(new Set(rows.map(({ sha256 }) => sha256)).size).toBe(rows.length);
    expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length);
  });

  test('gives a reason wherever somebody says something else, publishers included, and nowhere else', () => {
    for (const { repository, path: file, outcome, notAsStated, reasons } of rows) {
      expect(reasons, file).not.toContain('unexplained');
      const statement = statementOf(`${repository}:${file}`);
      expect(statement ? againstStatement(outcome, statement) : [], file).toEqual(notAsStated);
      if (notAsStated.length > 0) expect(reasons.length, file).toBeGreaterThan(0);
    }
  });
});

describe.skipIf(folder === '')(
  'the public files (set ASSAY_C2PA_PUBLIC to the folder that bench/credentials/publicFiles/collect.ts filled; skipped without it)',
  () => {
    let readers: Readers;
    beforeAll(() => {
      readers = readersOf(trustIn(folder));
    });
    afterAll(async () => {
      await Promise.all([readers.doubting.close(), readers.trusting.close()]);
    });

    // A certificate that nothing proves to have been good in time makes its files other ones on the day that it ends.
    const now = new Date().toISOString();
    test.each(rows.map((row) => [row.name, row] as const))('%s', async (name, { sha256, until, outcome }) => {
      const bytes = new Uint8Array(readFileSync(path.join(folder, name)));
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
      const read = await outcomeOf(bytes, readers);
      if (until === null || now < until) expect(read.outcome).toEqual(outcome);
      else expect(read.outcome).toMatchObject({ present: outcome.present, manifests: outcome.manifests });
    });

    test('the other two validators read them as the table says', async () => {
      const program = path.join(root, 'bench/credentials/publicFiles/table.ts');
      const run = promisify(execFile)(
        process.execPath,
        ['--import', 'tsx', '--conditions=assay-source', program, '--check'],
        { cwd: root },
      );
      expect((await run).stdout).toMatch(/^\d+ files held against the table\n$/);
    }, 600_000);
  },
);
