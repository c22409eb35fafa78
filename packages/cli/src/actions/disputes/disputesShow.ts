/** `assay disputes show` @module */
import { EXIT, type ExitCode } from '../../exitCode.ts';
import { assertFree, writeOutput } from '../../outputFile.ts';
import type { Terminal } from '../../terminal.ts';
import { withVerdictJobs } from '../operator/dataFolderWork.ts';
import { disputeRow } from './disputeRow.ts';

interface Options {
  readonly picture?: string | undefined;
  readonly force?: boolean | undefined;
  readonly dataDir?: string | undefined;
}

export async function disputesShow(terminal: Terminal, options: Options, id: string): Promise<ExitCode> {
  const { picture: file, force = false } = options;
  if (file !== undefined) await assertFree(file, force);
  return withVerdictJobs(terminal, options.dataDir, async (jobs) => {
    const found = await jobs.find(id.toLowerCase());
    if (!found) {
      terminal.note(`There is no dispute "${id}".`);
      return EXIT.notFound;
    }
    terminal.print(JSON.stringify({ ...disputeRow(found), evidence: found.verification.evidence }, null, 2));
    if (file === undefined) return EXIT.ok;
    const picture = await jobs.picture(found.dispute.id);
    if (!picture) {
      terminal.note('No picture of it is kept.');
      return EXIT.notFound;
    }
    await writeOutput(file, picture, force);
    return EXIT.ok;
  });
}
