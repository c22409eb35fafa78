/** `assay migrate` @module */
import { command } from '../../command.ts';
import { none } from '../../options.ts';

export const migrateCommand = command({
  brief: 'bring the tables of DATABASE_URL to this version, for the operator',
  help: `Makes and changes the tables of the PostgreSQL database that DATABASE_URL names, as the role in that address, and starts no
service. Needed only where the service itself runs as a role that owns no tables; any other service does it when it starts.
A second run does nothing.`,
  load: async () => (await import('../../actions/operator/migrate.ts')).migrate,
  parameters: { flags: {}, positional: none },
});
