/** `assay config` @module */
import { command } from '../../command.ts';
import { none, on } from '../../options.ts';

export const configCommand = command({
  brief: 'list every setting of the service with default, value and meaning',
  help: `Prints every environment variable that the service reads, its default, the value it has now and its meaning. Variables may
also stand in the file .env of the current folder, NAME=value on each line; what is set already wins.
Secrets are shown as (set).`,
  load: async () => (await import('../../actions/operator/config.ts')).config,
  parameters: {
    flags: { json: on('one JSON array of {name, default, value, meaning}') },
    positional: none,
  },
});
