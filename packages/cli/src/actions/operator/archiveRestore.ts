/** `assay archive restore`: an asset's files out of its archive. @module */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { OperatorJobs } from '@assay/service/compose/jobs/operatorJobs';
import { UsageError } from '../../usageError.ts';
import type { Terminal } from '../../terminal.ts';
import { EXIT, type ExitCode } from '../../exitCode.ts';
import { writeOutput } from '../../outputFile.ts';
import { withOperatorJobs } from './dataFolderWork.ts';

interface Options {
  readonly output?: string | undefined;
  readonly force?: boolean | undefined;
  readonly repair?: boolean | undefined;
  readonly dataDir?: string | undefined;
}

export async function archiveRestore(terminal: Terminal, options: Options, cid: string): Promise<ExitCode> {
  const { output, force = false, repair = false } = options;
  if ((output === undefined) === !repair) throw new UsageError('give either --output DIR or --repair');
  return withOperatorJobs(terminal, options.dataDir, async (operatorJobs) => {
    if (output === undefined) {
      const repaired = await operatorJobs.repair(cid);
      for (const variant of repaired) terminal.print(variant);
      if (repaired.length === 0)
        terminal.note('The store has all files as they were archived: nothing was to be done.');
    } else await writeFiles(operatorJobs, cid, output, force, terminal);
    return EXIT.ok;
  });
}

async function writeFiles(
  operatorJobs: OperatorJobs,
  cid: string,
  folder: string,
  force: boolean,
  terminal: Terminal,
): Promise<void> {
  const { facts, files } = await operatorJobs.readArchive(cid);
  await mkdir(folder, { recursive: true });
  for (const { variant, bytes } of files) {
    const file = path.join(folder, variant);
    await writeOutput(file, bytes, force);
    terminal.print(file);
  }
  await writeOutput(path.join(folder, 'manifest.json'), Buffer.from(`${JSON.stringify(facts, null, 2)}\n`), force);
}
