/** `assay archive restore`: an asset's files out of its archive. @module */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Maintenance } from '@assay/service/maintenance';
import { parseArguments, UsageError } from '../arguments.ts';
import type { Command, Terminal } from '../command.ts';
import { EXIT } from '../exitCode.ts';
import { writeOutput } from '../outputFile.ts';
import { DATA_DIR_HELP, DATA_DIR_OPTION, withMaintenance } from './maintenance.ts';

export const archiveRestoreCommand: Command = {
  help: `assay archive restore CID (--output DIR [--force] | --repair) [--data-dir DIR]

Reads an archive, checks every byte of it, and either writes its files into a folder or puts back into the store what is
missing or altered there. Files of an encrypted asset are decrypted for the folder; once the asset was deleted its key is
gone and nobody can.
${DATA_DIR_HELP}

  --output DIR     write the files there: original, watermarked, preview, copy-..., and manifest.json
  --force          overwrite files in DIR
  --repair         put back into the store what it lacks
  --data-dir DIR   instead of $ASSAY_DATA_DIR`,

  async run(args, terminal) {
    const options = {
      ...DATA_DIR_OPTION,
      output: { type: 'string' },
      force: { type: 'boolean' },
      repair: { type: 'boolean' },
    } as const;
    const { values, positionals } = parseArguments(args, options, { least: 1, most: 1, names: 'CID' });
    const [cid = ''] = positionals;
    const { output } = values;
    if ((output === undefined) === (values.repair !== true))
      throw new UsageError('give either --output DIR or --repair');
    return withMaintenance(terminal, values['data-dir'], async (maintenance) => {
      if (output === undefined) {
        const repaired = await maintenance.repair(cid);
        for (const variant of repaired) terminal.print(variant);
        if (repaired.length === 0)
          terminal.note('The store has all files as they were archived: nothing was to be done.');
      } else await writeFiles(maintenance, cid, output, values.force === true, terminal);
      return EXIT.ok;
    });
  },
};

async function writeFiles(
  maintenance: Maintenance,
  cid: string,
  folder: string,
  force: boolean,
  terminal: Terminal,
): Promise<void> {
  const { facts, files } = await maintenance.readArchive(cid);
  await mkdir(folder, { recursive: true });
  for (const { variant, bytes } of files) {
    const file = path.join(folder, variant);
    await writeOutput(file, bytes, force);
    terminal.print(file);
  }
  await writeOutput(path.join(folder, 'manifest.json'), Buffer.from(`${JSON.stringify(facts, null, 2)}\n`), force);
}
