/** `assay migrate` @module */
import { command } from '../../command.ts';
import { maybe, value } from '../../options.ts';

export const migrateCommand = command({
  brief: 'bring the tables of DATABASE_URL to this version, or move all data elsewhere, for the operator',
  help: `Makes and changes the tables of the PostgreSQL database that DATABASE_URL names, as the role in that address, and starts no
service. Needed only where the service itself runs as a role that owns no tables; any other service does it when it starts.
A second run does nothing.

With --to it moves rows and pictures of a stopped service into an empty database and an empty store: postgres://... and
s3://BUCKET or file:///FOLDER, or into a new data folder, file:///FOLDER alone. Every file is read again and held to its hash,
every row to its text. If it is killed, say it again: what arrived whole is not sent twice. The source stays as it is.`,
  load: async () => (await import('../../actions/operator/migrate.ts')).migrate,
  parameters: {
    flags: { to: value('ADDRESS', 'move rows and pictures there') },
    positional: { kind: 'tuple', parameters: [maybe('STORE', 'of the pictures, after --to postgres://...')] },
  },
});
