/** `assay store` @module */
import { command, group } from '../../command.ts';
import { BESIDE_HELP, DATA_DIR, DATA_DIR_HELP, none, on, rest } from '../../options.ts';

const adopt = command({
  brief: 'say that the store of pictures belongs to the database in use',
  help: `The store knows its database, and a service whose database is another one does not start: it would take every picture for
one that nobody needs. After a move of both, or with a database that was made anew on purpose, this says that they belong
together. Nothing is moved or deleted.
${DATA_DIR_HELP}`,
  load: async () => (await import('../../actions/operator/storeAdopt.ts')).storeAdopt,
  parameters: { flags: { dataDir: DATA_DIR }, positional: none },
});

const quarantine = command({
  brief: 'list pictures that were moved aside since the database does not know them',
  help: `Files without a row in the database are moved aside and kept for ASSAY_QUARANTINE_DAYS before they are removed.
${BESIDE_HELP}`,
  load: async () => (await import('../../actions/operator/storeQuarantine.ts')).storeQuarantine,
  parameters: {
    flags: { dataDir: DATA_DIR, json: on('one JSON array of {assetId, since, reason}') },
    positional: none,
  },
});

const restore = command({
  brief: 'bring pictures back from quarantine',
  help: `Moves the files of assets back to where the service finds them. Only for assets that the database knows: restore the
database first, or the next sweep would move them aside again.
${BESIDE_HELP}

Exit status: 0 if all came back, 6 if one was not in quarantine or has no row.`,
  load: async () => (await import('../../actions/operator/storeRestore.ts')).storeRestore,
  parameters: {
    flags: { dataDir: DATA_DIR, all: on('everything that the database knows') },
    positional: rest('ASSET_ID', 'an asset, see: assay store quarantine', 0),
  },
});

export const storeCommands = group('the store of pictures: its database, its quarantine', {
  adopt,
  quarantine,
  restore,
});
