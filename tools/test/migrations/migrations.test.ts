import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { unsafeStatements } from './unsafeStatements.ts';
import { root } from '../repositoryTree.ts';

const folder = path.join(root, 'packages/service/migrations');

test('every migration after the first may run while the version before serves', () => {
  const later = readdirSync(folder).filter((name) => name.endsWith('.sql') && !name.startsWith('0000_'));
  const problems = later.flatMap((name) => unsafeStatements(name, readFileSync(path.join(folder, name), 'utf8')));
  expect(problems).toEqual([]);
});

describe('what a migration may not do', () => {
  test.each([
    ['ALTER TABLE "assets" DROP COLUMN "title";', 'a version later'],
    ['alter table assets rename column title to caption', 'the old name'],
    ['ALTER TABLE "assets" ALTER COLUMN "title" SET DATA TYPE text;', 'add a column beside it'],
    ['ALTER TABLE "assets" ALTER COLUMN "title" SET NOT NULL;', 'writes none'],
    ['ALTER TABLE "assets" ADD COLUMN "caption" text NOT NULL;', 'give it a default'],
    ['CREATE INDEX "x" ON "assets" USING btree ("title");', 'concurrently'],
    ['ALTER TABLE "assets" ADD CONSTRAINT "x" CHECK (width > 0);', 'not valid'],
  ])('%s', (statement, remedy) => {
    expect(unsafeStatements('0001_x.sql', statement)).toEqual([expect.stringContaining(remedy)]);
  });

  test.each([
    ['0001_x.sql', 'ALTER TABLE "assets" ADD COLUMN "caption" text;'],
    ['0001_x.sql', 'ALTER TABLE "assets" ADD COLUMN "caption" text DEFAULT \'\' NOT NULL;'],
    ['0001_x.sql', 'ALTER TABLE "assets" ADD CONSTRAINT "x" CHECK (width > 0) NOT VALID;'],
    [
      '0001_x.sql',
      'CREATE TABLE "captions" ("id" uuid);--> statement-breakpoint\nCREATE INDEX "i" ON "captions" USING btree ("id");\n--> statement-breakpoint\nALTER TABLE "captions" ADD CONSTRAINT "k" FOREIGN KEY ("id") REFERENCES "assets"("id");',
    ],
    ['0002_captions_contract.sql', 'ALTER TABLE "assets" DROP COLUMN "title";'],
  ])('%s: %s may be', (name, text) => {
    expect(unsafeStatements(name, text)).toEqual([]);
  });
});
