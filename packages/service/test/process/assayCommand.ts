/** The `assay` command as a process of its own, for what only a process can show: that it can be killed. @module */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { TSX } from './serviceProcess.ts';

const cli = path.resolve(import.meta.dirname, '../../../cli');

/** As `serviceProcess.ts` chooses: what was just built, else the sources. */
const COMMAND =
  process.env.ASSAY_TEST_BUILT === '1'
    ? [path.join(cli, 'dist/main.js')]
    : ['--import', TSX, '--conditions=assay-source', path.join(cli, 'src/main.ts')];

export interface AssayCommand {
  readonly child: ChildProcess;
  /** Everything it wrote so far. */
  output(): string;
  /** Exit status, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>;
}

export function spawnAssay(words: readonly string[], environment: Readonly<Record<string, string>>): AssayCommand {
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, [...COMMAND, ...words], {
    // Not the root: a developer's own settings may lie there in `.env`.
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH, ...environment },
  });
  const killWithUs = () => child.kill('SIGKILL');
  process.once('exit', killWithUs);
  child.once('exit', () => process.removeListener('exit', killWithUs));
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (text += String(chunk)));
  const ended = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals);
  return { child, output: () => text, ended };
}
