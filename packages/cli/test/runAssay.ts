/** The whole command line, without a process of its own. @module */
import { assayCommands } from '../src/commands/assay.ts';
import type { ExitCode } from '../src/exitCode.ts';
import { runCommandLine } from '../src/run.ts';
import type { Terminal } from '../src/terminal.ts';

/** @param args what would follow `assay` */
export const runAssay = (args: readonly string[], terminal: Terminal): Promise<ExitCode> =>
  runCommandLine(args, assayCommands, { name: 'assay', version: '1.2.3' }, terminal);
