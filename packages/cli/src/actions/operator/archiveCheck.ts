/** `assay archive check`: reads archives back and checks every byte. @module */
import type { Terminal } from '../../terminal.ts';
import { EXIT, type ExitCode } from '../../exitCode.ts';
import { withOperatorJobs } from './dataFolderWork.ts';

interface Options {
  readonly dataDir?: string | undefined;
  readonly json?: boolean | undefined;
}

export async function archiveCheck(terminal: Terminal, options: Options, ...cids: string[]): Promise<ExitCode> {
  const checked = await withOperatorJobs(terminal, options.dataDir, async (operatorJobs) => {
    if (cids.length === 0) return operatorJobs.checkArchives();
    const all = [];
    for (const cid of cids) all.push(await operatorJobs.checkArchive(cid));
    return all;
  });
  const isWell = checked.every(({ state }) => state === 'intact');
  if (options.json) terminal.print(JSON.stringify(checked, null, 2));
  else for (const { cid, state, reason } of checked) terminal.print(`${cid}: ${state}${reason ? `. ${reason}` : ''}`);
  if (cids.length === 0 && isWell) terminal.note('All archives are intact.');
  return isWell ? EXIT.ok : EXIT.internal;
}
