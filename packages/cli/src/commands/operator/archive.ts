/** `assay archive` @module */
import { command, group } from '../../command.ts';
import { argument, DATA_DIR, BESIDE_HELP, on, rest, value } from '../../options.ts';

const check = command({
  brief: 'read archives back and check every byte',
  help: `Reads archives back from where ASSAY_ARCHIVE_URL keeps them, and checks every block, every file and the archive as a whole
against its identifier. Without a CID all that the database knows of.
${BESIDE_HELP}

Exit status: 0 if all are intact, else 1.`,
  load: async () => (await import('../../actions/operator/archiveCheck.ts')).archiveCheck,
  parameters: {
    flags: {
      dataDir: DATA_DIR,
      json: on('one JSON array of {cid, state, reason}; without a CID only of those that are not intact'),
    },
    positional: rest('CID', 'an archive', 0),
  },
});

const restore = command({
  brief: "take an asset's files out of its archive",
  help: `Reads an archive, checks every byte of it, and either writes its files into a folder (--output) or puts back into the store
what is missing or altered there (--repair). Files of an encrypted asset are decrypted for the folder; once the asset was
deleted its key is gone and nobody can.
${BESIDE_HELP}`,
  load: async () => (await import('../../actions/operator/archiveRestore.ts')).archiveRestore,
  parameters: {
    flags: {
      output: value('DIR', 'write the files there: original, watermarked, preview, copy-..., and manifest.json'),
      force: on('overwrite files in DIR'),
      repair: on('put back into the store what it lacks'),
      dataDir: DATA_DIR,
    },
    positional: { kind: 'tuple', parameters: [argument('CID', 'the archive')] },
  },
});

export const archiveCommands = group('check archives of assets and restore from them', { check, restore });
