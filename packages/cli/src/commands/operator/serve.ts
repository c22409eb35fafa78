/** `assay serve` @module */
import { command } from '../../command.ts';
import { DATA_DIR, none, value } from '../../options.ts';

export const serveCommand = command({
  brief: 'run the service',
  help: `Serves the API and the page until it is told to stop (SIGTERM, Ctrl-C), then lets requests in progress end.
Every setting is an environment variable, or a line of the file .env in the current folder, see: assay config`,
  load: async () => (await import('../../actions/operator/serve.ts')).serve,
  parameters: {
    flags: {
      port: value('N', 'instead of $PORT'),
      host: value('ADDRESS', 'instead of $HOST'),
      dataDir: DATA_DIR,
    },
    positional: none,
  },
});
