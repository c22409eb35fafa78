/**
 * Makes the fixture anew, from a service of the present version: `npm run fixture:release`. Until the first release this is done
 * whenever a migration changes; from then on it stays what it is, for it is what people have.
 * @module
 */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { backUp } from '../../src/compose/backup/takeBackup.ts';
import { VERSION } from '../../src/compose/ports.ts';
import { readConfig } from '../../src/config/config.ts';
import { startServiceProcess } from '../process/serviceProcess.ts';
import { openSink } from '../support/webhookSink.ts';
import { answerTo, credentialsOf } from './asking.ts';
import { makeService } from './makeService.ts';
import { questionsOf } from './questions.ts';
import { type Answer, presentMigrations, type Question } from './release.ts';
import { BACKUP_FILE, RELEASE_FILE, SETTINGS, VECTORS } from './settings.ts';

const run = promisify(execFile);
/** A line for each answer. */
const linesOf = ({ answers, ...facts }: { readonly answers: readonly unknown[] } & Record<string, unknown>): string =>
  `${JSON.stringify(facts).slice(0, -1)},"answers":[\n${answers.map((answer) => JSON.stringify(answer)).join(',\n')}\n]}\n`;

const say = (line: string): void => void process.stderr.write(`${line}\n`);

const folder = await mkdtemp(path.join(tmpdir(), 'assay-release-'));
const sink = await openSink();
try {
  const dataDir = path.join(folder, 'data');
  const service = await startServiceProcess(dataDir, SETTINGS);
  const answers: { question: Question; answer: Answer }[] = [];
  let madeAt: Date;
  let made: Awaited<ReturnType<typeof makeService>>;
  try {
    made = await makeService({ url: service.url, dataDir, hook: sink.url });
    madeAt = new Date();
    const credentials = await credentialsOf(service.url, made);
    for (const question of questionsOf(made))
      answers.push({ question, answer: await answerTo(service.url, question, credentials) });
  } finally {
    await service.terminate();
  }
  const backup = path.join(folder, 'backup');
  const { faults } = await backUp(readConfig({ ...SETTINGS, ASSAY_DATA_DIR: dataDir }), backup, () => {});
  if (faults.length > 0) throw new Error(`the backup lacks files: ${JSON.stringify(faults)}`);
  await mkdir(VECTORS, { recursive: true });
  const names = ['--owner=0', '--group=0', '--numeric-owner', '--sort=name'];
  await run('tar', [...names, '-czf', BACKUP_FILE, '-C', backup, '.']);
  const release = { madeAt: madeAt.toISOString(), version: VERSION, migrations: presentMigrations(), made, answers };
  await writeFile(RELEASE_FILE, linesOf(release));
  const statuses = answers.map(({ question, answer }) => `${answer.status} ${question.as} ${question.path}`);
  say(statuses.join('\n'));
  say(`${answers.length} answers; now run ASSAY_TEST_TIER=slow npx vitest run packages/service/test/firstRelease`);
} finally {
  await sink.close();
  await rm(folder, { recursive: true, force: true });
}
