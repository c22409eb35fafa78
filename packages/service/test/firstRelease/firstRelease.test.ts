/** Whether the fixture of the first release is what it has to be; what it is for is tried in `firstRelease.slow.test.ts`. */
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { NOT_ASKED, questionsOf } from './questions.ts';
import { presentMigrations, readRelease } from './release.ts';
import { BACKUP_FILE, COMMAND, RELEASE_FILE } from './settings.ts';

const root = path.resolve(import.meta.dirname, '../../../..');
const isReleased = /^## \[?\d/m.test(readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8'));

/** What whoever changed the tables is to do now. */
const REMEDY = isReleased
  ? 'A migration that was released may not change: people have its tables. Take the change back and write a migration after it.'
  : `The tables changed. Until the first release the fixture is made anew then: run \`${COMMAND}\` and commit packages/service/test/firstRelease/vectors.`;

describe('the fixture of the first release', () => {
  test('is of the migrations that are there', () => {
    const { migrations } = readRelease();
    // After the release there are more of them, which is what the fixture is for.
    const present = isReleased ? presentMigrations().slice(0, migrations.length) : presentMigrations();
    expect(present, REMEDY).toEqual(migrations);
  });

  test('stays small', () => {
    expect(statSync(BACKUP_FILE).size + statSync(RELEASE_FILE).size).toBeLessThan(700_000);
  });

  test('knows an answer to every question, and to some that are refused', () => {
    const { made, answers } = readRelease();
    if (!isReleased)
      expect(
        answers.map(({ question }) => question),
        `The questions changed: run \`${COMMAND}\`.`,
      ).toEqual(questionsOf(made));
    const statuses = new Set(answers.map(({ answer }) => answer.status));
    expect([...statuses].toSorted()).toEqual([200, 401, 403, 404]);
  });

  test('is asked everything that can be read', () => {
    const { paths } = JSON.parse(readFileSync(path.join(root, 'docs/reference/openapi.json'), 'utf8')) as {
      paths: Record<string, Record<string, { operationId: string }>>;
    };
    const asked = questionsOf(readRelease().made).map((question) => question.path.split('?')[0] as string);
    const isAsked = (place: string): boolean => {
      const shape = new RegExp(`^${place.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`);
      return asked.some((one) => shape.test(one));
    };
    const read = Object.entries(paths).flatMap(([place, { get }]) => (get ? [[place, get.operationId] as const] : []));
    const left = read.filter(([place, id]) => !isAsked(place) && NOT_ASKED[id] === undefined).map(([, id]) => id);
    const ids = new Set(read.map(([, id]) => id));
    if (isReleased) return;
    expect(left, 'ask it in questions.ts, or say there why not').toEqual([]);
    expect(Object.keys(NOT_ASKED).filter((id) => !ids.has(id))).toEqual([]);
  });
});
