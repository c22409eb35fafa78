/** `assay verdicts export` @module */
import { EXIT, type ExitCode } from '../../exitCode.ts';
import { assertFree, writeOutput } from '../../outputFile.ts';
import type { Terminal } from '../../terminal.ts';
import { withVerdictJobs } from '../operator/dataFolderWork.ts';

interface Options {
  readonly disputed: string;
  readonly force?: boolean | undefined;
  readonly dataDir?: string | undefined;
}

export async function verdictsExport(terminal: Terminal, options: Options): Promise<ExitCode> {
  const { disputed: file, force = false } = options;
  await assertFree(file, force);
  const cases = await withVerdictJobs(terminal, options.dataDir, (jobs) => jobs.cases());
  await writeOutput(file, Buffer.from(`${JSON.stringify(cases, null, 2)}\n`), force);
  terminal.note(`${cases.length} ${cases.length === 1 ? 'case' : 'cases'} in ${file}`);
  return EXIT.ok;
}
