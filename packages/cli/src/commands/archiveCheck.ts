/** `assay archive check`: reads archives back and checks every byte. @module */
import { parseArguments } from '../arguments.ts';
import type { Command } from '../command.ts';
import { EXIT } from '../exitCode.ts';
import { DATA_DIR_HELP, DATA_DIR_OPTION, withMaintenance } from './maintenance.ts';

const ANY_NUMBER = { least: 0, most: 10_000, names: '[CID...]' };

export const archiveCheckCommand: Command = {
  help: `assay archive check [CID...] [--data-dir DIR] [--json]

Reads archives back from where ASSAY_ARCHIVE_URL keeps them, and checks every block, every file and the archive as a whole
against its identifier. Without a CID all that the database knows of. The exit status is 0 if all are intact, else 1.
${DATA_DIR_HELP}

  --data-dir DIR   instead of $ASSAY_DATA_DIR
  --json           one JSON array of {cid, state, reason}; without a CID only of those that are not intact`,

  async run(args, terminal) {
    const options = { ...DATA_DIR_OPTION, json: { type: 'boolean' } } as const;
    const { values, positionals } = parseArguments(args, options, ANY_NUMBER);
    const checked = await withMaintenance(terminal, values['data-dir'], async (maintenance) => {
      if (positionals.length === 0) return maintenance.checkArchives();
      const all = [];
      for (const cid of positionals) all.push(await maintenance.checkArchive(cid));
      return all;
    });
    const isWell = checked.every(({ state }) => state === 'intact');
    if (values.json) terminal.print(JSON.stringify(checked, null, 2));
    else for (const { cid, state, reason } of checked) terminal.print(`${cid}: ${state}${reason ? `. ${reason}` : ''}`);
    if (positionals.length === 0 && isWell) terminal.note('All archives are intact.');
    return isWell ? EXIT.ok : EXIT.internal;
  },
};
